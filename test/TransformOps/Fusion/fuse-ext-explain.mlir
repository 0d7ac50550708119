// RUN: heddle-opt %s --apply-schedule --verify-diagnostics -o /dev/null

// Each line of the plan is a remark on the op that it is about: where it is
// computed and for which box, or why it is not fused.
module {
  func.func @f(%a: tensor<16x8xf32>, %b: tensor<8x8xf32>) -> tensor<16x8xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<16x8xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4, 0 : 8], tile 4x8, recompute 1.00, 128 bytes}}
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
    // expected-remark@below {{not fused: it is a stop op}}
    %k = linalg.negf {stop} ins(%b : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-remark@below {{fused in loop 0, box [i0 : i0 + 4, 0 : 8, 0 : 8], tile 4x8x8, recompute 1.00, 128 bytes, root}}
    %0 = linalg.matmul {root} ins(%a, %k : tensor<16x8xf32>, tensor<8x8xf32>) outs(%z : tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {stop} in %root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] stop %s {explain} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
