// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   | FileCheck %s

// Only the buffer of more bytes bypasses the caches: %b has 512, %a 256.
// CHECK-LABEL: func.func @static(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<64xf32>, %[[B:[a-z0-9]+]]: memref<128xf32>, %[[V:.*]]: vector<64xf32>
// CHECK:         %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[B]]
// CHECK-NOT:     scf.if
// CHECK:         vector.transfer_write %[[V]], %[[A]][
// CHECK:         scf.if %{{.*}} {
// CHECK-NEXT:      vector.store %[[V]], %[[B]][{{.*}}] {alignment = 64 : i64, nontemporal = true}
// CHECK:         llvm.fence seq_cst
func.func @static(%a: memref<64xf32>, %b: memref<128xf32>, %v: vector<64xf32>) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  vector.transfer_write %v, %b[%c0] {in_bounds = [true]} : vector<64xf32>, memref<128xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %bytes = transform.param.constant 256 : i64 -> !transform.param<i64>
  transform.heddle.stream_stores %root above %bytes {best_effort} : !transform.any_op
}

// -----

// A buffer of dynamic extents is asked for its bytes once, and a small result
// does not wait for the fence.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<?x64xf64>
// CHECK:         %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK:         %[[BYTES:.*]] = arith.constant 8 : index
// CHECK:         %[[ROWS:.*]] = memref.dim %[[A]], %{{.*}}
// CHECK:         %[[ROW:.*]] = arith.muli %[[BYTES]], %[[ROWS]]
// CHECK:         %[[ALL:.*]] = arith.muli %[[ROW]], %{{.*}}
// CHECK:         %[[MOST:.*]] = arith.constant 4096 : index
// CHECK:         %[[LARGE:.*]] = arith.cmpi ugt, %[[ALL]], %[[MOST]]
// CHECK:         %[[BOTH:.*]] = arith.andi %[[ALIGNED]], %[[LARGE]]
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step
// CHECK:           scf.if %[[BOTH]] {
// CHECK-NEXT:        vector.store {{.*}} nontemporal = true
// CHECK:         scf.if %[[BOTH]] {
// CHECK-NEXT:      llvm.fence seq_cst
func.func @dynamic(%a: memref<?x64xf64>, %m: index, %v: vector<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    vector.transfer_write %v, %a[%i, %c0] {in_bounds = [true]} : vector<8xf64>, memref<?x64xf64>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %bytes = transform.param.constant 4096 : i64 -> !transform.param<i64>
  transform.heddle.stream_stores %root above %bytes : !transform.any_op
}

// -----

// The caches of the target decide: a core counts on 8 x 32 = 256 bytes of the
// third level here, whatever its size. Dynamic extents are not asked then.
// CHECK-LABEL: func.func @target(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<64xf32>, %[[B:[a-z0-9]+]]: memref<128xf32>, %[[C:[a-z0-9]+]]: memref<?xf32>
// CHECK-NOT:     nontemporal
// CHECK:         vector.store %{{.*}}, %[[B]][{{.*}}] {alignment = 64 : i64, nontemporal = true}
// CHECK-NOT:     nontemporal
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"l2_bytes" = 32 : i64, "l3_bytes" = 100000 : i64>>} {
func.func @target(%a: memref<64xf32>, %b: memref<128xf32>, %c: memref<?xf32>, %v: vector<64xf32>) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  vector.transfer_write %v, %b[%c0] {in_bounds = [true]} : vector<64xf32>, memref<128xf32>
  vector.transfer_write %v, %c[%c0] {in_bounds = [true]} : vector<64xf32>, memref<?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %bytes = transform.param.constant -1 : i64 -> !transform.param<i64>
  transform.heddle.stream_stores %root above %bytes {best_effort} : !transform.any_op
}
}

// -----

// With best_effort a large buffer that cannot bypass the caches has a remark,
// and small and dynamic ones have none. %a has 100 MiB times 40 bytes.
// CHECK-LABEL: func.func @large(
// CHECK-NOT:     nontemporal
func.func @large(%a: memref<104857600x10xf32>, %b: memref<10xf32>, %c: memref<?xf32>, %v: vector<10xf32>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the write}}
  vector.transfer_write %v, %a[%c0, %c0] {in_bounds = [true]} : vector<10xf32>, memref<104857600x10xf32>
  vector.transfer_write %v, %b[%c0] {in_bounds = [true]} : vector<10xf32>, memref<10xf32>
  vector.transfer_write %v, %c[%c0] {in_bounds = [true]} : vector<10xf32>, memref<?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %bytes = transform.param.constant -1 : i64 -> !transform.param<i64>
  // expected-remark @below {{'vector.transfer_write' goes through the caches: it writes no whole lines of 64 bytes}}
  transform.heddle.stream_stores %root above %bytes {best_effort} : !transform.any_op
}
