// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT: error: 'transform.apply_registered_pass' runs 'sccp', which finds no value for what 'scf.forall' inserts, and takes the start of a tensor or of a counter for all that it ever holds; 'transform.cleanup' does not
// STRICT: error: 'transform.apply_registered_pass' runs 'int-range-optimizations', which finds no value
// STRICT: error: 'transform.apply_registered_pass' runs 'arith-unsigned-when-equivalent', which finds no value
// STRICT-NOT: error: 'transform

// The loop carries what the forall inserts, so its counter is taken to keep its
// start: upstream returns 0, not 3.
// expected-note@below {{the payload op}}
module {
  // CHECK-LABEL: func.func @counter(
  // CHECK:       %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK:       return %[[ZERO]]
  func.func @counter(%a: tensor<4xi32>) -> (i32, tensor<4xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%n = %zero, %t = %a) -> (i32, tensor<4xi32>) {
      %m = arith.addi %n, %one : i32
      %f = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xi32> {
        %s = tensor.extract_slice %o[%i] [1] [1] : tensor<4xi32> to tensor<1xi32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
        }
      }
      scf.yield %m, %f : i32, tensor<4xi32>
    }
    return %r#0, %r#1 : i32, tensor<4xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-warning@below {{'transform.apply_registered_pass' runs 'sccp', which finds no value for what 'scf.forall' inserts, and takes the start of a tensor or of a counter for all that it ever holds; 'transform.cleanup' does not}}
    %m = transform.apply_registered_pass "sccp" to %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Analyses of ranges are run in the same way; a pass in the options of another
// is run, too.
module {
  // expected-note@below {{the payload op}}
  func.func @ranges(%a: tensor<4xindex>) -> tensor<4xindex> {
    %f = scf.forall (%i) in (4) shared_outs(%o = %a) -> tensor<4xindex> {
      %s = tensor.from_elements %i : tensor<1xindex>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xindex> into tensor<4xindex>
      }
    }
    return %f : tensor<4xindex>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.apply_registered_pass' runs 'int-range-optimizations', which finds no value for what 'scf.forall' inserts}}
    %g = transform.apply_registered_pass "int-range-optimizations" to %f : (!transform.any_op) -> !transform.any_op
  }
}

// -----

module {
  // expected-note@below {{the payload op}}
  func.func @in_options(%a: tensor<4xindex>) -> tensor<4xindex> {
    %f = scf.forall (%i) in (4) shared_outs(%o = %a) -> tensor<4xindex> {
      %s = tensor.from_elements %i : tensor<1xindex>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xindex> into tensor<4xindex>
      }
    }
    return %f : tensor<4xindex>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.apply_registered_pass' runs 'arith-unsigned-when-equivalent', which finds no value for what 'scf.forall' inserts}}
    %g = transform.apply_registered_pass "composite-fixed-point-pass" with options = {"pipeline" = "func.func(canonicalize,arith-unsigned-when-equivalent)"} to %f : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Nothing is said where loops carry what the analyses see, of a forall that has
// no result, and of a pass that analyses nothing.
module {
  // CHECK-LABEL: func.func @seen(
  // CHECK:       %[[R:.*]] = scf.for {{.*}} iter_args(%[[N:.*]] = %{{.*}})
  // CHECK-NEXT:    %[[M:.*]] = arith.addi %[[N]], %{{.*}} : i32
  // CHECK:         scf.yield %[[M]]
  // CHECK:       return %[[R]]
  func.func @seen(%a: memref<4xi32>) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%n = %zero) -> i32 {
      %m = arith.addi %n, %one : i32
      scf.forall (%i) in (4) {
        memref.store %m, %a[%i] : memref<4xi32>
      }
      scf.yield %m : i32
    }
    return %r : i32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.apply_registered_pass "sccp" to %f : (!transform.any_op) -> !transform.any_op
    %h = transform.apply_registered_pass "int-range-optimizations" to %g : (!transform.any_op) -> !transform.any_op
  }
}

// -----

module {
  func.func @not_analysed(%a: tensor<4xindex>) -> tensor<4xindex> {
    %f = scf.forall (%i) in (4) shared_outs(%o = %a) -> tensor<4xindex> {
      %s = tensor.from_elements %i : tensor<1xindex>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xindex> into tensor<4xindex>
      }
    }
    return %f : tensor<4xindex>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.apply_registered_pass "canonicalize" to %f : (!transform.any_op) -> !transform.any_op
    transform.cleanup %g : !transform.any_op
  }
}
