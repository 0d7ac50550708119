// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// Nothing says what a tile of a call reads.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func private @opaque(tensor<32xf32>) -> tensor<32xf32>
func.func @call(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  // expected-note @+1 {{this op}}
  %r = func.call @opaque(%nest) {target} : (tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'func.call' cannot be tiled: nothing says what a tile of it reads}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// In memory, nothing is fused.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @memory(%a: memref<8xf32>) {
  // expected-note @+1 {{this op}}
  linalg.abs {target} ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.abs' has no tensor result to tile}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// A tensor without elements takes no tile.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @no_elements(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>, %z: tensor<32x0xf32>) -> tensor<32x0xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  // expected-note @+1 {{this op}}
  %r = linalg.broadcast ins(%nest : tensor<32xf32>) outs(%z : tensor<32x0xf32>) dimensions = [1] {target}
  return %r : tensor<32x0xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the result of 'linalg.broadcast' has no elements}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// It reads arguments alone.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @no_nest(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
  // expected-note @+1 {{this op}}
  %r = linalg.abs {target} ins(%a : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.abs' reads no result of an scf.for or scf.forall of its block}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The body of the op reads elements of the result, any of them.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @captured(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  // expected-note @+1 {{this op}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %z = tensor.extract %nest[%c8] : tensor<32xf32>
    linalg.yield %z : f32
  } -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{a region of 'linalg.generic' reads what the nest returns}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The sum of all elements is complete after the nest alone.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @total(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>, %t: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  // expected-note @+1 {{this op}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%nest : tensor<32xf32>) outs(%t : tensor<f32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.generic' reduces its dim 0, which the nest tiles}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// An element is read together with its mirror image, which is in another tile.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @mirrored(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %d: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32x32xf32>) {
    %s = tensor.extract_slice %a[%i, 0] [8, 32] [1, 1] : tensor<32x32xf32> to tensor<8x32xf32>
    %n = tensor.insert_slice %s into %o[%i, 0] [8, 32] [1, 1] : tensor<8x32xf32> into tensor<32x32xf32>
    scf.yield %n : tensor<32x32xf32>
  }
  // expected-note @+1 {{this op}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%nest, %nest : tensor<32x32xf32>, tensor<32x32xf32>) outs(%d : tensor<32x32xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{operand 1 of 'linalg.generic' is not proved to read no more than a tile of the nest}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// All tiles of the op would write one element.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @same_place(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>, %t: tensor<1xf32>) -> tensor<1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  // expected-note @+1 {{this op}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0)>], iterator_types = ["parallel"]}
      ins(%nest : tensor<32xf32>) outs(%t : tensor<1xf32>) attrs = {target} {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<1xf32>
  return %r : tensor<1xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the tiles of result 0 of 'linalg.generic' are not proved to be disjoint and all of it}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// One epilogue at a time.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @two(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  %q = linalg.abs {target} ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  %r = linalg.abs {target} ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects one target, but got 2 (transform.foreach takes one after the other)}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The part that is kept ends inside of a tile.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @part(%a: tensor<32xf32>, %b: tensor<32xf32>) -> tensor<30xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  // expected-note @+1 {{this op}}
  %r = tensor.extract_slice %nest[0] [30] [1] {target} : tensor<32xf32> to tensor<30xf32>
  return %r : tensor<30xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{a tile of the nest is not proved to be a tile of 'tensor.extract_slice'}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// What memory holds is known after the store alone.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @memory_between(%a: tensor<32xf32>, %b: tensor<32xf32>, %m: memref<32xf32>, %x: f32) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  memref.store %x, %m[%c0] : memref<32xf32>
  %t = bufferization.to_tensor %m restrict : memref<32xf32> to tensor<32xf32>
  // expected-note @+1 {{this op}}
  %r = linalg.add {target} ins(%nest, %t : tensor<32xf32>, tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.add' reads what 'bufferization.to_tensor' computes after the nest, and that has side effects}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
