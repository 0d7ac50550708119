// The nest reads the producer at a place, or in a way, that gives no tile.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// Another loop of the nest reads the producer, too.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @two_loops(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    // expected-note @+1 {{this op}}
    %s = tensor.extract_slice %p[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %t = scf.for %j = %c0 to %c8 step %c8 iter_args(%q = %s) -> (tensor<8xf32>) {
      %u = tensor.extract_slice %p[%j] [8] [1] : tensor<32xf32> to tensor<8xf32>
      %v = linalg.add ins(%u, %q : tensor<8xf32>, tensor<8xf32>) outs(%q : tensor<8xf32>) -> tensor<8xf32>
      scf.yield %v : tensor<8xf32>
    } {l}
    %n = tensor.insert_slice %t into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{this slice of 'linalg.exp' is in the nest, and not in the loop}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// All of it is read in each iteration.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @whole(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    // expected-note @+1 {{this op}}
    %n = linalg.add ins(%p, %o : tensor<32xf32>, tensor<32xf32>) outs(%o : tensor<32xf32>) -> tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.add' in the nest reads 'linalg.exp', and not through a tensor.extract_slice}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// Where the slice is, memory says.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @unknown(%a: tensor<32xf32>, %b: tensor<32xf32>, %m: memref<32xindex>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %k = memref.load %m[%i] : memref<32xindex>
    // expected-note @+1 {{this op}}
    %s = tensor.extract_slice %p[%k] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{which part of 'linalg.exp' this reads is not known}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}
