// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Each block is combined from its first element, the scan of these totals goes from the
// accumulator, and each block from what that scan has for it. Two elements are left:
// they start from all blocks. A total may wrap around, a prefix does not.
// CHECK-LABEL: func @rows(
// CHECK-SAME:      %[[X:.*]]: tensor<4x14xi32>, %[[Y:.*]]: tensor<4x14xi32>, %[[A:.*]]: tensor<4xi32>)
// CHECK:         %[[XM:.*]] = tensor.extract_slice %[[X]][0, 0] [4, 12] [1, 1]
// CHECK-NEXT:    %[[XB:.*]] = tensor.expand_shape %[[XM]] {{\[\[}}0], [1, 2]] output_shape [4, 3, 4]
// CHECK-NEXT:    %[[FIRST:.*]] = tensor.extract_slice %[[XB]][0, 0, 0] [4, 3, 1] [1, 1, 1] : tensor<4x3x4xi32> to tensor<4x3xi32>
// CHECK-NEXT:    %[[REST:.*]] = tensor.extract_slice %[[XB]][0, 0, 1] [4, 3, 3] [1, 1, 1]
// CHECK-NEXT:    %[[T:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[REST]] : {{.*}} outs(%[[FIRST]] : {{.*}} attrs = {totals}
// CHECK-NEXT:    ^bb0(%[[E:.*]]: i32, %[[S:.*]]: i32):
// CHECK-NEXT:      arith.addi %[[S]], %[[E]] : i32
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<4x3xi32>
// CHECK-NEXT:    %[[ST:.*]]:2 = linalg_ext.scan {starts} dimension(1) inclusive(false) ins(%[[T]] : {{.*}} outs(%[[EMPTY]], %[[A]] :
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.addi %{{.*}}, %{{.*}} : i32
// CHECK:         %[[YM:.*]] = tensor.extract_slice %[[Y]][0, 0] [4, 12] [1, 1]
// CHECK-NEXT:    %[[YB:.*]] = tensor.expand_shape %[[YM]]
// CHECK-NEXT:    %[[B:.*]]:2 = linalg_ext.scan {blocks, tag = "x"} dimension(2) inclusive(true) ins(%[[XB]] : {{.*}} outs(%[[YB]], %[[ST]]#0 :
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.addi %{{.*}}, %{{.*}} overflow<nsw> : i32
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[B]]#0
// CHECK-NEXT:    %[[R1:.*]] = tensor.insert_slice %[[C]] into %[[Y]][0, 0] [4, 12] [1, 1]
// CHECK-NEXT:    %[[YL:.*]] = tensor.extract_slice %[[R1]][0, 12] [4, 2] [1, 1]
// CHECK-NEXT:    %[[XL:.*]] = tensor.extract_slice %[[X]][0, 12] [4, 2] [1, 1]
// CHECK-NEXT:    %[[L:.*]]:2 = linalg_ext.scan dimension(1) inclusive(true) ins(%[[XL]] : {{.*}} outs(%[[YL]], %[[ST]]#1 :
// CHECK:         %[[R2:.*]] = tensor.insert_slice %[[L]]#0 into %[[R1]][0, 12] [4, 2] [1, 1]
// CHECK-NEXT:    return %[[R2]], %[[L]]#1
func.func @rows(%x: tensor<4x14xi32>, %y: tensor<4x14xi32>, %a: tensor<4xi32>) -> (tensor<4x14xi32>, tensor<4xi32>) {
  %0:2 = linalg_ext.scan {tag = "x"} dimension(1) inclusive(true) ins(%x : tensor<4x14xi32>) outs(%y, %a : tensor<4x14xi32>, tensor<4xi32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.addi %s, %e overflow<nsw> : i32
    linalg_ext.yield %n : i32
  } -> tensor<4x14xi32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4x14xi32>, tensor<4xi32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %scan = transform.structured.match ops{["linalg_ext.scan"]} in %module : (!transform.any_op) -> !transform.any_op
  %totals, %starts, %blocks = transform.heddle.split_scan %scan {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.annotate %totals "totals" : !transform.any_op
  transform.annotate %starts "starts" : !transform.any_op
  transform.annotate %blocks "blocks" : !transform.any_op
}

// -----

// A multiple of the block: no slices, and what the op says of its body remains.
// CHECK-LABEL: func @multiple(
// CHECK-SAME:      %[[X:.*]]: tensor<12xf32>, %[[Y:.*]]: tensor<12xf32>, %[[A:.*]]: tensor<f32>)
// CHECK:         tensor.expand_shape %[[X]] {{\[\[}}0, 1]] output_shape [3, 4]
// CHECK:         linalg_ext.scan {associative} dimension(0) inclusive(false)
// CHECK:         %[[YB:.*]] = tensor.expand_shape %[[Y]]
// CHECK:         %[[B:.*]]:2 = linalg_ext.scan {associative} dimension(1) inclusive(false) {{.*}} outs(%[[YB]],
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[B]]#0
// CHECK-NEXT:    return %[[C]]
func.func @multiple(%x: tensor<12xf32>, %y: tensor<12xf32>, %a: tensor<f32>) -> tensor<12xf32> {
  %0:2 = linalg_ext.scan {associative} dimension(0) inclusive(false) ins(%x : tensor<12xf32>) outs(%y, %a : tensor<12xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.addf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<12xf32>, tensor<f32>
  return %0#0 : tensor<12xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %scan = transform.structured.match ops{["linalg_ext.scan"]} in %module : (!transform.any_op) -> !transform.any_op
  %totals, %starts, %blocks = transform.heddle.split_scan %scan {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
