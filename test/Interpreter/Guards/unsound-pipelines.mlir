// Passes that a pipeline runs, or another pass by its options.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT-COUNT-3: error: 'transform.apply_registered_pass' runs 'canonicalize', which compares the two sides of an 'index.sub'
// STRICT:         error: 'transform.apply_registered_pass' runs 'scf-for-loop-peeling', which runs a first iteration
// STRICT-NOT:     error: 'transform

// The pass canonicalizes, unless it is told not to.
module {
  // CHECK-LABEL: func.func @is_less(
  // expected-note@below {{the payload op}}
  module attributes {test.payload} {
    func.func @is_less(%x: index, %y: index) -> i1 {
      %d = index.sub %x, %y
      %z = index.constant 0
      %c = index.cmp slt(%d, %z)
      return %c : i1
    }
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match attributes {test.payload} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.apply_registered_pass "inline" with options = {"default-pipeline" = "cse"} to %f : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.apply_registered_pass' runs 'canonicalize', which compares the two sides of an 'index.sub', which may wrap around, in place of their difference and 0; 'transform.cleanup' does not}}
    %b = transform.apply_registered_pass "inline" to %a : (!transform.any_op) -> !transform.any_op
  }
}

// -----

module {
  // CHECK-LABEL: func.func @in_pipeline(
  // expected-note@below {{the payload op}}
  func.func @in_pipeline(%x: index, %y: index) -> i1 {
    %d = index.sub %x, %y
    %z = index.constant 0
    %c = index.cmp slt(%d, %z)
    return %c : i1
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.apply_registered_pass "ownership-based-buffer-deallocation" to %f : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.apply_registered_pass' runs 'canonicalize', which compares}}
    %b = transform.apply_registered_pass "buffer-deallocation-pipeline" to %a : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A list of pipelines, one for each kind of op.
module {
  // CHECK-LABEL: func.func @in_list(
  // expected-note@below {{the payload op}}
  module attributes {test.payload} {
    func.func @in_list(%x: index, %y: index) -> i1 {
      %d = index.sub %x, %y
      %z = index.constant 0
      %c = index.cmp slt(%d, %z)
      return %c : i1
    }
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match attributes {test.payload} in %root : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.apply_registered_pass' runs 'canonicalize', which compares}}
    %b = transform.apply_registered_pass "inline" with options = {"default-pipeline" = "", "op-pipelines" = ["func.func(cse,canonicalize{top-down=false})"]} to %f : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The options of a pass that an option names.
module {
  // CHECK-LABEL: func.func @with_options(
  // expected-note@below {{the payload op}}
  module attributes {test.payload} {
    func.func @with_options(%m: memref<?xi32>, %n: index, %v: i32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %n step %c1 {
        memref.store %v, %m[%i] : memref<?xi32>
      }
      return
    }
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match attributes {test.payload} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.apply_registered_pass "inline" with options = {"default-pipeline" = "scf-for-loop-peeling"} to %f : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.apply_registered_pass' runs 'scf-for-loop-peeling', which runs a first iteration}}
    %b = transform.apply_registered_pass "inline" with options = {"default-pipeline" = "scf-for-loop-peeling{peel-front=true}"} to %a : (!transform.any_op) -> !transform.any_op
  }
}
