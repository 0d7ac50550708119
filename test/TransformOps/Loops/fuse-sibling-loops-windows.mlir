// Loops whose iterations touch windows of buffers, and the proofs about them.
//
// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Tiles of 8 of unknown size, through subviews, linalg ops and vectors.
// CHECK-LABEL: func.func @tiles(
// CHECK:         scf.forall (%[[I:.*]]) = (0) to (%{{.*}}) step (8) {
// CHECK-NEXT:      %[[SIZE:.*]] = affine.min
// CHECK-NEXT:      %[[TILE:.*]] = memref.subview %[[T:.*]][%[[I]]] [%[[SIZE]]]
// CHECK-NEXT:      linalg.fill {{.*}} outs(%[[TILE]] :
// CHECK-NEXT:      vector.transfer_read %[[T]][%[[I]]]
// CHECK-NOT:     scf.forall
func.func @tiles(%t: memref<?xf32>, %r: memref<?xf32> {llvm.noalias}, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %t, %c0 : memref<?xf32>
  scf.forall (%i) = (0) to (%n) step (8) {
    %size = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n]
    %tile = memref.subview %t[%i] [%size] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.fill ins(%x : f32) outs(%tile : memref<?xf32, strided<[1], offset: ?>>)
  }
  scf.forall (%i) = (0) to (%n) step (8) {
    %v = vector.transfer_read %t[%i], %x : memref<?xf32>, vector<8xf32>
    vector.transfer_write %v, %r[%i] : vector<8xf32>, memref<?xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}

// -----

// Even and odd elements, by a stride; rows of a view of lower rank.
// CHECK-LABEL: func.func @strides(
// CHECK:         scf.parallel (%{{.*}}) =
// CHECK:           memref.store %{{.*}}, %{{.*}}[
// CHECK:           memref.load %arg0[
// CHECK-NOT:     scf.parallel
func.func @strides(%t: memref<4x32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %row = memref.subview %t[2, 0] [1, 16] [1, 2] : memref<4x32xf32> to memref<16xf32, strided<[2], offset: 64>>
    memref.store %x, %row[%i] : memref<16xf32, strided<[2], offset: 64>>
  }
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %two = affine.apply affine_map<(d0) -> (2 * d0 + 1)>(%i)
    %y = memref.load %t[%c3, %two] : memref<4x32xf32>
    %even = affine.apply affine_map<(d0) -> (2 * d0)>(%i)
    memref.store %y, %t[%c3, %even] : memref<4x32xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.parallel"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}

// -----

// The two dimensions of a parallel loop in one subscript: 8 * i + j, j < 8.
// CHECK-LABEL: func.func @linearized(
// CHECK-COUNT-1: scf.parallel (%{{.*}}) =
// CHECK-NOT:     scf.parallel
func.func @linearized(%t: memref<64xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
    %k = affine.apply affine_map<(i, j) -> (8 * i + j)>(%i, %j)
    memref.store %x, %t[%k] : memref<64xf32>
  }
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) init (%x) -> f32 {
    %row = arith.muli %i, %c8 : index
    %k = arith.addi %row, %j : index
    %y = memref.load %t[%k] : memref<64xf32>
    scf.reduce(%y : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.parallel"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}

// -----

// Rows: the inner loops, one of them triangular, one affine, stay inside their
// row.
// CHECK-LABEL: func.func @inner_loops(
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           scf.for %[[J:.*]] = %[[I]] to
// CHECK:             memref.store %{{.*}}, %arg0[%[[I]], %[[J]]]
// CHECK:           memref.subview %arg0[%[[I]], 0]
// CHECK:           affine.for %[[K:.*]] = 0 to
// CHECK:             affine.load %{{.*}}[%[[K]]]
// CHECK:         return
func.func @inner_loops(%t: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %t, %c0 : memref<?x?xf32>
  %n = memref.dim %t, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %i to %n step %c1 {
      memref.store %x, %t[%i, %j] : memref<?x?xf32>
    }
  } {rows}
  scf.for %i = %c0 to %m step %c1 {
    %row = memref.subview %t[%i, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    affine.for %j = 0 to %n {
      %y = affine.load %row[%j] : memref<?xf32, strided<[1], offset: ?>>
      %z = arith.addf %y, %y : f32
      affine.store %z, %row[%j] : memref<?xf32, strided<[1], offset: ?>>
    }
  } {rows}
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match attributes{rows} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}

// -----

// Both halves of a buffer, whatever its size; buffers of one iteration; two
// globals, which are not what an argument without aliases is.
// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-1: scf.forall (%{{.*}}) in
// CHECK-NOT:     scf.forall
memref.global "private" @p : memref<8xf32>
memref.global "private" @q : memref<8xf32>
func.func @apart(%t: memref<?xf32> {llvm.noalias}, %n: index, %x: f32) {
  %p = memref.get_global @p : memref<8xf32>
  %q = memref.get_global @q : memref<8xf32>
  scf.forall (%i) in (%n) {
    %own = memref.alloc() : memref<f32>
    memref.store %x, %own[] : memref<f32>
    %y = memref.load %own[] : memref<f32>
    memref.store %y, %t[%i] : memref<?xf32>
    memref.store %y, %p[%i] : memref<8xf32>
    memref.dealloc %own : memref<f32>
  }
  scf.forall (%i) in (%n) {
    %own = memref.alloc() : memref<f32>
    memref.store %x, %own[] : memref<f32>
    %j = arith.addi %i, %n : index
    %y = memref.load %own[] : memref<f32>
    memref.store %y, %t[%j] : memref<?xf32>
    %z = arith.constant 0 : index
    memref.store %y, %q[%z] : memref<8xf32>
    memref.dealloc %own : memref<f32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}
