// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Labels of the loops around each structured op, which its tiles do not divide. The
// results stay those of the payload.

// Rows are independent.
// SAME: softmax: equal
// CHECK-LABEL: func.func @softmax(
// CHECK:         scf.for %
// CHECK:           linalg_ext.softmax {softmax}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK-NEXT:    return
func.func @softmax(%x: tensor<13x11xf32>, %y: tensor<13x11xf32>, %m: tensor<13xf32>, %l: tensor<13xf32>, %s: tensor<13xf32>) -> (tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>) {
  %0:4 = linalg_ext.softmax {softmax} dimension(1) ins(%x : tensor<13x11xf32>) outs(%y, %m, %l, %s : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>) : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>
}

// So are those along the first dim, in two dims and another order.
// SAME: unnorm_softmax: equal
// CHECK-LABEL: func.func @unnorm_softmax(
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg_ext.unnorm_softmax {unnorm_softmax}
// CHECK:           } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK-NEXT:    return
func.func @unnorm_softmax(%x: tensor<11x?x?xf32>, %y: tensor<11x?x?xf32>, %m: tensor<?x?xf32>, %l: tensor<?x?xf32>, %s: tensor<?x?xf32>) -> (tensor<11x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:4 = linalg_ext.unnorm_softmax {unnorm_softmax} dimension(0) ins(%x : tensor<11x?x?xf32>) outs(%y, %m, %l, %s : tensor<11x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) : tensor<11x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
  return %0#0, %0#1, %0#2 : tensor<11x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// The tiles of a row pass its accumulator on.
// SAME: scan: equal
// CHECK-LABEL: func.func @scan(
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg_ext.scan {scan}
// CHECK:           } {heddle.loop_kind = "reduction"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK-NEXT:    return
func.func @scan(%x: tensor<13x11xi32>, %y: tensor<13x11xi32>, %a: tensor<13xi32>) -> (tensor<13x11xi32>, tensor<13xi32>) {
  %0:2 = linalg_ext.scan {scan} dimension(1) inclusive(false) ins(%x : tensor<13x11xi32>) outs(%y, %a : tensor<13x11xi32>, tensor<13xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<13x11xi32>, tensor<13xi32>
  return %0#0, %0#1 : tensor<13x11xi32>, tensor<13xi32>
}

// The tiles of a row merge into the same slots.
// SAME: topk: equal
// CHECK-LABEL: func.func @topk(
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg_ext.topk {topk}
// CHECK:           } {heddle.loop_kind = "reduction"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK-NEXT:    return
func.func @topk(%x: tensor<?x?xi32>, %v: tensor<?x3xi32>, %i: tensor<?x3xi32>) -> (tensor<?x3xi32>, tensor<?x3xi32>) {
  %0:2 = linalg_ext.topk {topk} dimension(1) ins(%x : tensor<?x?xi32>) outs(%v, %i : tensor<?x3xi32>, tensor<?x3xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    linalg_ext.yield %c : i1
  } -> tensor<?x3xi32>, tensor<?x3xi32>
  return %0#0, %0#1 : tensor<?x3xi32>, tensor<?x3xi32>
}

// Points may name the same element, columns do not.
// SAME: scatter: equal
// CHECK-LABEL: func.func @scatter(
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg_ext.scatter {scatter}
// CHECK:           } {heddle.loop_kind = "reduction"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK-NEXT:    return
func.func @scatter(%i: tensor<13x1xi32>, %u: tensor<13x11xi32>, %s: tensor<5x11xi32>) -> tensor<5x11xi32> {
  %0 = linalg_ext.scatter {scatter} ins(%i, %u : tensor<13x1xi32>, tensor<13x11xi32>) outs(%s : tensor<5x11xi32>) {
  ^bb0(%c: i32, %e: i32):
    %d = arith.addi %c, %c : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<5x11xi32>
  return %0 : tensor<5x11xi32>
}

// On tensors, each tile returns all rows, also if no two points name the same one.
// SAME: unique: equal
// CHECK-LABEL: func.func @unique(
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg_ext.scatter {unique, unique_indices}
// CHECK:           } {heddle.loop_kind = "reduction"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK-NEXT:    return
func.func @unique(%x: tensor<13x2xi32>, %u: tensor<13x11xi32>, %s: tensor<13x13x11xi32>) -> tensor<13x13x11xi32> {
  %i = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<13x2xi32>) {
  ^bb0(%o: i32):
    %p = linalg.index 0 : index
    %c = arith.constant 12 : index
    %q = arith.subi %c, %p : index
    %n = arith.index_cast %q : index to i32
    linalg.yield %n : i32
  } -> tensor<13x2xi32>
  %0 = linalg_ext.scatter {unique, unique_indices} ins(%i, %u : tensor<13x2xi32>, tensor<13x11xi32>) outs(%s : tensor<13x13x11xi32>) {
  ^bb0(%c: i32, %e: i32):
    linalg_ext.yield %e : i32
  } -> tensor<13x13x11xi32>
  return %0 : tensor<13x13x11xi32>
}

// Blocks of the matrices are independent.
// SAME: diag: equal
// CHECK-LABEL: func.func @diag(
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             scf.for %
// CHECK:               linalg_ext.diag {diag}
// CHECK:             } {heddle.loop_kind = "parallel"}
// CHECK:           } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK-NEXT:    return
func.func @diag(%x: tensor<3x11xi32>, %y: tensor<3x11x11xi32>) -> tensor<3x11x11xi32> {
  %0 = linalg_ext.diag {diag} ins(%x : tensor<3x11xi32>) outs(%y : tensor<3x11x11xi32>) : tensor<3x11x11xi32>
  return %0 : tensor<3x11x11xi32>
}

// The products add up along k alone.
// SAME: batch_matmul: equal
// CHECK-LABEL: func.func @batch_matmul(
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             scf.for %
// CHECK:               scf.for %
// CHECK:                 linalg_ext.batch_matmul ins({{.*}} layout = "nn" {batch_matmul}
// CHECK:               } {heddle.loop_kind = "reduction"}
// CHECK:             } {heddle.loop_kind = "parallel"}
// CHECK:           } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK-NEXT:    return
func.func @batch_matmul(%a: tensor<3x7x?xi32>, %b: tensor<3x?x5xi32>, %c: tensor<3x7x5xi32>) -> tensor<3x7x5xi32> {
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<3x7x?xi32>, tensor<3x?x5xi32>) outs(%c : tensor<3x7x5xi32>) layout = "nn" {batch_matmul}
  return %0 : tensor<3x7x5xi32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {softmax} in %root : (!transform.any_op) -> !transform.any_op
  %t0, %l0 = transform.structured.tile_ext %0 [4, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t0 : !transform.any_op
  %1 = transform.structured.match attributes {unnorm_softmax} in %root : (!transform.any_op) -> !transform.any_op
  %t1, %l1:2 = transform.structured.tile_ext %1 [0, 4, 3] {interchange = [0, 2, 1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t1 : !transform.any_op
  %2 = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  %t2, %l2:2 = transform.structured.fuse_ext %2 tile_sizes [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t2 : !transform.any_op
  %3 = transform.structured.match attributes {topk} in %root : (!transform.any_op) -> !transform.any_op
  %t3, %l3:2 = transform.structured.tile_ext %3 [4, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t3 : !transform.any_op
  %4 = transform.structured.match attributes {scatter} in %root : (!transform.any_op) -> !transform.any_op
  %t4, %l4:2 = transform.structured.tile_ext %4 [5, 4] {interchange = [1, 0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t4 : !transform.any_op
  %5 = transform.structured.match attributes {unique} in %root : (!transform.any_op) -> !transform.any_op
  %t5, %l5:2 = transform.structured.fuse_ext %5 tile_sizes [5, 4] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t5 : !transform.any_op
  %6 = transform.structured.match attributes {diag} in %root : (!transform.any_op) -> !transform.any_op
  %t6, %l6:3 = transform.structured.tile_ext %6 [2, 3, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t6 : !transform.any_op
  %7 = transform.structured.match attributes {batch_matmul} in %root : (!transform.any_op) -> !transform.any_op
  %t7, %l7:4 = transform.structured.fuse_ext %7 tile_sizes [2, 3, 4, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t7 : !transform.any_op
}
