// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// Nothing says what a tile of a call reads.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func private @opaque(tensor<32xf32>) -> tensor<32xf32>
func.func @call(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  // expected-note @+1 {{this op}}
  %p = func.call @opaque(%a) {p} : (tensor<32xf32>) -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %p[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'func.call' cannot be tiled: nothing says what a tile of it reads}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// In memory, nothing moves.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @memory(%m: memref<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  // expected-note @+1 {{this op}}
  linalg.abs {p} ins(%m : memref<32xf32>) outs(%m : memref<32xf32>)
  %p = bufferization.to_tensor %m restrict : memref<32xf32> to tensor<32xf32>
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %p[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.abs' has no tensor result to tile}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// An op whose body calls a function stays where it is.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func private @opaque(f32) -> f32
func.func @effects(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  // expected-note @+1 {{this op}}
  %p = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) attrs = {p} {
  ^bb0(%x: f32, %y: f32):
    %z = func.call @opaque(%x) : (f32) -> f32
    linalg.yield %z : f32
  } -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %p[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.generic' has side effects, or does not say that it has none}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// What is not a loop has no iterations.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @no_loop(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  // expected-note @+1 {{this op}}
  %r = linalg.abs {l} ins(%p : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects an scf.for or scf.forall, but got 'linalg.abs'}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// The producer is in the loop already.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @inside(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    // expected-note @+1 {{this op}}
    %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
    %s = tensor.extract_slice %p[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.exp' is in no block around the loop}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// One producer goes into one loop.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @two(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %q = linalg.abs {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %p[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects one producer and one loop, but got 2 and 1 (transform.foreach takes one after the other)}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// How far the loop counts, memory says.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @while(%a: tensor<32xf32>, %b: tensor<32xf32>, %m: memref<i32>) -> tensor<32xf32> {
  %zero = arith.constant 0 : i32
  %eight = arith.constant 8 : i32
  %p = linalg.exp {p} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %end = memref.load %m[] : memref<i32>
  // expected-note @+1 {{this op}}
  %nest = scf.for %i = %zero to %end step %eight iter_args(%o = %b) -> (tensor<32xf32>) : i32 {
    %k = arith.index_cast %i : i32 to index
    %s = tensor.extract_slice %p[%k] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%k] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  } {l}
  return %nest : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.structured.match attributes {p} in %root : (!transform.any_op) -> !transform.any_op
  %l = transform.structured.match attributes {l} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{which numbers this loop counts through is not known}}
  %t = transform.heddle.compute_at %p in %l : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
}

// -----

// The producer has no effects, but it reads a tensor of memory that is written
// before the nest.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @tensor_of_buffer(%m: memref<8xf32>, %o: tensor<8xf32>, %x: f32) -> tensor<8xf32> {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
    %v = linalg.exp ins(%t : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{this op}}
    memref.store %x, %m[%c0] : memref<8xf32>
    %r = scf.for %i = %c0 to %c8 step %c4 iter_args(%a = %o) -> (tensor<8xf32>) {
      %s = tensor.extract_slice %v[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %d = tensor.extract_slice %a[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %n = linalg.negf ins(%s : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
      %w = tensor.insert_slice %n into %a[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
      scf.yield %w : tensor<8xf32>
    }
    return %r : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.exp' reads memory that 'memref.store' may write before the tile is computed}}
    %tiled = transform.heddle.compute_at %exp in %loop : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}
