// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

// Without best_effort it is an error that nothing is large.
// CHECK-LABEL: func.func @small(
// CHECK-NOT:     nontemporal
// expected-remark @below {{refused, payload as it was}}
module {
func.func @small(%a: memref<64xf32>, %v: vector<64xf32>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{'vector.transfer_write' goes through the caches: its buffer has 256 bytes, which are not more than 256}}
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %bytes = transform.param.constant 256 : i64 -> !transform.param<i64>
  // expected-error @below {{finds no write that may bypass the caches}}
  transform.heddle.stream_stores %root above %bytes : !transform.any_op
}
}

// -----

// What a core may count on is not asked for at run time.
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT:     nontemporal
// expected-remark @below {{refused, payload as it was}}
module {
func.func @dynamic(%a: memref<?xf32>, %v: vector<64xf32>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{'vector.transfer_write' goes through the caches: its buffer has dynamic extents}}
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<64xf32>, memref<?xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %bytes = transform.param.constant -1 : i64 -> !transform.param<i64>
  // expected-error @below {{finds no write that may bypass the caches}}
  transform.heddle.stream_stores %root above %bytes : !transform.any_op
}
}

// -----

// There are no fewer than no bytes.
// CHECK-LABEL: func.func @negative(
// expected-remark @below {{refused, payload as it was}}
module {
func.func @negative(%a: memref<64xf32>) {
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %bytes = transform.param.constant -2 : i64 -> !transform.param<i64>
  // expected-error @below {{expects an integer of at least -1 after 'above', but got -2 : i64}}
  transform.heddle.stream_stores %root above %bytes : !transform.any_op
}
}
