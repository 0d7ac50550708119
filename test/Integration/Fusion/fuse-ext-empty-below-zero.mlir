// RUN: heddle apply %s | heddle-opt | FileCheck %s
// RUN: heddle apply %s | heddle-opt --canonicalize --cse | FileCheck %s --check-prefix=FOLDED

// An op without iterations reads through 3 * d1 + d2. The last index is
// 3 * -1 + 1 = -2, which the verifier accepts only if the window is empty.

// CHECK-LABEL: func @stride(
// CHECK-SAME:    %[[A:.*]]: tensor<1x?xf32>, %{{.*}}: tensor<1x0xf32>,
// CHECK:         scf.for %{{.*}} iter_args(
// CHECK:           %[[WINDOW:.*]] = tensor.extract_slice %[[A]][%{{.*}}, 0] [1, 0] [1, 1]
// CHECK:           linalg.generic {{.*}} ins(%[[WINDOW]], %{{.*}} : tensor<1x0xf32>, tensor<2xf32>) outs(%{{.*}} : tensor<1x0xf32>)
// No result has an element, so it is enough that the IR verifies, folded or not.
// FOLDED-LABEL: func.func @stride(
// FOLDED:         return %{{.*}} : tensor<1x0x?xf32>
func.func @stride(%v0: tensor<1x?xf32>, %v2: tensor<1x0xf32>,
                  %v4: tensor<1x0x?xf32>, %v6: tensor<1x?x?xf32>,
                  %v7: tensor<1x0x?xf32>) -> tensor<1x0x?xf32> {
  %v1 = tensor.empty() : tensor<2xf32>
  %v3 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1 * 3 + d2)>,
                       affine_map<(d0, d1, d2) -> (d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v0, %v1 : tensor<1x?xf32>, tensor<2xf32>)
      outs(%v2 : tensor<1x0xf32>) {
  ^bb0(%i0: f32, %i1: f32, %o0: f32):
    %m = arith.maximumf %o0, %i0 : f32
    linalg.yield %m : f32
  } -> tensor<1x0xf32>
  %v5 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>,
                       affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%v3 : tensor<1x0xf32>) outs(%v4 : tensor<1x0x?xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %m = arith.maximumf %o0, %i0 : f32
    linalg.yield %m : f32
  } -> tensor<1x0x?xf32>
  %v8 = linalg.batch_matmul
      ins(%v5, %v6 : tensor<1x0x?xf32>, tensor<1x?x?xf32>)
      outs(%v7 : tensor<1x0x?xf32>) -> tensor<1x0x?xf32>
  return %v8 : tensor<1x0x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %return = transform.structured.match ops{["func.return"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %same, %loops:2 = transform.structured.fuse_operands %return
        {tile_nums = [2, 1, 3]}
        : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
