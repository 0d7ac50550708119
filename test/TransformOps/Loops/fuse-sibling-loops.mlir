// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// The second loop reads the store of the first in the same iteration: one loop,
// in this order.
// CHECK-LABEL: func.func @through_a_buffer(
// CHECK-SAME:      %[[A:.*]]: memref<16xf32>, %[[B:[^ ]*]]: memref<16xf32>
// CHECK:         %[[T:.*]] = memref.alloc()
// CHECK:         scf.for %[[I:.*]] = %c0 to %c16 step %c1 {
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[A]][%[[I]]]
// CHECK-NEXT:      memref.store %[[X]], %[[T]][%[[I]]]
// CHECK-NEXT:      %[[Y:.*]] = memref.load %[[T]][%[[I]]]
// CHECK-NEXT:      memref.store %[[Y]], %[[B]][%[[I]]]
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[T]]
func.func @through_a_buffer(%a: memref<16xf32>, %b: memref<16xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %t = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<16xf32>
    memref.store %x, %t[%i] : memref<16xf32>
  } {heddle.loop_kind = "parallel"}
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %t[%i] : memref<16xf32>
    memref.store %x, %b[%i] : memref<16xf32>
  } {heddle.loop_kind = "parallel"}
  memref.dealloc %t : memref<16xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
  transform.annotate %fused "fused" : !transform.any_op
}

// -----

// The second loop reads what an earlier iteration wrote: fine in an scf.for.
// The handles may name the loops in either order.
// CHECK-LABEL: func.func @earlier_iteration(
// CHECK:         scf.for %[[I:.*]] = %c1
// CHECK-NEXT:      memref.store %{{.*}}, %[[T:.*]][%[[I]]]
// CHECK-NEXT:      %[[J:.*]] = arith.subi %[[I]], %c1
// CHECK-NEXT:      memref.load %[[T]][%[[J]]]
// CHECK-NOT:     scf.for
func.func @earlier_iteration(%t: memref<?xf32>, %n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  %r = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c1 to %n step %c1 {
    memref.store %x, %t[%i] : memref<?xf32>
  } {first}
  scf.for %i = %c1 to %n step %c1 {
    %j = arith.subi %i, %c1 : index
    %y = memref.load %t[%j] : memref<?xf32>
    memref.store %y, %r[%i] : memref<?xf32>
  } {second}
  memref.dealloc %r : memref<?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %first = transform.structured.match attributes{first} in %root : (!transform.any_op) -> !transform.any_op
  %second = transform.structured.match attributes{second} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %second, %first : (!transform.any_op, !transform.any_op) -> !transform.any_op
}

// -----

