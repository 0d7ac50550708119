// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// Winograd transforms as producers: they stay before the nest, and the reason
// names the op that makes loops of them.

// CHECK-LABEL: func @transforms(
// CHECK-SAME:    %[[K:.*]]: tensor<2x3x3x5xf32>, %[[A:.*]]: tensor<2x14x14x5xf32>, %[[V:.*]]: tensor<6x6x3x3x2x2xf32>,
// CHECK:         %[[F:.*]] = linalg.winograd_filter_transform {{.*}} ins(%[[K]] :
// CHECK:         scf.for %{{.*}} = %
// CHECK:           tensor.extract_slice %[[F]]
// CHECK:         %[[I:.*]] = linalg.winograd_input_transform {{.*}} ins(%[[A]] :
// CHECK:         scf.for %{{.*}} = %
// CHECK:           tensor.extract_slice %[[I]]
// CHECK:         %[[O:.*]] = linalg.winograd_output_transform {{.*}} ins(%[[V]] :
// CHECK:         scf.for %{{.*}} = %
// CHECK:           tensor.extract_slice %[[O]]
func.func @transforms(%k: tensor<2x3x3x5xf32>, %a: tensor<2x14x14x5xf32>,
                      %v: tensor<6x6x3x3x2x2xf32>, %d: tensor<2x12x12x2xf32>)
    -> (tensor<6x6x5x2xf32>, tensor<6x6x3x3x2x5xf32>, tensor<2x12x12x2xf32>) {
  %e0 = tensor.empty() : tensor<6x6x5x2xf32>
  // expected-remark@below {{not fused: it is tiled by what it is made of: decompose it with transform.structured.decompose_winograd_op and schedule that apart, before the nest}}
  %f = linalg.winograd_filter_transform fmr(F_4_3)
      ins(%k : tensor<2x3x3x5xf32>) outs(%e0 : tensor<6x6x5x2xf32>)
      -> tensor<6x6x5x2xf32>
  // expected-remark@below {{fused in loop 0}}
  %0 = linalg.exp ins(%f : tensor<6x6x5x2xf32>) outs(%e0 : tensor<6x6x5x2xf32>)
      -> tensor<6x6x5x2xf32>
  %e1 = tensor.empty() : tensor<6x6x3x3x2x5xf32>
  // expected-remark@below {{not fused: it is tiled by what it is made of: decompose it with transform.structured.decompose_winograd_op and schedule that apart, before the nest}}
  %i = linalg.winograd_input_transform fmr(F_4_3)
      ins(%a : tensor<2x14x14x5xf32>) outs(%e1 : tensor<6x6x3x3x2x5xf32>)
      -> tensor<6x6x3x3x2x5xf32>
  // expected-remark@below {{fused in loop 0}}
  %1 = linalg.exp ins(%i : tensor<6x6x3x3x2x5xf32>)
      outs(%e1 : tensor<6x6x3x3x2x5xf32>) -> tensor<6x6x3x3x2x5xf32>
  // expected-remark@below {{not fused: it is tiled by what it is made of: decompose it with transform.structured.decompose_winograd_op and schedule that apart, before the nest}}
  %o = linalg.winograd_output_transform fmr(F_4_3)
      ins(%v : tensor<6x6x3x3x2x2xf32>) outs(%d : tensor<2x12x12x2xf32>)
      -> tensor<2x12x12x2xf32>
  // expected-remark@below {{fused in loop 0}}
  %2 = linalg.exp ins(%o : tensor<2x12x12x2xf32>)
      outs(%d : tensor<2x12x12x2xf32>) -> tensor<2x12x12x2xf32>
  return %0, %1, %2
      : tensor<6x6x5x2xf32>, tensor<6x6x3x3x2x5xf32>, tensor<2x12x12x2xf32>
}

// A body that prints is not fused either.
// CHECK-LABEL: func @effects(
// CHECK:         %[[X:.*]] = linalg.generic {
// CHECK:           vector.print %
// CHECK:         scf.for %{{.*}} = %
// CHECK-NOT:       vector.print
// CHECK:           tensor.extract_slice %[[X]]
func.func @effects(%a: tensor<12xf32>, %d: tensor<12xf32>) -> tensor<12xf32> {
  // expected-remark@below {{not fused: it has side effects, or does not say that it has none}}
  %x = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a : tensor<12xf32>) outs(%d : tensor<12xf32>) {
  ^bb0(%p: f32, %q: f32):
    vector.print %p : f32
    linalg.yield %p : f32
  } -> tensor<12xf32>
  // expected-remark@below {{fused in loop 0}}
  %0 = linalg.exp ins(%x : tensor<12xf32>) outs(%d : tensor<12xf32>)
      -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root
      : (!transform.any_op) -> !transform.any_op
  // expected-remark@below 4 {{1 loop}}
  transform.structured.fuse_ext %0 tile_sizes [1] {explain}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
