// RUN: heddle-opt %s --verify-diagnostics --apply-schedule
// RUN: not heddle-opt %s --apply-schedule=strict -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT
// STRICT: error: 'transform.memref.alloca_to_global' gives all calls of '@sum', which calls itself, one buffer

// What a call keeps in its buffer is overwritten by the calls inside of it. The caller of
// the recursion is open once.
module {
  func.func private @sum(%n: i32) -> i32 {
    // expected-note@below {{the payload op}}
    %t = memref.alloca() {inner} : memref<i32>
    memref.store %n, %t[] : memref<i32>
    %0 = func.call @half(%n) : (i32) -> i32
    %1 = memref.load %t[] : memref<i32>
    %2 = arith.addi %0, %1 : i32
    return %2 : i32
  }
  func.func private @half(%n: i32) -> i32 {
    %c1 = arith.constant 1 : i32
    %0 = arith.shrui %n, %c1 : i32
    %1 = arith.trunci %0 : i32 to i1
    %2 = scf.if %1 -> i32 {
      %3 = func.call @sum(%0) : (i32) -> i32
      scf.yield %3 : i32
    } else {
      scf.yield %0 : i32
    }
    return %2 : i32
  }
  func.func @main(%n: i32) -> i32 {
    %t = memref.alloca() {outer} : memref<i32>
    memref.store %n, %t[] : memref<i32>
    %0 = func.call @sum(%n) : (i32) -> i32
    %1 = memref.load %t[] : memref<i32>
    %2 = arith.addi %0, %1 : i32
    return %2 : i32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %outer = transform.structured.match ops{["memref.alloca"]} attributes {outer}
        in %root : (!transform.any_op) -> !transform.op<"memref.alloca">
    %get, %global = transform.memref.alloca_to_global %outer
        : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    %inner = transform.structured.match ops{["memref.alloca"]} attributes {inner}
        in %root : (!transform.any_op) -> !transform.op<"memref.alloca">
    // expected-warning@below {{'transform.memref.alloca_to_global' gives all calls of '@sum', which calls itself, one buffer}}
    %get1, %global1 = transform.memref.alloca_to_global %inner
        : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
  }
}
