// The result is written into what a tensor held that nothing reads there any more, but
// an op before the nest does, which the nest reads.
//
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=SAME

// SAME: f: equal

// CHECK-LABEL: func.func @f
// CHECK:         %[[FILL:.*]] = linalg.fill
// CHECK:         %[[ABS:.*]] = linalg.abs ins(%[[FILL]] :
// CHECK:         %{{.*}} = linalg.exp {stop} ins(%[[ABS]] :
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[FILL]])

module attributes {transform.with_named_sequence} {
func.func @f(%a: tensor<9x8xf32>, %x: f32) -> tensor<9x8xf32> {
  %e = tensor.empty() : tensor<9x8xf32>
  %fill = linalg.fill ins(%x : f32) outs(%e : tensor<9x8xf32>) -> tensor<9x8xf32>
  %abs = linalg.abs ins(%fill : tensor<9x8xf32>) outs(%e : tensor<9x8xf32>) -> tensor<9x8xf32>
  %exp = linalg.exp {stop} ins(%abs : tensor<9x8xf32>) outs(%e : tensor<9x8xf32>) -> tensor<9x8xf32>
  %sum = linalg.add {root} ins(%a, %exp : tensor<9x8xf32>, tensor<9x8xf32>) outs(%fill : tensor<9x8xf32>) -> tensor<9x8xf32>
  return %sum : tensor<9x8xf32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op) {
  %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %stop = transform.structured.match attributes {stop} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [4] stop %stop
    : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
