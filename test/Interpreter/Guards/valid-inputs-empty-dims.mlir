// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// An extent of 0 is no fault where its dim is tiled: for the producer neither,
// which has the dim from its reader.
// CHECK-LABEL: func.func @empty_rows(
// CHECK:         %[[LOOP:.*]] = scf.for %{{.*}} to %{{.*}} step %{{.*}} iter_args
// CHECK:           %[[PRODUCT:.*]] = linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<8x4xf32>)
// CHECK:           linalg.exp {rows} ins(%[[PRODUCT]] :
// CHECK:         return %[[LOOP]]
func.func @empty_rows(%a: tensor<0x8xf32>, %b: tensor<8x4xf32>, %c: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<0x8xf32>, tensor<8x4xf32>) outs(%c : tensor<0x4xf32>) -> tensor<0x4xf32>
  %1 = linalg.exp {rows} ins(%0 : tensor<0x4xf32>) outs(%c : tensor<0x4xf32>) -> tensor<0x4xf32>
  return %1 : tensor<0x4xf32>
}

// Sizes of 0 tile nothing.
// CHECK-LABEL: func.func @nothing_tiled(
// CHECK-NOT:     scf.for
// CHECK:         %[[R:.*]] = linalg.matmul {none} ins(%{{.*}}, %{{.*}} : tensor<8x0xf32>, tensor<0x4xf32>)
// CHECK:         return %[[R]]
func.func @nothing_tiled(%a: tensor<8x0xf32>, %b: tensor<0x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul {none} ins(%a, %b : tensor<8x0xf32>, tensor<0x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %rows = transform.structured.match attributes {rows} in %root : (!transform.any_op) -> !transform.any_op
  %none = transform.structured.match attributes {none} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse %rows tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %u = transform.structured.tile_using_for %none tile_sizes [0, 0] : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
