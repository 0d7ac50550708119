// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// 'linalg.softmax' becomes 'linalg_ext.softmax', and then fuses with what feeds
// and what reads it.

// SAME: rows: equal
// CHECK-LABEL: func @rows(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           %{{.*}} = linalg.mul ins
// CHECK:           linalg_ext.softmax dimension(1) ins(%{{.*}} : tensor<?x?xf32>)
// CHECK:           linalg.mul {rows}
// CHECK-NOT:     linalg.softmax
// CHECK:         return
func.func @rows(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %q = linalg.mul ins(%x, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.softmax dimension(1) ins(%q : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.mul {rows} ins(%0, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Row i keeps its first i + 1 elements, the others are -inf.
// SAME: masked: equal
// CHECK-LABEL: func @masked(
// CHECK-NOT:     linalg.softmax
// CHECK:         linalg_ext.softmax dimension(1) ins(%{{.*}} : tensor<9x13xbf16>)
func.func @masked(%x: tensor<9x13xbf16>) -> tensor<9x13xbf16> {
  %inf = arith.constant 0xFF80 : bf16
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x13xbf16>) outs(%x : tensor<9x13xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sle, %j, %i : index
    %y = arith.select %keep, %in, %inf : bf16
    linalg.yield %y : bf16
  } -> tensor<9x13xbf16>
  %0 = linalg.softmax dimension(1) ins(%m : tensor<9x13xbf16>) outs(%x : tensor<9x13xbf16>) -> tensor<9x13xbf16>
  return %0 : tensor<9x13xbf16>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %0 {
    transform.apply_patterns.linalg_ext.from_linalg
  } : !transform.any_op
  %1 = transform.structured.match attributes {rows} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
