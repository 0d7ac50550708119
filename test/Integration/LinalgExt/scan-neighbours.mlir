// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// A scan of a matrix with an elementwise op before or after it, both dims tiled, in both
// orders of the loops. Tiles divide no extent.

// The op before a scan along dim 0: a tile of it in each iteration.
// SAME: before_0_rows_first: equal
// CHECK-LABEL: func @before_0_rows_first(
// CHECK-COUNT-2: scf.for %
// CHECK:         %[[P:.*]] = linalg.mul ins(
// CHECK:         linalg_ext.scan {rows_first} dimension(0) inclusive(true) ins(%[[P]] :
// CHECK-NOT:     linalg_ext.scan
// CHECK:         return
func.func @before_0_rows_first(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %p = linalg.mul ins(%x, %x : tensor<?x?xi32>, tensor<?x?xi32>) outs(%y : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0:2 = linalg_ext.scan {rows_first} dimension(0) inclusive(true) ins(%p : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// The op before a scan along dim 0: a tile of it in each iteration.
// SAME: before_0_columns_first: equal
// CHECK-LABEL: func @before_0_columns_first(
// CHECK-COUNT-2: scf.for %
// CHECK:         %[[P:.*]] = linalg.mul ins(
// CHECK:         linalg_ext.scan {columns_first} dimension(0) inclusive(true) ins(%[[P]] :
// CHECK-NOT:     linalg_ext.scan
// CHECK:         return
func.func @before_0_columns_first(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %p = linalg.mul ins(%x, %x : tensor<?x?xi32>, tensor<?x?xi32>) outs(%y : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0:2 = linalg_ext.scan {columns_first} dimension(0) inclusive(true) ins(%p : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// The op before a scan along dim 1: a tile of it in each iteration.
// SAME: before_1_rows_first: equal
// CHECK-LABEL: func @before_1_rows_first(
// CHECK-COUNT-2: scf.for %
// CHECK:         %[[P:.*]] = linalg.mul ins(
// CHECK:         linalg_ext.scan {rows_first} dimension(1) inclusive(true) ins(%[[P]] :
// CHECK-NOT:     linalg_ext.scan
// CHECK:         return
func.func @before_1_rows_first(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %p = linalg.mul ins(%x, %x : tensor<?x?xi32>, tensor<?x?xi32>) outs(%y : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0:2 = linalg_ext.scan {rows_first} dimension(1) inclusive(true) ins(%p : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// The op before a scan along dim 1: a tile of it in each iteration.
// SAME: before_1_columns_first: equal
// CHECK-LABEL: func @before_1_columns_first(
// CHECK-COUNT-2: scf.for %
// CHECK:         %[[P:.*]] = linalg.mul ins(
// CHECK:         linalg_ext.scan {columns_first} dimension(1) inclusive(true) ins(%[[P]] :
// CHECK-NOT:     linalg_ext.scan
// CHECK:         return
func.func @before_1_columns_first(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %p = linalg.mul ins(%x, %x : tensor<?x?xi32>, tensor<?x?xi32>) outs(%y : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0:2 = linalg_ext.scan {columns_first} dimension(1) inclusive(true) ins(%p : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// The op after a scan along dim 0.
// SAME: after_0_rows_first: equal
// CHECK-LABEL: func @after_0_rows_first(
// CHECK:         linalg_ext.scan dimension(0)
// CHECK:         linalg.mul {rows_first}
// CHECK:         return
func.func @after_0_rows_first(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %0:2 = linalg_ext.scan dimension(0) inclusive(true) ins(%x : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  %1 = linalg.mul {rows_first} ins(%0#0, %x : tensor<?x?xi32>, tensor<?x?xi32>) outs(%y : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %1, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// The op after a scan along dim 0.
// SAME: after_0_columns_first: equal
// CHECK-LABEL: func @after_0_columns_first(
// CHECK:         linalg_ext.scan dimension(0)
// CHECK:         linalg.mul {columns_first}
// CHECK:         return
func.func @after_0_columns_first(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %0:2 = linalg_ext.scan dimension(0) inclusive(true) ins(%x : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  %1 = linalg.mul {columns_first} ins(%0#0, %x : tensor<?x?xi32>, tensor<?x?xi32>) outs(%y : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %1, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// The op after a scan along dim 1.
// SAME: after_1_rows_first: equal
// CHECK-LABEL: func @after_1_rows_first(
// CHECK:         linalg_ext.scan dimension(1)
// CHECK:         linalg.mul {rows_first}
// CHECK:         return
func.func @after_1_rows_first(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %0:2 = linalg_ext.scan dimension(1) inclusive(true) ins(%x : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  %1 = linalg.mul {rows_first} ins(%0#0, %x : tensor<?x?xi32>, tensor<?x?xi32>) outs(%y : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %1, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// The op after a scan along dim 1.
// SAME: after_1_columns_first: equal
// CHECK-LABEL: func @after_1_columns_first(
// CHECK:         linalg_ext.scan dimension(1)
// CHECK:         linalg.mul {columns_first}
// CHECK:         return
func.func @after_1_columns_first(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %0:2 = linalg_ext.scan dimension(1) inclusive(true) ins(%x : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  %1 = linalg.mul {columns_first} ins(%0#0, %x : tensor<?x?xi32>, tensor<?x?xi32>) outs(%y : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %1, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {rows_first} in %root : (!transform.any_op) -> !transform.any_op
  transform.foreach %0 : !transform.any_op {
  ^bb1(%one: !transform.any_op):
    transform.structured.fuse_ext %one tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
  %1 = transform.structured.match attributes {columns_first} in %root : (!transform.any_op) -> !transform.any_op
  transform.foreach %1 : !transform.any_op {
  ^bb1(%one: !transform.any_op):
    transform.structured.fuse_ext %one tile_sizes [4, 8] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
