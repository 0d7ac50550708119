// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Tiles divide no extent. Integers show each element that is left out.

// All dims, the reduction outermost, from a destination that holds data.
// SAME: nn: equal
// CHECK-LABEL: func @nn(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?x?xi32>, %[[B:.*]]: tensor<?x?x?xi32>, %[[C:.*]]: tensor<?x?x?xi32>)
// CHECK:         scf.for %[[K:[a-z0-9]*]] = {{.*}} iter_args(%{{.*}} = %[[C]])
// CHECK-COUNT-3: scf.for %
// CHECK:         %{{.*}} = linalg_ext.batch_matmul ins
func.func @nn(%a: tensor<?x?x?xi32>, %b: tensor<?x?x?xi32>, %c: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<?x?x?xi32>, tensor<?x?x?xi32>) outs(%c : tensor<?x?x?xi32>) layout = "nn" {nn}
  return %0 : tensor<?x?x?xi32>
}

// The fill stays before the loop that carries the reduction; the producer of
// one side is computed for its tile, where k is its last dim.
// SAME: nt: equal
// CHECK-LABEL: func @nt(
// CHECK:         %{{.*}} = linalg.fill ins
// CHECK:         scf.for %[[K:[a-z0-9]*]] =
// CHECK-NOT:       linalg.fill
// CHECK:           %[[B:.*]] = tensor.extract_slice %{{.*}}[0, 0, 0, %{{.*}}] [2, 3, 7, 4]
// CHECK:           %[[P:.*]] = linalg.add ins(%[[B]], %[[B]] :
// CHECK:           %[[A:.*]] = tensor.extract_slice %{{.*}}[0, 0, 0, %[[K]]]
// CHECK:           %[[T:.*]] = tensor.extract_slice %[[P]]
// CHECK:           linalg_ext.batch_matmul ins(%[[A]], %[[T]] : {{.*}} layout = "nt"
func.func @nt(%a: tensor<2x3x5x11xi8>, %b: tensor<2x3x7x11xi8>, %c: tensor<2x3x5x7xi32>) -> tensor<2x3x5x7xi32> {
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%c : tensor<2x3x5x7xi32>) -> tensor<2x3x5x7xi32>
  %p = linalg.add ins(%b, %b : tensor<2x3x7x11xi8>, tensor<2x3x7x11xi8>) outs(%b : tensor<2x3x7x11xi8>) -> tensor<2x3x7x11xi8>
  %0 = linalg_ext.batch_matmul ins(%a, %p : tensor<2x3x5x11xi8>, tensor<2x3x7x11xi8>) outs(%f : tensor<2x3x5x7xi32>) layout = "nt" {nt}
  return %0 : tensor<2x3x5x7xi32>
}

// A consumer of the product, which is computed whole in k.
// SAME: tn: equal
// CHECK-LABEL: func @tn(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           %[[P:.*]] = linalg_ext.batch_matmul {{.*}} layout = "tn"
// CHECK:           %[[T:.*]] = tensor.extract_slice %[[P]]
// CHECK:           linalg.abs {tn} ins(%[[T]] :
func.func @tn(%a: tensor<2x11x5xf16>, %b: tensor<2x11x7xf16>, %c: tensor<2x5x7xf32>) -> tensor<2x5x7xf32> {
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<2x11x5xf16>, tensor<2x11x7xf16>) outs(%c : tensor<2x5x7xf32>) layout = "tn"
  %1 = linalg.abs {tn} ins(%0 : tensor<2x5x7xf32>) outs(%c : tensor<2x5x7xf32>) -> tensor<2x5x7xf32>
  return %1 : tensor<2x5x7xf32>
}

// On memrefs, in the order of the interchange.
// SAME: tt: equal
// CHECK-LABEL: func @tt(
// CHECK-COUNT-4: scf.for %
func.func @tt(%a: memref<?x?x?xi32>, %b: memref<?x?x?xi32>, %c: memref<?x?x?xi32>) {
  linalg_ext.batch_matmul ins(%a, %b : memref<?x?x?xi32>, memref<?x?x?xi32>) outs(%c : memref<?x?x?xi32>) layout = "tt" {tt}
  return
}

// Partial sums, in a loop and in threads: the destination is added once.
// SAME: partial: equal
// CHECK-LABEL: func @partial(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           %{{.*}} = linalg.generic {
// CHECK:         %{{.*}} = linalg.reduce ins
// CHECK:         scf.forall (
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @partial(%a: tensor<2x5x11xi32>, %b: tensor<2x11x7xi32>, %c: tensor<2x5x7xi32>) -> (tensor<2x5x7xi32>, tensor<2x5x7xi32>) {
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<2x5x11xi32>, tensor<2x11x7xi32>) outs(%c : tensor<2x5x7xi32>) layout = "nn" {loop}
  %1 = linalg_ext.batch_matmul ins(%a, %b : tensor<2x5x11xi32>, tensor<2x11x7xi32>) outs(%c : tensor<2x5x7xi32>) layout = "nn" {threads}
  return %0, %1 : tensor<2x5x7xi32>, tensor<2x5x7xi32>
}

// What it decomposes into, and back from linalg.
// SAME: decomposed: equal
// CHECK-LABEL: func @decomposed(
// CHECK-NOT:     linalg_ext
// CHECK:         %{{.*}} = linalg.generic {
// CHECK:         return
func.func @decomposed(%a: tensor<2x?x?x5xf32>, %b: tensor<2x?x7x?xf32>, %c: tensor<2x?x5x7xf32>) -> tensor<2x?x5x7xf32> {
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<2x?x?x5xf32>, tensor<2x?x7x?xf32>) outs(%c : tensor<2x?x5x7xf32>) layout = "tt"
  return %0 : tensor<2x?x5x7xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {nn} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %0 [2, 3, 4, 5] {interchange = [3, 1, 0, 2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {nt} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [0, 0, 0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {tn} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {tt} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %3 [2, 3, 4, 5] {interchange = [2, 3, 1, 0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {loop} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_reduction_using_for %4 by tile_sizes = [0, 0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {threads} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_reduction_using_forall %5 by num_threads = [0, 0, 0, 3] tile_sizes = [0, 0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {sym_name = "decomposed"} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %6 {
    transform.apply_patterns.linalg_ext.decompose
  } : !transform.any_op
}
