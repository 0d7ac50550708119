// Tiles of linalg_ext ops with a deliberate mistake in them: heddle check notices
// each of them and says where. Without a mistake the same schedules pass.
//
// RUN: split-file %s %t
// RUN: heddle check %t/scan.mlir | FileCheck %s --check-prefix=NONE
// RUN: heddle check %t/topk.mlir | FileCheck %s --check-prefix=NONE
// RUN: not heddle check %t/scan.mlir --test-break=scan_restarted \
// RUN:   | FileCheck %s --check-prefix=SCAN
// RUN: not heddle check %t/topk.mlir --test-break=local_positions \
// RUN:   | FileCheck %s --check-prefix=TOPK

// NONE: : equal: random data bit for bit

// Each tile starts from what the accumulator held before the loop.
// SCAN: scan: different: result 0[5] is {{-?[0-9]+}}, expected {{-?[0-9]+}} ({{[0-9]+}} of 37 elements differ)

// The position in the tile is taken for that in the row: the values are right.
// TOPK: topk: different: result 1[{{[0-3]}}] is {{[0-4]}}, expected {{[0-9]+}}

//--- scan.mlir
func.func @scan(%x: tensor<37xi32>, %y: tensor<37xi32>, %a: tensor<i32>) -> (tensor<37xi32>, tensor<i32>) {
  %0:2 = linalg_ext.scan {root} dimension(0) inclusive(true) ins(%x : tensor<37xi32>) outs(%y, %a : tensor<37xi32>, tensor<i32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.addi %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<37xi32>, tensor<i32>
  return %0#0, %0#1 : tensor<37xi32>, tensor<i32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

//--- topk.mlir
func.func @topk(%x: tensor<37xf32>, %v: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %inf = arith.constant 0xFF800000 : f32
  %f = linalg.fill ins(%inf : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %0:2 = linalg_ext.topk {root} dimension(0) ins(%x : tensor<37xf32>) outs(%f, %i : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  } -> tensor<4xf32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
