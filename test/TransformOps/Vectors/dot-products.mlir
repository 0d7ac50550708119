// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Both factors are signed: A gets 128 more, the sums of the columns of B take it back,
// and both are padded to whole groups. B is copied with a group innermost.
// CHECK-DAG: #[[LHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[RHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>
// CHECK-DAG: #[[SUM:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func @signed(
// CHECK-SAME:    %[[A:.*]]: tensor<5x7xi8>, %[[B:.*]]: tensor<7x9xi8>, %[[C:.*]]: tensor<5x9xi32>)
// CHECK:         %[[SUMS:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #[[COLUMN]]], iterator_types = ["reduction", "parallel"]} ins(%[[B]] :
// CHECK:         %[[START:.*]] = linalg.generic {{.*}} ins(%[[SUMS]] : tensor<9xi32>) outs(%[[C]] :
// CHECK:           %[[BIAS:.*]] = arith.constant -128 : i32
// CHECK:           arith.muli %{{.*}}, %[[BIAS]]
// CHECK:         %[[PADDED:.*]] = tensor.pad %[[A]] low[0, 0] high[0, 1]
// CHECK:         %[[BIASED:.*]] = linalg.generic {{.*}} ins(%[[PADDED]] : tensor<5x8xi8>)
// CHECK:           %[[SIGN:.*]] = arith.constant -128 : i8
// CHECK:           arith.xori %{{.*}}, %[[SIGN]]
// CHECK:         %[[GROUPS:.*]] = tensor.expand_shape %[[BIASED]] {{.*}} into tensor<5x2x4xi8>
// CHECK:         %[[ROWS:.*]] = tensor.pad %[[B]] low[0, 0] high[1, 0]
// CHECK:         %[[SPLIT:.*]] = tensor.expand_shape %[[ROWS]] {{.*}} into tensor<2x4x9xi8>
// CHECK:         %[[PANEL:.*]] = linalg.transpose ins(%[[SPLIT]] : {{.*}} permutation = [0, 2, 1] {panel}
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #[[SUM]]], {{.*}} ins(%[[GROUPS]], %[[PANEL]] : {{.*}}) outs(%[[START]] : tensor<5x9xi32>) attrs =  {mine, sum} {
// CHECK-DAG:       arith.extui %{{.*}} : i8 to i32
// CHECK-DAG:       arith.extsi %{{.*}} : i8 to i32
// CHECK:         return %[[R]]
func.func @signed(%a: tensor<5x7xi8>, %b: tensor<7x9xi8>, %c: tensor<5x9xi32>) -> tensor<5x9xi32> {
  %r = linalg.matmul {mine} ins(%a, %b : tensor<5x7xi8>, tensor<7x9xi8>) outs(%c : tensor<5x9xi32>) -> tensor<5x9xi32>
  return %r : tensor<5x9xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %2 = transform.heddle.pack_dot_products %0
  transform.annotate %1 "sum" : !transform.any_op
  transform.annotate %2 "panel" : !transform.any_op
}

// -----

// Groups of two, of which there are enough: nothing is added to A or padded.
// CHECK-LABEL: func @brain(
// CHECK-SAME:    %[[A:.*]]: tensor<5x6xbf16>, %[[B:.*]]: tensor<9x6xbf16>, %[[C:.*]]: tensor<5x9xf32>)
// CHECK-NEXT:    %[[GROUPS:.*]] = tensor.expand_shape %[[A]] {{.*}} into tensor<5x3x2xbf16>
// CHECK-NEXT:    %[[SPLIT:.*]] = tensor.expand_shape %[[B]] {{.*}} into tensor<9x3x2xbf16>
// CHECK:         %[[PANEL:.*]] = linalg.transpose ins(%[[SPLIT]] : {{.*}} permutation = [1, 0, 2]
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[GROUPS]], %[[PANEL]] : {{.*}}) outs(%[[C]] :
// CHECK:         return %[[R]]
func.func @brain(%a: tensor<5x6xbf16>, %b: tensor<9x6xbf16>, %c: tensor<5x9xf32>) -> tensor<5x9xf32> {
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%a, %b : tensor<5x6xbf16>, tensor<9x6xbf16>) outs(%c : tensor<5x9xf32>) -> tensor<5x9xf32>
  return %r : tensor<5x9xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %2 = transform.heddle.pack_dot_products %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
