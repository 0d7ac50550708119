// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// A panel of 96 rows and 16 columns of f32 has 6144 bytes, all of the first
// cache. It is made where it is made without a limit.
// CHECK-LABEL: func.func @fits(
// CHECK:         scf.for %[[N:[^ ]*]] =
// CHECK:           linalg.copy {heddle.max_tile_bytes = 6144 : i64} ins(%{{.*}} : tensor<96x16xf32>
// CHECK:           scf.for %[[M:[^ ]*]] =
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l1_bytes" = 6144 : i64>>} {
func.func @fits(%a: tensor<40x96xf32>, %b: tensor<96x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<40x96xf32>, tensor<96x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2, %3:3 = transform.structured.fuse_ext %1 tile_sizes [8, 16, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// 96 rows of 12 columns take as much with rows of 16.
// CHECK-LABEL: func.func @padded(
// CHECK:           bufferization.alloc_tensor() : tensor<96x16xf32>
// CHECK:           linalg.copy {heddle.max_tile_bytes = 6144 : i64, heddle.row_multiple = 16 : i64} ins(%{{.*}} : tensor<96x12xf32>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"l1_bytes" = 6144 : i64>>} {
func.func @padded(%a: tensor<40x96xf32>, %b: tensor<96x64xf32>, %c: tensor<40x64xf32>) -> tensor<40x64xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<40x96xf32>, tensor<96x64xf32>) outs(%c : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %copy = transform.heddle.pack_operand %0 operand = 1 {cache_level = 1, pad} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2, %3:3 = transform.structured.fuse_ext %1 tile_sizes [8, 12, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
}
