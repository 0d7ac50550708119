// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// The loop reads something else.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @unread(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  // expected-note @+1 {{this op}}
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  %r = linalg.add ins(%p, %nest : tensor<32xf32>, tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{nothing in this loop reads a slice of 'linalg.exp'}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// The step of the loop, and with it the tile, has a size that the bounds do not know.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @step(%a: tensor<32xf32>, %b: tensor<32xf32>, %step: index) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  // expected-note @+1 {{this op}}
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c32 step %step iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %p[%i] [%step] [1] : tensor<32xf32> to tensor<?xf32>
    %n = tensor.insert_slice %s into %o[%i] [%step] [1] : tensor<?xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the size of a tile of 'linalg.exp' is not known before the nest}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// Offsets that do not fit in 64 bits once they are added.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @large(%a: tensor<1152921504606846977xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  // expected-note @+1 {{this op}}
  %p = linalg.exp {p} ins(%a : tensor<1152921504606846977xf32>) outs(%a : tensor<1152921504606846977xf32>) -> tensor<1152921504606846977xf32>
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %p[%i] [8] [1] : tensor<1152921504606846977xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{a size or an offset that 'linalg.exp' depends on is larger than 2^60}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// The loop of a reduction starts from all of the producer.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @carried(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  // expected-note @+1 {{this op}}
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %p) -> (tensor<32xf32>) {
    %n = linalg.add ins(%a, %o : tensor<32xf32>, tensor<32xf32>) outs(%o : tensor<32xf32>) -> tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{result 0 of the nest is not written tile by tile in this loop}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// Each iteration reads what the one before wrote.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @overlapping(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c8 step %c8 iter_args(%e = %b) -> (tensor<32xf32>) {
    %inner = scf.for %j = %c0 to %c32 step %c8 iter_args(%o = %p) -> (tensor<32xf32>) {
      %s = tensor.extract_slice %o[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
      %t = linalg.exp ins(%s : tensor<8xf32>) outs(%s : tensor<8xf32>) -> tensor<8xf32>
      // expected-note @+1 {{this op}}
      %n = tensor.insert_slice %t into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
      scf.yield %n : tensor<32xf32>
    } {l}
    scf.yield %inner : tensor<32xf32>
  }
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the nest starts from 'linalg.exp', and its iterations are not proved to write different parts of that}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// Where the tile is written, memory says.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @written(%a: tensor<32xf32>, %b: tensor<32xf32>, %m: memref<32xindex>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %p) -> (tensor<32xf32>) {
    %k = memref.load %m[%i] : memref<32xindex>
    %s = tensor.extract_slice %o[%k] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %t = linalg.exp ins(%s : tensor<8xf32>) outs(%s : tensor<8xf32>) -> tensor<8xf32>
    // expected-note @+1 {{this op}}
    %n = tensor.insert_slice %t into %o[%k] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{which part of the result of the nest this writes is not known}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// The tile before is read as well: it is written by now.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @before(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c24 = arith.constant 24 : index
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c24 step %c8 iter_args(%o = %p) -> (tensor<32xf32>) {
    %next = arith.addi %i, %c8 : index
    // expected-note @+1 {{this op}}
    %s = tensor.extract_slice %o[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %t = linalg.exp ins(%s : tensor<8xf32>) outs(%s : tensor<8xf32>) -> tensor<8xf32>
    %n = tensor.insert_slice %t into %o[%next] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{a loop carries 'linalg.exp' to here, and this is no slice with the offsets and sizes of the tile that the loop writes}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}
