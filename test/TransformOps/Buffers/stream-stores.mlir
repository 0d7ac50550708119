// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   | FileCheck %s

// Whole lines bypass the caches if the buffer begins a line. The rest, which is
// masked, does not. Nobody may see the result before all of it is there.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[X:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32>, %[[V:.*]]: vector<64xf32>
// CHECK:         %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[OUT]]
// CHECK:         %[[R:.*]] = arith.andi %[[P]], %{{.*}} : index
// CHECK:         %[[ALIGNED:.*]] = arith.cmpi eq, %[[R]], %{{.*}} : index
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK:           scf.if %[[ALIGNED]] {
// CHECK:             vector.store %[[V]], %[[OUT]][%[[I]]] {alignment = 64 : i64, nontemporal = true}
// CHECK:           } else {
// CHECK:             vector.transfer_write %[[V]], %[[OUT]][%[[I]]] {in_bounds = [true]}
// CHECK:         llvm.fence seq_cst
// CHECK:         vector.transfer_write %[[V]], %[[OUT]][%{{.*}}], %{{.*}} {in_bounds = [true]}
func.func @rows(%x: memref<?xf32>, %out: memref<?xf32>, %v: vector<64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %whole = affine.apply affine_map<()[n] -> ((n floordiv 64) * 64)>()[%n]
  scf.for %i = %c0 to %whole step %c64 {
    vector.transfer_write %v, %out[%i] {in_bounds = [true]} : vector<64xf32>, memref<?xf32>
  }
  %rest = affine.apply affine_map<()[n, m] -> (n - m)>()[%n, %whole]
  %mask = vector.create_mask %rest : vector<64xi1>
  vector.transfer_write %v, %out[%whole], %mask {in_bounds = [true]} : vector<64xf32>, memref<?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.stream_stores %root : !transform.any_op
}

// -----

// Tiles of rows: the row, the tile and the vector in it each begin a line. The
// rows of the other result do not, and it says so.
// CHECK-LABEL: func.func @tiles(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<?x96xf64>, %[[B:[a-z0-9]+]]: memref<?x98xf32>
// CHECK:         memref.extract_aligned_pointer_as_index %[[A]]
// CHECK-NOT:     memref.extract_aligned_pointer_as_index
// CHECK:         %[[PART:.*]] = memref.subview %[[A]]
// CHECK:           vector.store %{{.*}}, %[[PART]][%{{.*}}, %{{.*}}] {alignment = 64 : i64, nontemporal = true}
// CHECK-NOT:     vector.store
// CHECK:         vector.transfer_write %{{.*}}, %[[B]]
func.func @tiles(%a: memref<?x96xf64>, %b: memref<?x98xf32>, %m: index, %v: vector<8xf64>, %w: vector<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scf.for %i = %c0 to %m step %c4 {
    %part = memref.subview %a[%i, 8] [4, 88] [1, 1] : memref<?x96xf64> to memref<4x88xf64, strided<[96, 1], offset: ?>>
    scf.for %r = %c0 to %c4 step %c1 {
      scf.for %j = %c0 to %c96 step %c8 {
        vector.transfer_write %v, %part[%r, %j] {in_bounds = [true]} : vector<8xf64>, memref<4x88xf64, strided<[96, 1], offset: ?>>
      }
    }
    // expected-note @below {{the write}}
    vector.transfer_write %w, %b[%i, %c0] {in_bounds = [true]} : vector<16xf32>, memref<?x98xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-remark @below {{'vector.transfer_write' goes through the caches: its place in the buffer is no multiple of 64 bytes}}
  transform.heddle.stream_stores %root : !transform.any_op
}
