// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT

// Upstream's fusion pulls the fill into the k loop.
// CHECK-LABEL: func.func @fuse_reduction(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(
// STRICT:      unsound-ops.mlir:[[@LINE+13]]:14: error: 'transform.structured.fuse' computes the destination again
func.func @fuse_reduction(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.fuse' computes the destination again in each iteration: dim 2 of the payload op is a reduction; 'transform.structured.fuse_ext' starts it once}}
  %t, %l:3 = transform.structured.fuse %mm tile_sizes [4, 4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

// Nothing is wrong where no reduction is tiled, where the size is a parameter
// that is 0, or where the destination is an argument.
// CHECK-LABEL: func.func @fuse_parallel(
// STRICT-NOT:  error
func.func @fuse_parallel(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul {filled} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul {given} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %mm = transform.structured.match ops{["linalg.matmul"]} attributes {filled} in %root : (!transform.any_op) -> !transform.any_op
  %none = transform.param.constant 0 : i64 -> !transform.param<i64>
  %t, %l:2 = transform.structured.fuse %mm tile_sizes [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %t1, %l1 = transform.structured.tile_using_forall %t tile_sizes [2, 2, %none] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  %mm2 = transform.structured.match ops{["linalg.matmul"]} attributes {given} in %root : (!transform.any_op) -> !transform.any_op
  %t2, %l2:3 = transform.structured.fuse %mm2 tile_sizes [4, 4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

// CHECK-LABEL: func.func @softmax_along_its_dim(
// STRICT:      error: 'transform.structured.tile_using_for' normalizes each tile by itself
func.func @softmax_along_its_dim(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  // expected-note@below {{the payload op}}
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-warning@below {{'transform.structured.tile_using_for' normalizes each tile by itself: dim 1 is the dim that 'linalg.softmax' reduces}}
  %t2, %l2 = transform.structured.tile_using_for %t tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// CHECK-LABEL: func.func @partial_reduction_of_indices(
// STRICT:      error: 'transform.structured.tile_reduction_using_for' loses the offset of each part
func.func @partial_reduction_of_indices(%a: tensor<8xindex>, %init: tensor<index>) -> tensor<index> {
  // expected-note@below {{the payload op}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]}
      ins(%a : tensor<8xindex>) outs(%init : tensor<index>) {
  ^bb0(%in: index, %out: index):
    %i = linalg.index 0 : index
    %s = arith.addi %i, %out : index
    linalg.yield %s : index
  } -> tensor<index>
  return %0 : tensor<index>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.tile_reduction_using_for' loses the offset of each part: the payload op reads 'linalg.index'}}
  %f, %p, %c, %l = transform.structured.tile_reduction_using_for %0 by tile_sizes = [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

// CHECK-LABEL: func.func @forall_over_reduction(
// STRICT:      error: 'transform.structured.tile_using_forall' makes threads race: dim 1
func.func @forall_over_reduction(%a: tensor<8x8xf32>, %init: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note@below {{the payload op}}
  // expected-warning@below {{tiling is not thread safe at axis #1}}
  %0 = linalg.reduce ins(%a : tensor<8x8xf32>) outs(%init : tensor<8xf32>) dimensions = [1]
    (%in: f32, %out: f32) {
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.tile_using_forall' makes threads race: dim 1 of the payload op is a reduction}}
  %t, %l = transform.structured.tile_using_forall %0 num_threads [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// The second loop reads what the first has not written yet; upstream fuses them.
// CHECK-LABEL: func.func @sibling_with_dependence(
// STRICT:      error: 'transform.loop.fuse_sibling' does not check whether one loop reads what the other writes
func.func @sibling_with_dependence(%m: memref<9xf32>, %n: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = arith.constant 1.0 : f32
  // expected-note@below {{the payload op}}
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %v, %m[%i] : memref<9xf32>
  } {first}
  scf.for %i = %c0 to %c8 step %c1 {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %m[%j] : memref<9xf32>
    memref.store %x, %n[%i] : memref<8xf32>
  } {second}
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {first} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match attributes {second} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.loop.fuse_sibling' does not check whether one loop reads what the other writes}}
  %2 = transform.loop.fuse_sibling %0 into %1 : (!transform.any_op, !transform.any_op) -> !transform.any_op
}

// -----

// CHECK-LABEL: func.func @two_insertions(
// STRICT:      error: 'transform.bufferization.eliminate_empty_tensors' may let one insertion
// expected-note@below {{the payload op}}
func.func @two_insertions(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (2) shared_outs(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %t = tensor.extract_slice %a[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %x[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %t into %y[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.bufferization.eliminate_empty_tensors' may let one insertion at the end of 'scf.forall' overwrite what the next one reads; 'transform.heddle.bufferize' does not}}
  transform.bufferization.eliminate_empty_tensors %0 : !transform.any_op
}

// -----

// The second part is ready before the write, and its place in the result is not.
// CHECK-LABEL: func.func @joined_after_a_write(
// STRICT:      error: 'transform.bufferization.eliminate_empty_tensors' may compute a destination from memory
// expected-note@below {{the payload op}}
func.func @joined_after_a_write(%m: memref<3xf32>, %x: f32) -> tensor<6xf32> {
  %t = bufferization.to_tensor %m restrict : memref<3xf32> to tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %second = linalg.fill ins(%x : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  linalg.exp ins(%m : memref<3xf32>) outs(%m : memref<3xf32>)
  %d = tensor.empty() : tensor<3xf32>
  %first = linalg.exp ins(%t : tensor<3xf32>) outs(%d : tensor<3xf32>) -> tensor<3xf32>
  %r = tensor.empty() : tensor<6xf32>
  %r0 = tensor.insert_slice %first into %r[0] [3] [1] : tensor<3xf32> into tensor<6xf32>
  %r1 = tensor.insert_slice %second into %r0[3] [3] [1] : tensor<3xf32> into tensor<6xf32>
  return %r1 : tensor<6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.bufferization.eliminate_empty_tensors' may compute a destination from memory before that memory is written; 'transform.heddle.bufferize' does not}}
  transform.bufferization.eliminate_empty_tensors %0 : !transform.any_op
}

// -----

// Nothing is written between the parts.
// CHECK-LABEL: func.func @joined_without_a_write(
func.func @joined_without_a_write(%m: memref<3xf32>, %x: f32) -> tensor<6xf32> {
  linalg.exp ins(%m : memref<3xf32>) outs(%m : memref<3xf32>)
  %t = bufferization.to_tensor %m restrict : memref<3xf32> to tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %second = linalg.fill ins(%x : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %d = tensor.empty() : tensor<3xf32>
  %first = linalg.exp ins(%t : tensor<3xf32>) outs(%d : tensor<3xf32>) -> tensor<3xf32>
  %r = tensor.empty() : tensor<6xf32>
  %r0 = tensor.insert_slice %first into %r[0] [3] [1] : tensor<3xf32> into tensor<6xf32>
  %r1 = tensor.insert_slice %second into %r0[3] [3] [1] : tensor<3xf32> into tensor<6xf32>
  return %r1 : tensor<6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.bufferization.eliminate_empty_tensors %0 : !transform.any_op
}

// -----

// The slices leave out what nobody in the loop needs, but the caller does.
// CHECK-LABEL: func.func @affine_pass(
// STRICT:      error: 'transform.apply_registered_pass' runs 'affine-loop-fusion', which may drop iterations that others need
// expected-note@below {{the payload op}}
func.func @affine_pass(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[%i] : memref<16xf32>
  }
  affine.for %i = 2 to 10 {
    %0 = affine.load %b[%i] : memref<16xf32>
    affine.store %0, %c[%i] : memref<16xf32>
  }
  return
}
// STRICT-NOT: error
func.func @one_affine_loop(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[%i] : memref<16xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %two, %one = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.apply_registered_pass "affine-loop-fusion" to %one : (!transform.any_op) -> !transform.any_op
  %2 = transform.apply_registered_pass "canonicalize" to %1 : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_registered_pass' runs 'affine-loop-fusion', which may drop iterations that others need, and takes two memrefs for two buffers; 'transform.heddle.fuse_affine_loops' does not}}
  %3 = transform.apply_registered_pass "affine-loop-fusion" to %two : (!transform.any_op) -> !transform.any_op
}

// -----

// A pass is no better than the op of that name.
// CHECK-LABEL: func.func @two_insertions_by_pass(
// STRICT:      error: 'transform.apply_registered_pass' runs 'eliminate-empty-tensors', which may let one insertion
// expected-note@below {{the payload op}}
func.func @two_insertions_by_pass(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = scf.forall (%i) in (4) shared_outs(%c = %a, %d = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %x = tensor.extract_slice %c[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %d[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %x into %c[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.apply_registered_pass' runs 'eliminate-empty-tensors', which may let one insertion at the end of 'scf.forall' overwrite what the next one reads; 'transform.heddle.bufferize' does not}}
  %1 = transform.apply_registered_pass "eliminate-empty-tensors" to %0 : (!transform.any_op) -> !transform.any_op
}
