// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// The loop replaces what it carries.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @replaced(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  // expected-note @+1 {{this op}}
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %n = linalg.abs ins(%a : tensor<32xf32>) outs(%o : tensor<32xf32>) -> tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  %r = linalg.abs {target} ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{result 0 of the nest is not written tile by tile in this loop}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The loop starts at an index that may be anything.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @lower(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>, %l: index) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  // expected-note @+1 {{this op}}
  %nest = scf.for %i = %l to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  %r = linalg.abs {target} ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{which numbers this loop counts through from 0 is not known}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Every other element is written.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @strided(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [4] [2] : tensor<32xf32> to tensor<4xf32>
    // expected-note @+1 {{this op}}
    %n = tensor.insert_slice %s into %o[%i] [4] [2] : tensor<4xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  %r = linalg.abs {target} ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the nest writes its tiles with a stride}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Where the tile is, memory says.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @unknown(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>, %where: memref<32xindex>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %at = memref.load %where[%i] : memref<32xindex>
    %s = tensor.extract_slice %a[%at] [8] [1] : tensor<32xf32> to tensor<8xf32>
    // expected-note @+1 {{this op}}
    %n = tensor.insert_slice %s into %o[%at] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  %r = linalg.abs {target} ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{which part of the result of the nest this writes is not known}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Each iteration writes the same part: only the last one is right.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @accumulated(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  // expected-note @+1 {{this op}}
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%c8] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%c8] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  %r = linalg.abs {target} ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{what this loop writes is complete only after it: its iterations are not proved to write different parts}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Between the tiles there is what the nest started from.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @gaps(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  // expected-note @+1 {{this op}}
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [4] [1] : tensor<32xf32> to tensor<4xf32>
    %n = tensor.insert_slice %s into %o[%i] [4] [1] : tensor<4xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  %r = linalg.abs {target} ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the tiles of the nest are not proved to be all of what it returns}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The tile in the body lacks a dim of the box that it is inserted into.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @dropped(%a: tensor<8x32xf32>, %b: tensor<8x32xf32>, %d: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %nest = scf.forall (%i) in (8) shared_outs(%o = %b) -> (tensor<8x32xf32>) {
    %s = tensor.extract_slice %a[%i, 0] [1, 32] [1, 1] : tensor<8x32xf32> to tensor<32xf32>
    scf.forall.in_parallel {
      // expected-note @+1 {{this op}}
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<8x32xf32>
    }
  }
  %r = linalg.abs {target} ins(%nest : tensor<8x32xf32>) outs(%d : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{what an iteration of the forall writes is no value of its body}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// How large a tile is, is known in the loop alone.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @step(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>, %step: index) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %step iter_args(%o = %b) -> (tensor<32xf32>) {
    %size = affine.min affine_map<(i)[s] -> (s, 32 - i)>(%i)[%step]
    %s = tensor.extract_slice %a[%i] [%size] [1] : tensor<32xf32> to tensor<?xf32>
    %n = tensor.insert_slice %s into %o[%i] [%size] [1] : tensor<?xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  // expected-note @+1 {{this op}}
  %r = linalg.abs {target} ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the size of a tile of 'linalg.abs' is not known before the nest}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// An op whose body calls a function stays where it is.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func private @effect(f32) -> f32
func.func @effect_of_body(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
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
    %z = func.call @effect(%x) : (f32) -> f32
    linalg.yield %z : f32
  } -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.generic' has side effects, or does not say that it has none}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Another operand is computed from the whole result, after the nest.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @chain(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  %neg = linalg.negf ins(%nest : tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  // expected-note @+1 {{this op}}
  %r = linalg.add {target} ins(%nest, %neg : tensor<32xf32>, tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.add' also reads what 'linalg.negf' computes from the result of the nest}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// What has effects does not move.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func private @read() -> tensor<32xf32>
func.func @effect(%a: tensor<32xf32>, %b: tensor<32xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %nest = scf.for %i = %c0 to %c32 step %c8 iter_args(%o = %b) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %a[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %n = tensor.insert_slice %s into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  %e = func.call @read() : () -> tensor<32xf32>
  // expected-note @+1 {{this op}}
  %r = linalg.add {target} ins(%nest, %e : tensor<32xf32>, tensor<32xf32>) outs(%d : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg.add' reads what 'func.call' computes after the nest, and that has side effects}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
