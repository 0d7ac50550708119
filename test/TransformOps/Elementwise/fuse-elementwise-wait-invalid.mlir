// RUN: heddle-opt %s --apply-schedule --verify-diagnostics

// The fill is before both and makes no op wait: the error names the op that
// separates the producer.
#window = affine_map<(i, j, k) -> (i + k, j)>
#weights = affine_map<(i, j, k) -> (k)>
#out = affine_map<(i, j, k) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>
func.func @behind_a_fill(%a: tensor<16x5xf32>, %c: tensor<16x5xf32>, %w: tensor<3xf32>) -> (tensor<14x5xf32>, tensor<16x5xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<14x5xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<14x5xf32>) -> tensor<14x5xf32>
  // expected-note@below {{'linalg.generic' is not merged with 'linalg.generic': its reader does not read each element once}}
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<16x5xf32>) outs(%c : tensor<16x5xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<16x5xf32>
  // expected-note@below {{this is the reader}}
  %p = linalg.generic {indexing_maps = [#window, #weights, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%t, %w : tensor<16x5xf32>, tensor<3xf32>) outs(%f : tensor<14x5xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<14x5xf32>
  return %p, %t : tensor<14x5xf32>, tensor<16x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  %fn = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{no ops of the target can be merged: 'linalg.generic' is not merged with 'linalg.generic': its reader does not read each element once}}
  %x = transform.heddle.fuse_elementwise %fn {shared_input, diff_shapes, max_recompute = 100.0 : f64} : (!transform.any_op) -> !transform.any_op
}
