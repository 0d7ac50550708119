// RUN: heddle-opt %s --transform-interpreter | FileCheck %s

// The second target starts a destination that the first one overwrites: nothing
// needs it once the first is tiled, and it gets its nest all the same.

// CHECK-LABEL: func @overwritten(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8xf32>
// CHECK:         %[[FILLED:.*]] = scf.for %{{.*}} iter_args(%[[F:.*]] = %{{.*}}) -> (tensor<8xf32>) {
// CHECK:           %[[TILE:.*]] = linalg.fill {second} ins(%{{.*}} : f32) outs(%{{.*}} : tensor<4xf32>) -> tensor<4xf32>
// CHECK:           tensor.insert_slice %[[TILE]] into %[[F]]
// CHECK:         scf.for %{{.*}} iter_args(
// CHECK:           linalg.exp {first} ins(%{{.*}} : tensor<4xf32>)
// CHECK:         return %[[A]] : tensor<8xf32>
func.func @overwritten(%a: tensor<8xf32>) -> tensor<8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.fill {second} ins(%z : f32) outs(%e : tensor<8xf32>)
      -> tensor<8xf32>
  %1 = linalg.exp {first} ins(%a : tensor<8xf32>) outs(%0 : tensor<8xf32>)
      -> tensor<8xf32>
  return %a : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %first = transform.structured.match attributes {first} in %m
        : (!transform.any_op) -> !transform.any_op
    %second = transform.structured.match attributes {second} in %m
        : (!transform.any_op) -> !transform.any_op
    %both = transform.merge_handles %first, %second : !transform.any_op
    %t, %l = transform.structured.fuse_ext %both tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
