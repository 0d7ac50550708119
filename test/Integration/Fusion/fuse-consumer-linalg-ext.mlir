// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// An op of linalg_ext joins the nest that it reads, and an op that reads a result of one
// joins its nest. No tile size divides its extent.

// Softmax of each row, after the loop over the columns.
// SAME: softmax: equal
// CHECK-LABEL: func @softmax(
// CHECK:         scf.for %[[I:[a-z0-9]*]] =
// CHECK:           %[[ROW:.*]] = scf.for %
// CHECK:           %[[X:.*]] = tensor.extract_slice %[[ROW]][%[[I]], 0]
// CHECK:           linalg_ext.softmax {fused} dimension(1) ins(%[[X]] :
// CHECK:           scf.yield %
// CHECK-NOT:     fused
// CHECK:         return
func.func @softmax(%a: tensor<?x13xf32>, %y: tensor<?x13xf32>, %m: tensor<?xf32>, %l: tensor<?xf32>) -> (tensor<?x13xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x13xf32>
  %b = tensor.empty(%n) : tensor<?x13xf32>
  %0 = linalg.abs {tiled} ins(%a : tensor<?x13xf32>) outs(%b : tensor<?x13xf32>) -> tensor<?x13xf32>
  %1:4 = linalg_ext.softmax {fused} dimension(1) ins(%0 : tensor<?x13xf32>) outs(%y, %m, %l, %l : tensor<?x13xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x13xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %1#0, %1#1, %1#2 : tensor<?x13xf32>, tensor<?xf32>, tensor<?xf32>
}

// The running value of each row, in order, and what it ends with.
// SAME: scan: equal
// CHECK-LABEL: func @scan(
// CHECK:         scf.for %[[I:[a-z0-9]*]] =
// CHECK:           %[[ROW:.*]] = scf.for %
// CHECK:           linalg_ext.scan {fused} dimension(1)
// CHECK-NOT:     fused
// CHECK:         return
func.func @scan(%a: tensor<11x13xi32>, %b: tensor<11x13xi32>, %y: tensor<11x13xi32>, %s: tensor<11xi32>) -> (tensor<11x13xi32>, tensor<11xi32>) {
  %0 = linalg.mul {tiled} ins(%a, %a : tensor<11x13xi32>, tensor<11x13xi32>) outs(%b : tensor<11x13xi32>) -> tensor<11x13xi32>
  %1:2 = linalg_ext.scan {fused} dimension(1) inclusive(true) ins(%0 : tensor<11x13xi32>) outs(%y, %s : tensor<11x13xi32>, tensor<11xi32>) {
  ^bb0(%c: i32, %e: i32):
    %d = arith.addi %c, %c : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<11x13xi32>, tensor<11xi32>
  return %1#0, %1#1 : tensor<11x13xi32>, tensor<11xi32>
}

// The largest of each row, with their positions in it.
// SAME: topk: equal
// CHECK-LABEL: func @topk(
// CHECK:         scf.for %[[I:[a-z0-9]*]] =
// CHECK:           %[[ROW:.*]] = scf.for %
// CHECK:           linalg_ext.topk {fused} dimension(1)
// CHECK-NOT:     fused
// CHECK:         return
func.func @topk(%a: tensor<11x13xi32>, %b: tensor<11x13xi32>, %v: tensor<11x3xi32>, %i: tensor<11x3xi64>) -> (tensor<11x3xi32>, tensor<11x3xi64>) {
  %0 = linalg.mul {tiled} ins(%a, %a : tensor<11x13xi32>, tensor<11x13xi32>) outs(%b : tensor<11x13xi32>) -> tensor<11x13xi32>
  %1:2 = linalg_ext.topk {fused} dimension(1) ins(%0 : tensor<11x13xi32>) outs(%v, %i : tensor<11x3xi32>, tensor<11x3xi64>) {
  ^bb0(%c: i32, %e: i32):
    %n = arith.cmpi sgt, %c, %e : i32
    linalg_ext.yield %n : i1
  } -> tensor<11x3xi32>, tensor<11x3xi64>
  return %1#0, %1#1 : tensor<11x3xi32>, tensor<11x3xi64>
}

// The rows of a product, for each batch and tile of rows.
// SAME: batch_matmul: equal
// CHECK-LABEL: func @batch_matmul(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.batch_matmul ins({{.*}} layout = "nn" {fused}
// CHECK-NOT:     fused
// CHECK:         return
func.func @batch_matmul(%a: tensor<5x11x5xi32>, %b: tensor<5x11x5xi32>, %w: tensor<5x5x7xi32>, %c: tensor<5x11x7xi32>) -> tensor<5x11x7xi32> {
  %0 = linalg.mul {tiled} ins(%a, %a : tensor<5x11x5xi32>, tensor<5x11x5xi32>) outs(%b : tensor<5x11x5xi32>) -> tensor<5x11x5xi32>
  %1 = linalg_ext.batch_matmul ins(%0, %w : tensor<5x11x5xi32>, tensor<5x5x7xi32>) outs(%c : tensor<5x11x7xi32>) layout = "nn" {fused}
  return %1 : tensor<5x11x7xi32>
}

// The rows of a diagonal matrix.
// SAME: diag: equal
// CHECK-LABEL: func @diag(
// CHECK:         scf.for %[[I:[a-z0-9]*]] =
// CHECK:           linalg_ext.diag {fused} ins({{.*}}) offsets(%[[I]],
// CHECK-NOT:     fused
// CHECK:         return
func.func @diag(%a: tensor<11xi32>, %b: tensor<11xi32>, %y: tensor<11x11xi32>) -> tensor<11x11xi32> {
  %0 = linalg.mul {tiled_rows} ins(%a, %a : tensor<11xi32>, tensor<11xi32>) outs(%b : tensor<11xi32>) -> tensor<11xi32>
  %1 = linalg_ext.diag {fused} ins(%0 : tensor<11xi32>) outs(%y : tensor<11x11xi32>) : tensor<11x11xi32>
  return %1 : tensor<11x11xi32>
}

// Of softmax: its output, and the row's sum.
// SAME: of_softmax: equal
// CHECK-LABEL: func @of_softmax(
// CHECK:         scf.for %
// CHECK:           %[[P:.*]]:4 = linalg_ext.softmax {tiled_rows}
// CHECK:           linalg.generic {{.*}} ins(%[[P]]#0, %[[P]]#2 : {{.*}} attrs = {fused}
// CHECK:           scf.yield %
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @of_softmax(%x: tensor<?x13xf32>, %o: tensor<?x13xf32>) -> tensor<?x13xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x13xf32>
  %y = tensor.empty(%n) : tensor<?x13xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %m = linalg.fill ins(%inf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %l = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0:4 = linalg_ext.softmax {tiled_rows} dimension(1) ins(%x : tensor<?x13xf32>) outs(%y, %m, %l, %l : tensor<?x13xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x13xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0#0, %0#2 : tensor<?x13xf32>, tensor<?xf32>) outs(%o : tensor<?x13xf32>) attrs = {fused} {
  ^bb0(%p: f32, %s: f32, %out: f32):
    %r = arith.mulf %p, %s : f32
    linalg.yield %r : f32
  } -> tensor<?x13xf32>
  return %1 : tensor<?x13xf32>
}

// Of a scan, whose accumulator is returned.
// SAME: of_scan: equal
// CHECK-LABEL: func @of_scan(
// CHECK:         scf.for %
// CHECK:           %[[P:.*]]:2 = linalg_ext.scan {tiled_rows}
// CHECK:           linalg.mul {fused} ins(%[[P]]#0, %[[P]]#0 :
// CHECK:           scf.yield %
func.func @of_scan(%x: tensor<11x13xi32>, %y: tensor<11x13xi32>, %s: tensor<11xi32>, %o: tensor<11x13xi32>) -> (tensor<11x13xi32>, tensor<11xi32>) {
  %0:2 = linalg_ext.scan {tiled_rows} dimension(1) inclusive(false) ins(%x : tensor<11x13xi32>) outs(%y, %s : tensor<11x13xi32>, tensor<11xi32>) {
  ^bb0(%c: i32, %e: i32):
    %d = arith.addi %c, %c : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<11x13xi32>, tensor<11xi32>
  %1 = linalg.mul {fused} ins(%0#0, %0#0 : tensor<11x13xi32>, tensor<11x13xi32>) outs(%o : tensor<11x13xi32>) -> tensor<11x13xi32>
  return %1, %0#1 : tensor<11x13xi32>, tensor<11xi32>
}

// Of both results of topk.
// SAME: of_topk: equal
// CHECK-LABEL: func @of_topk(
// CHECK:         scf.for %
// CHECK:           %[[P:.*]]:2 = linalg_ext.topk {tiled_rows}
// CHECK:           linalg.add {fused} ins(%[[P]]#0, %[[P]]#1 :
// CHECK:           scf.yield %
func.func @of_topk(%x: tensor<11x13xi32>, %v: tensor<11x3xi32>, %i: tensor<11x3xi32>, %o: tensor<11x3xi32>) -> tensor<11x3xi32> {
  %0:2 = linalg_ext.topk {tiled_rows} dimension(1) ins(%x : tensor<11x13xi32>) outs(%v, %i : tensor<11x3xi32>, tensor<11x3xi32>) {
  ^bb0(%c: i32, %e: i32):
    %n = arith.cmpi sgt, %c, %e : i32
    linalg_ext.yield %n : i1
  } -> tensor<11x3xi32>, tensor<11x3xi32>
  %1 = linalg.add {fused} ins(%0#0, %0#1 : tensor<11x3xi32>, tensor<11x3xi32>) outs(%o : tensor<11x3xi32>) -> tensor<11x3xi32>
  return %1 : tensor<11x3xi32>
}

// Of a product, after the loop of its reduction.
// SAME: of_batch_matmul: equal
// CHECK-LABEL: func @of_batch_matmul(
// CHECK-COUNT-2: scf.for %
// CHECK:           %[[SUM:.*]] = scf.for %
// CHECK:             linalg_ext.batch_matmul ins(
// CHECK:           linalg.mul {fused} ins(%[[SUM]], %[[SUM]] :
func.func @of_batch_matmul(%a: tensor<5x11x5xi32>, %w: tensor<5x5x7xi32>, %c: tensor<5x11x7xi32>, %o: tensor<5x11x7xi32>) -> tensor<5x11x7xi32> {
  %0 = linalg_ext.batch_matmul ins(%a, %w : tensor<5x11x5xi32>, tensor<5x5x7xi32>) outs(%c : tensor<5x11x7xi32>) layout = "nn" {tiled_sum}
  %1 = linalg.mul {fused} ins(%0, %0 : tensor<5x11x7xi32>, tensor<5x11x7xi32>) outs(%o : tensor<5x11x7xi32>) -> tensor<5x11x7xi32>
  return %1 : tensor<5x11x7xi32>
}

// Of a diagonal matrix.
// SAME: of_diag: equal
// CHECK-LABEL: func @of_diag(
// CHECK-COUNT-2: scf.for %
// CHECK:           %[[D:.*]] = linalg_ext.diag {tiled}
// CHECK:           linalg.mul {fused} ins(%[[D]], %[[D]] :
func.func @of_diag(%x: tensor<11xi32>, %y: tensor<11x11xi32>, %o: tensor<11x11xi32>) -> tensor<11x11xi32> {
  %0 = linalg_ext.diag {tiled} ins(%x : tensor<11xi32>) outs(%y : tensor<11x11xi32>) : tensor<11x11xi32>
  %1 = linalg.mul {fused} ins(%0, %0 : tensor<11x11xi32>, tensor<11x11xi32>) outs(%o : tensor<11x11xi32>) -> tensor<11x11xi32>
  return %1 : tensor<11x11xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match attributes {tiled} in %module : (!transform.any_op) -> !transform.any_op
    %t0, %l0:2 = transform.structured.fuse_ext %0 tile_sizes [4, 5]
    %1 = transform.structured.match attributes {tiled_rows} in %module : (!transform.any_op) -> !transform.any_op
    %t1, %l1 = transform.structured.fuse_ext %1 tile_sizes [4]
    %2 = transform.structured.match attributes {tiled_sum} in %module : (!transform.any_op) -> !transform.any_op
    %t2, %l2:3 = transform.structured.fuse_ext %2 tile_sizes [2, 4, 0, 3]
    %all = transform.structured.match attributes {fused} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %all : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %t, %l = transform.heddle.fuse_consumer %one : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
