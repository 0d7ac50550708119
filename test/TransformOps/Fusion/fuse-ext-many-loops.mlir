// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The window of %x depends on all six loops, of 34 iterations each. Their
// iterations are sampled together: 64 of each would be looked at for years.
// CHECK-LABEL: func.func @six_loops(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<397xf32>
// CHECK:         %[[X:.*]] = linalg.exp ins(%[[A]] :
// CHECK:         scf.for %{{.*}} iter_args(
// CHECK:           tensor.extract_slice %[[X]]
func.func @six_loops(%a: tensor<397xf32>) -> tensor<67x67x67x67x67x67xf32> {
  %e0 = tensor.empty() : tensor<397xf32>
  %x = linalg.exp ins(%a : tensor<397xf32>) outs(%e0 : tensor<397xf32>) -> tensor<397xf32>
  %e = tensor.empty() : tensor<67x67x67x67x67x67xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d, e, f) -> (a + b + c + d + e + f)>,
                       affine_map<(a, b, c, d, e, f) -> (a, b, c, d, e, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<397xf32>) outs(%e : tensor<67x67x67x67x67x67xf32>) attrs = {root} {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<67x67x67x67x67x67xf32>
  return %r : tensor<67x67x67x67x67x67xf32>
}
transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  %r = transform.structured.match attributes {root} in %m : (!transform.any_op) -> !transform.any_op
  %t, %l:6 = transform.structured.fuse_ext %r tile_sizes [2, 2, 2, 2, 2, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
