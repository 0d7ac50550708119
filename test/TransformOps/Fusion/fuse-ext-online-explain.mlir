// RUN: heddle-opt %s --apply-schedule -o /dev/null --verify-diagnostics=only-expected
// RUN: heddle explain %s | FileCheck %s

// The plan says what a loop carries online, and along which dim of the target.

// CHECK:      loop 0: dim 0, 0 to 8 step 4, parallel
// CHECK:      loop 0: dim 2, 0 to 8 step 2, reduction
// CHECK:      fused: linalg_ext.unnorm_softmax in loop 0, box [0 : 4, i0 : i0 + 2], tile 4x2, recompute 1.00, 80 bytes, online along dim 2: carries max, sum
// CHECK-NEXT: fused: linalg.generic in loop 0, box [0 : 4, 0 : 8], tile 4x8, recompute 1.00, 128 bytes, rescales the accumulator
func.func @attention(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{, online along dim 2: carries max, sum}}
  // expected-remark @below {{, rescales the accumulator}}
  %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 2] {online, explain} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
