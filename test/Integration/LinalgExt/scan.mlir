// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Each body depends on the order of the elements: acc * 2 + x wraps around.

// Tiles along the scanned dim carry the accumulator, here with the rows inside.
// SAME: along_and_across: equal
// CHECK-LABEL: func @along_and_across(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xi32>, %[[Y:.*]]: tensor<?x?xi32>, %[[A:.*]]: tensor<?xi32>)
// CHECK:         scf.for %[[J:.*]] = {{.*}} iter_args(%{{.*}} = %[[Y]], %[[A1:.*]] = %[[A]])
// CHECK:           scf.for %[[I:.*]] = {{.*}} iter_args(%{{.*}}, %[[A2:.*]] = %[[A1]])
// CHECK:             %[[AT:.*]] = tensor.extract_slice %[[A2]][%[[I]]]
// CHECK:             %[[T:.*]]:2 = linalg_ext.scan {{.*}} outs(%{{.*}}, %[[AT]] :
// CHECK:             tensor.insert_slice %[[T]]#1 into %[[A2]][%[[I]]]
func.func @along_and_across(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %0:2 = linalg_ext.scan {along_and_across} dimension(1) inclusive(true) ins(%x : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// The same exclusive, along dim 0, in the other order of the loops.
// SAME: exclusive: equal
// CHECK-LABEL: func @exclusive(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
func.func @exclusive(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>, %a: tensor<?xi32>) -> (tensor<?x?xi32>, tensor<?xi32>) {
  %0:2 = linalg_ext.scan {exclusive} dimension(0) inclusive(false) ins(%x : tensor<?x?xi32>) outs(%y, %a : tensor<?x?xi32>, tensor<?xi32>) {
  ^bb0(%s: i32, %e: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.subi %e, %d : i32
    linalg_ext.yield %n : i32
  } -> tensor<?x?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?x?xi32>, tensor<?xi32>
}

// One row: the accumulator has rank 0. The producer is in the loop, and the fill
// of the accumulator before it.
// SAME: one_row: equal
// CHECK-LABEL: func @one_row(
// CHECK:         %{{.*}} = linalg.fill
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           %{{.*}} = linalg.mul
// CHECK:           %{{.*}} = linalg_ext.scan
func.func @one_row(%x: tensor<37xi32>, %y: tensor<37xi32>, %e: tensor<i32>) -> (tensor<37xi32>, tensor<i32>) {
  %three = arith.constant 3 : i32
  %a = linalg.fill ins(%three : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %q = linalg.mul ins(%x, %x : tensor<37xi32>, tensor<37xi32>) outs(%y : tensor<37xi32>) -> tensor<37xi32>
  %0:2 = linalg_ext.scan {one_row} dimension(0) inclusive(true) ins(%q : tensor<37xi32>) outs(%y, %a : tensor<37xi32>, tensor<i32>) {
  ^bb0(%s: i32, %in: i32):
    %d = arith.addi %s, %s : i32
    %n = arith.addi %d, %in : i32
    linalg_ext.yield %n : i32
  } -> tensor<37xi32>, tensor<i32>
  return %0#0, %0#1 : tensor<37xi32>, tensor<i32>
}

// A consumer that is tiled along the scanned dim gets whole rows, once per tile
// of rows. A running sum of floats in half precision.
// SAME: consumer: equal
// CHECK-LABEL: func @consumer(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           linalg_ext.scan {{.*}} ins(%{{.*}} : tensor<?x11xf16>)
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg.add {consumer}
func.func @consumer(%x: tensor<37x11xf16>, %y: tensor<37x11xf16>, %a: tensor<37xf16>) -> (tensor<37x11xf16>, tensor<37xf16>) {
  %0:2 = linalg_ext.scan dimension(1) inclusive(false) ins(%x : tensor<37x11xf16>) outs(%y, %a : tensor<37x11xf16>, tensor<37xf16>) {
  ^bb0(%s: f16, %in: f16):
    %n = arith.addf %s, %in : f16
    linalg_ext.yield %n : f16
  } -> tensor<37x11xf16>, tensor<37xf16>
  %1 = linalg.add {consumer} ins(%0#0, %x : tensor<37x11xf16>, tensor<37x11xf16>) outs(%y : tensor<37x11xf16>) -> tensor<37x11xf16>
  return %1, %0#1 : tensor<37x11xf16>, tensor<37xf16>
}

// On memrefs, in place over the input.
// SAME: memrefs: equal
// CHECK-LABEL: func @memrefs(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
func.func @memrefs(%x: memref<?x?xf64>, %a: memref<?xf64>) {
  linalg_ext.scan {memrefs} dimension(1) inclusive(true) ins(%x : memref<?x?xf64>) outs(%x, %a : memref<?x?xf64>, memref<?xf64>) {
  ^bb0(%s: f64, %e: f64):
    %n = arith.addf %s, %e : f64
    linalg_ext.yield %n : f64
  }
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {along_and_across} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %0 [3, 4] {interchange = [1, 0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {exclusive} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [4, 3] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {one_row} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {consumer} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %3 tile_sizes [5, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {memrefs} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %4 [3, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
