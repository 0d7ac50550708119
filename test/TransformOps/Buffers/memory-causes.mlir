// RUN: heddle-opt %s --apply-schedule --verify-diagnostics -o /dev/null

// A buffer and its copy have two notes more: the write and the read that conflict.
// expected-remark@below {{memory of '@copied': 1 allocation (16 B, 1 x), 1 copy (16 B, 1 x), peak 16 B}}
func.func @copied(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  // expected-note@+3 {{alloc memref<2x2xf32>: 16 B x 1, because 'linalg.matmul' would overwrite what 'linalg.exp' still reads}}
  // expected-note@+2 {{copy memref<2x2xf32>: 16 B x 1, because 'linalg.matmul' would overwrite what 'linalg.exp' still reads}}
  // expected-note@+1 {{the write}}
  %0 = linalg.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%b : tensor<2x2xf32>) -> tensor<2x2xf32>
  // expected-note@+1 {{the read}}
  %1 = linalg.exp ins(%b : tensor<2x2xf32>) outs(%a : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2xf32>
}

// expected-remark@below {{memory of '@temporary': 1 allocation (4 B, 1 x), 0 copies, peak 4 B}}
func.func @temporary(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  // expected-note@below {{alloc memref<f32>: 4 B x 1, because it holds what 'linalg.exp' computes for 'linalg.add'}}
  %e = tensor.empty() : tensor<f32>
  // expected-note@below {{computed here}}
  %0 = linalg.exp ins(%a : tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
  // expected-note@below {{read here}}
  %1 = linalg.add ins(%0, %a : tensor<f32>, tensor<f32>) outs(%b : tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.report_memory %0 : !transform.any_op
}
