// RUN: heddle explain %s | FileCheck %s

// A row sum is the same for each of the eight column tiles. A slack of 8 would
// take it into the loop over columns, but a reduction is computed twice at most:
// it goes as deep as that lets it.

// CHECK:      loop 1: dim 1
// CHECK-NEXT: fused: linalg.reduce in loop 0, box [i0 : i0 + 8, 0 : 512], {{.*}} recompute 1.00, 32 bytes at fusion-plan-slack.mlir:15:10
// CHECK-NEXT: fused: linalg.generic in loop 1
// CHECK:      loop 1: dim 1
// CHECK-NEXT: fused: linalg.reduce in loop 1, box [i0 : i0 + 8, 0 : 512], {{.*}} recompute 8.00
// CHECK-NEXT: fused: linalg.generic in loop 1
func.func @rows(%a: tensor<64x512xf32>, %z: tensor<64xf32>,
                %e: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<64x512xf32>)
    outs(%z : tensor<64xf32>) dimensions = [1]
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %sum : tensor<64x512xf32>, tensor<64xf32>)
      outs(%e : tensor<64x512xf32>) attrs = {limited} {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %0 = arith.subf %x, %s : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  return %r : tensor<64x512xf32>
}
func.func @rows_again(%a: tensor<64x512xf32>, %z: tensor<64xf32>,
                      %e: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<64x512xf32>)
    outs(%z : tensor<64xf32>) dimensions = [1]
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %sum : tensor<64x512xf32>, tensor<64xf32>)
      outs(%e : tensor<64x512xf32>) attrs = {free} {
  ^bb0(%x: f32, %s: f32, %out: f32):
    %0 = arith.subf %x, %s : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  return %r : tensor<64x512xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %limited = transform.structured.match attributes {limited} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse_ext %limited
        tile_sizes [8, 64] {placement_slack = 8.0 : f64}
        : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %free = transform.structured.match attributes {free} in %m
        : (!transform.any_op) -> !transform.any_op
    %t2, %l2:2 = transform.structured.fuse_ext %free
        tile_sizes [8, 64] {placement_slack = 8.0 : f64, max_recompute = 8.0 : f64}
        : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
