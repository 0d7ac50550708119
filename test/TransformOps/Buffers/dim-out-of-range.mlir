// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// An extent that the shape does not have is legal as long as it is not used:
// the tile size is a value like any other.
// CHECK-LABEL: func.func @as_a_tile_size(
// CHECK:         %[[SIZE:.*]] = tensor.dim {size} %{{.*}}, %{{.*}}
// CHECK:         %[[STEP:.*]] = affine.max #{{.*}}()[%[[SIZE]]]
// CHECK:         scf.for {{.*}} step %[[STEP]]
func.func @as_a_tile_size(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c = arith.constant -1 : index
  %s = tensor.dim {size} %a, %c : tensor<?xf32>
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %s = transform.structured.match attributes {size} in %m : (!transform.any_op) -> !transform.any_op
    %0 = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %1, %loop = transform.structured.fuse_ext %0 tile_sizes [%s] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Of the result of an op that moves into the nest: the result leaves for it.
// CHECK-LABEL: func.func @of_a_producer(
// CHECK:         %[[NEST:.*]]:2 = scf.for
// CHECK:           linalg.negf ins(
// CHECK:         tensor.dim %[[NEST]]#1
// CHECK:         tensor.dim %[[NEST]]#1
func.func @of_a_producer(%a: tensor<?xf32>) -> (tensor<?xf32>, index, index) {
  %before = arith.constant -7 : index
  %behind = arith.constant 1 : index
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %0, %before : tensor<?xf32>
  %e = tensor.dim %0, %behind : tensor<?xf32>
  %1 = linalg.exp ins(%0 : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %1, %d, %e : tensor<?xf32>, index, index
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %1, %loop = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Of a pad that is split: the pad stays for it.
// CHECK-LABEL: func.func @of_a_pad(
// CHECK:         %[[PAD:.*]] = tensor.pad
// CHECK:         tensor.dim %[[PAD]]
// CHECK:         tensor.dim %[[PAD]]
func.func @of_a_pad(%x: tensor<6xf32>, %out: tensor<9xf32>) -> (tensor<9xf32>, index, index) {
  %before = arith.constant -1 : index
  %behind = arith.constant 1 : index
  %c = arith.constant 7.0 : f32
  %0 = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<6xf32> to tensor<9xf32>
  %d = tensor.dim %0, %before : tensor<9xf32>
  %e = tensor.dim %0, %behind : tensor<9xf32>
  %1 = linalg.exp ins(%0 : tensor<9xf32>) outs(%out : tensor<9xf32>) -> tensor<9xf32>
  return %1, %d, %e : tensor<9xf32>, index, index
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.heddle.split_at_padding %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// As the bound of two loops: both have the same, so they become one.
// CHECK-LABEL: func.func @as_a_loop_bound(
// CHECK:         %[[DIM:.*]] = memref.dim
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[DIM]]
// CHECK-NOT:     scf.for
func.func @as_a_loop_bound(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %a, %c1 : memref<?xf32>
  scf.for %i = %c0 to %d step %c1 {
    memref.store %f, %a[%i] : memref<?xf32>
  } {loops}
  scf.for %i = %c0 to %d step %c1 {
    memref.store %f, %b[%i] : memref<?xf32>
  } {loops}
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %0 = transform.structured.match attributes {loops} in %m : (!transform.any_op) -> !transform.any_op
    %1 = transform.heddle.fuse_sibling_loops %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
