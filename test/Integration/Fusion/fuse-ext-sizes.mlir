// RUN: heddle check %s
// RUN: heddle-opt %s --transform-interpreter | FileCheck %s

// Sizes that are as large as a number can be, and sizes from the payload that
// change while the targets are tiled one by one.

// Both targets take the size from a dim of a value that the first nest
// computes.
// CHECK-LABEL: func @size_of_fused(
// CHECK:       %[[S:.*]] = affine.max #{{.*}}()[%{{.*}}]
// CHECK:       scf.for %{{.*}} = %{{.*}} to %{{.*}} step %[[S]] iter_args(
// CHECK:         linalg.abs {root} ins(
// CHECK:       %[[T:.*]] = affine.max #{{.*}}()[%{{.*}}]
// CHECK:       scf.for %{{.*}} = %{{.*}} to %{{.*}} step %[[T]] iter_args(
// CHECK:         linalg.exp {root} ins(
func.func @size_of_fused(%a: tensor<?x40xf32>)
    -> (tensor<?x40xf32>, tensor<?x40xf32>) {
  %c0 = arith.constant 0 : index
  %x = linalg.negf ins(%a : tensor<?x40xf32>) outs(%a : tensor<?x40xf32>)
      -> tensor<?x40xf32>
  %s = tensor.dim {size} %x, %c0 : tensor<?x40xf32>
  %0 = linalg.abs {root} ins(%x : tensor<?x40xf32>)
      outs(%x : tensor<?x40xf32>) -> tensor<?x40xf32>
  %1 = linalg.exp {root} ins(%0 : tensor<?x40xf32>)
      outs(%0 : tensor<?x40xf32>) -> tensor<?x40xf32>
  return %0, %1 : tensor<?x40xf32>, tensor<?x40xf32>
}

// The largest size: all of the dim, also where a window multiplies it.
// CHECK-LABEL: func @largest(
// CHECK:       %[[S:.*]] = arith.constant 1099511627776 : index
// CHECK:       scf.for %{{.*}} = %{{.*}} to %{{.*}} step %[[S]] iter_args(
func.func @largest(%a: tensor<?x5xf32>, %w: tensor<3xf32>, %d: tensor<?x5xf32>)
    -> tensor<?x5xf32> {
  %x = linalg.negf ins(%a : tensor<?x5xf32>) outs(%a : tensor<?x5xf32>)
      -> tensor<?x5xf32>
  %0 = linalg.generic {
    largest,
    indexing_maps = [affine_map<(i, j, k) -> (2 * i + k, j)>,
                     affine_map<(i, j, k) -> (k)>,
                     affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<?x5xf32>, tensor<3xf32>) outs(%d : tensor<?x5xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// The one element of a rank-0 tensor is taken whole, whatever the size.
// CHECK-LABEL: func @of_rank_0(
// CHECK:       tensor.expand_shape %{{.*}} [] output_shape [1] : tensor<f32> into tensor<1xf32>
func.func @of_rank_0(%a: tensor<f32>) -> tensor<1xf32> {
  %e = tensor.empty() : tensor<1xf32>
  %x = tensor.expand_shape %a [] output_shape [1]
      : tensor<f32> into tensor<1xf32>
  %0 = linalg.exp {largest} ins(%x : tensor<1xf32>) outs(%e : tensor<1xf32>)
      -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %r = transform.structured.match attributes {root} in %m
        : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {size} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse_ext %r tile_sizes [%s, 3]
        : (!transform.any_op, !transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %h = transform.structured.match attributes {largest} in %m
        : (!transform.any_op) -> !transform.any_op
    %u, %k = transform.structured.fuse_ext %h tile_sizes [9223372036854775807]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
