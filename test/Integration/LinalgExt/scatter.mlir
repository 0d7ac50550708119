// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Indices are drawn numbers modulo the extent: most of them are repeated.

#id2 = affine_map<(i, j) -> (i, j)>
#id3 = affine_map<(i, j, k) -> (i, j, k)>

// A body that shows the order of the updates, which tiles along the indices
// keep. The source is taken from one tile to the next.
// SAME: in_order: equal
// CHECK-LABEL: func @in_order(
// CHECK-SAME:    %{{.*}}: tensor<?x1xi32>, %[[U:.*]]: tensor<?x?xi32>, %[[S:.*]]: tensor<7x?xi32>)
// CHECK:         scf.for %[[I:[a-z0-9]*]] = {{.*}} iter_args(%[[S1:.*]] = %[[S]])
// CHECK:           scf.for %[[J:[a-z0-9]*]] = {{.*}} iter_args(%[[S2:.*]] = %[[S1]])
// CHECK:             %[[UT:.*]] = tensor.extract_slice %[[U]][%[[I]], %[[J]]]
// CHECK:             %[[ST:.*]] = tensor.extract_slice %[[S2]][0, %[[J]]] [7, %{{.*}}]
// CHECK:             %[[T:.*]] = linalg_ext.scatter {{.*}} ins(%{{.*}}, %[[UT]] : {{.*}}) outs(%[[ST]] :
// CHECK:             tensor.insert_slice %[[T]] into %[[S2]][0, %[[J]]] [7, %{{.*}}]
func.func @in_order(%x: tensor<?x1xi32>, %u: tensor<?x?xi32>, %s: tensor<7x?xi32>) -> tensor<7x?xi32> {
  %i = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x1xi32>) outs(%x : tensor<?x1xi32>) {
  ^bb0(%a: i32, %b: i32):
    %n = arith.constant 7 : i32
    %m = arith.remui %a, %n : i32
    linalg.yield %m : i32
  } -> tensor<?x1xi32>
  %0 = linalg_ext.scatter {in_order} ins(%i, %u : tensor<?x1xi32>, tensor<?x?xi32>) outs(%s : tensor<7x?xi32>) {
  ^bb0(%c: i32, %n: i32):
    %d = arith.addi %c, %c : i32
    %r = arith.addi %d, %n : i32
    linalg_ext.yield %r : i32
  } -> tensor<7x?xi32>
  return %0 : tensor<7x?xi32>
}

// Sums may be taken in any order: two dims of indices, and the loops turned
// round. Both the indices and the updates are computed in the nest.
// SAME: any_order: equal
// CHECK-LABEL: func @any_order(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           %[[ALL:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<9x3x2xindex>)
// CHECK-COUNT-2:   scf.for %
// CHECK:             %[[U:.*]] = linalg.mul
// CHECK:             %[[I:.*]] = tensor.extract_slice %[[ALL]]
// CHECK:             linalg_ext.scatter {any_order} ins(%[[I]], %[[U]] :
func.func @any_order(%x: tensor<9x5x2xi32>, %u: tensor<9x5x11xi32>, %s: tensor<4x4x11xi32>) -> tensor<4x4x11xi32> {
  %e = tensor.empty() : tensor<9x5x2xindex>
  %i = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<9x5x2xi32>) outs(%e : tensor<9x5x2xindex>) {
  ^bb0(%a: i32, %b: index):
    %n = arith.constant 4 : i32
    %m = arith.remui %a, %n : i32
    %r = arith.index_cast %m : i32 to index
    linalg.yield %r : index
  } -> tensor<9x5x2xindex>
  %q = linalg.mul ins(%u, %u : tensor<9x5x11xi32>, tensor<9x5x11xi32>) outs(%u : tensor<9x5x11xi32>) -> tensor<9x5x11xi32>
  %0 = linalg_ext.scatter {any_order} ins(%i, %q : tensor<9x5x2xindex>, tensor<9x5x11xi32>) outs(%s : tensor<4x4x11xi32>) {
  ^bb0(%c: i32, %n: i32):
    %r = arith.addi %c, %n : i32
    linalg_ext.yield %r : i32
  } -> tensor<4x4x11xi32>
  return %0 : tensor<4x4x11xi32>
}

// A consumer that is tiled along the dim that is not indexed; one that is tiled
// along an indexed dim reads all of it.
// SAME: consumer: equal
// CHECK-LABEL: func @consumer(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           linalg_ext.scatter ins(%{{.*}} : tensor<9x1xi64>, tensor<9x4xf32>) outs(%{{.*}} : tensor<6x4xf32>)
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg.abs {consumer}
func.func @consumer(%x: tensor<9x1xi64>, %u: tensor<9x12xf32>, %s: tensor<6x12xf32>) -> tensor<6x12xf32> {
  %i = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x1xi64>) outs(%x : tensor<9x1xi64>) {
  ^bb0(%a: i64, %b: i64):
    %n = arith.constant 6 : i64
    %m = arith.remui %a, %n : i64
    linalg.yield %m : i64
  } -> tensor<9x1xi64>
  %0 = linalg_ext.scatter ins(%i, %u : tensor<9x1xi64>, tensor<9x12xf32>) outs(%s : tensor<6x12xf32>) {
  ^bb0(%c: f32, %n: f32):
    %r = arith.mulf %c, %n : f32
    linalg_ext.yield %r : f32
  } -> tensor<6x12xf32>
  %1 = linalg.abs {consumer} ins(%0 : tensor<6x12xf32>) outs(%s : tensor<6x12xf32>) -> tensor<6x12xf32>
  return %1 : tensor<6x12xf32>
}

// On memrefs. The index of row p is p times 5 modulo 11: all are different, so
// any order of the loops is right though the last update wins.
// SAME: unique: equal
// CHECK-LABEL: func @unique(
// CHECK-COUNT-2: scf.for %
func.func @unique(%u: memref<11x?xf64>, %s: memref<11x?xf64>) {
  %i = memref.alloc() : memref<11x1xi32>
  linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%i : memref<11x1xi32>) {
  ^bb0(%b: i32):
    %p = linalg.index 0 : index
    %c5 = arith.constant 5 : index
    %c11 = arith.constant 11 : index
    %q = arith.muli %p, %c5 : index
    %m = arith.remui %q, %c11 : index
    %r = arith.index_cast %m : index to i32
    linalg.yield %r : i32
  }
  linalg_ext.scatter {unique, unique_indices} ins(%i, %u : memref<11x1xi32>, memref<11x?xf64>) outs(%s : memref<11x?xf64>) {
  ^bb0(%c: f64, %n: f64):
    linalg_ext.yield %n : f64
  }
  memref.dealloc %i : memref<11x1xi32>
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {in_order} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %0 [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {any_order} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [2, 3, 8] interchange [1, 2, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {consumer} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [4, 4] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {unique} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %3 [3, 2] {interchange = [1, 0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