// Forall loops on tensors, with one mapping.
// CHECK-LABEL: func.func @forall_tensors(
// CHECK-SAME:      %[[A:.*]]: tensor<32x16xf32>, %[[B:.*]]: tensor<32x16xf32>)
// CHECK:         %[[R:.*]]:2 = scf.forall (%[[I:.*]]) in (4) shared_outs(%[[P:.*]] = %[[B]], %[[Q:.*]] = %[[B]])
// CHECK:           %[[X:.*]] = linalg.exp
// CHECK:           %[[Y:.*]] = linalg.negf
// CHECK:           scf.forall.in_parallel {
// CHECK-NEXT:        tensor.parallel_insert_slice %[[X]] into %[[P]][%{{.*}}, 0]
// CHECK-NEXT:        tensor.parallel_insert_slice %[[Y]] into %[[Q]][%{{.*}}, 0]
// CHECK:         } {mapping = [#gpu.block<x>]}
// CHECK-NEXT:    return %[[R]]#0, %[[R]]#1
func.func @forall_tensors(%a: tensor<32x16xf32>, %b: tensor<32x16xf32>) -> (tensor<32x16xf32>, tensor<32x16xf32>) {
  %0 = linalg.exp ins(%a : tensor<32x16xf32>) outs(%b : tensor<32x16xf32>) -> tensor<32x16xf32>
  %1 = linalg.negf ins(%a : tensor<32x16xf32>) outs(%b : tensor<32x16xf32>) -> tensor<32x16xf32>
  return %0, %1 : tensor<32x16xf32>, tensor<32x16xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %2, %l2 = transform.structured.tile_using_forall %0 tile_sizes [8] (mapping = [#gpu.block<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3, %l3 = transform.structured.tile_using_forall %1 tile_sizes [8] (mapping = [#gpu.block<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %fused = transform.heddle.fuse_sibling_loops %l2, %l3 : (!transform.any_op, !transform.any_op) -> !transform.any_op
}

// -----

// Parallel loops over two dimensions of unknown sizes, each with a reduction.
// CHECK-LABEL: func.func @parallel_reductions(
// CHECK:         %[[R:.*]]:2 = scf.parallel (%[[I:.*]], %[[J:.*]]) = (%c0, %c0) to (%{{.*}}, %{{.*}}) step (%c1, %c1) init (%[[Z:.*]], %[[Z]]) -> (f32, f32) {
// CHECK-NEXT:      %[[X:.*]] = memref.load %arg0[%[[I]], %[[J]]]
// CHECK-NEXT:      memref.store %[[X]], %[[T:.*]][%[[I]], %[[J]]]
// CHECK-NEXT:      %[[Y:.*]] = memref.load %[[T]][%[[I]], %[[J]]]
// CHECK-NEXT:      %[[YY:.*]] = arith.addf %[[Y]], %[[Y]]
// CHECK-NEXT:      scf.reduce(%[[X]], %[[YY]] : f32, f32) {
// CHECK-NEXT:      ^bb0(%[[P:.*]]: f32, %[[Q:.*]]: f32):
// CHECK-NEXT:        %[[S:.*]] = arith.addf %[[P]], %[[Q]]
// CHECK-NEXT:        scf.reduce.return %[[S]]
// CHECK-NEXT:      }, {
// CHECK-NEXT:      ^bb0(%[[P:.*]]: f32, %[[Q:.*]]: f32):
// CHECK-NEXT:        %[[S:.*]] = arith.maximumf %[[P]], %[[Q]]
// CHECK:         } {mapping = [#gpu.loop_dim_map<processor = block_x,
// CHECK:         return %[[R]]#0, %[[R]]#1
#map = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]
func.func @parallel_reductions(%a: memref<?x?xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  %t = memref.alloc(%m, %n) : memref<?x?xf32>
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) init (%z) -> f32 {
    %x = memref.load %a[%i, %j] : memref<?x?xf32>
    memref.store %x, %t[%i, %j] : memref<?x?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  } {mapping = #map}
  %tm = memref.dim %t, %c0 : memref<?x?xf32>
  %tn = memref.dim %t, %c1 : memref<?x?xf32>
  %s = scf.parallel (%i, %j) = (%c0, %c0) to (%tm, %tn) step (%c1, %c1) init (%z) -> f32 {
    %x = memref.load %t[%i, %j] : memref<?x?xf32>
    %y = arith.addf %x, %x : f32
    scf.reduce(%y : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.maximumf %p, %q : f32
      scf.reduce.return %s : f32
    }
  } {mapping = #map}
  memref.dealloc %t : memref<?x?xf32>
  return %r, %s : f32, f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.parallel"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}

// -----

// A loop that runs at most once reorders nothing: the subscripts do not matter,
// here not even known.
// CHECK-LABEL: func.func @at_most_once(
// CHECK-COUNT-1: scf.for %{{.*}} = %c
// CHECK-NOT:     scf.for
func.func @at_most_once(%a: memref<8xf32>, %k: memref<8xindex>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c1 step %c4 {
    %j = memref.load %k[%i] : memref<8xindex>
    memref.store %x, %a[%j] : memref<8xf32>
  }
  %r = scf.for %i = %c0 to %c1 step %c4 iter_args(%s = %x) -> f32 {
    %y = memref.load %a[%c4] : memref<8xf32>
    scf.yield %y : f32
  }
  return %r : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}
