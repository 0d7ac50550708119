// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT: error: 'transform.loop.pipeline' may read memory before it is written: 'memref.load' may touch what 'memref.store' touches in an earlier iteration
// STRICT: error: 'transform.loop.pipeline' may read memory before it is written: 'func.call' may touch what it touches in an earlier iteration
// STRICT: error: 'transform.loop.unroll_and_jam' does not check the order of iterations: 'memref.store' may touch what 'memref.load' touches in an earlier iteration
// STRICT: error: 'transform.loop.peel' runs a first iteration, and the loop is not known to have one
// STRICT: error: 'transform.loop.peel' runs iterations of a loop that ends before it begins
// STRICT: error: 'transform.structured.hoist_redundant_vector_transfers' may keep a vector in registers while 'memref.load' touches its memory by another name
// STRICT: error: 'transform.structured.hoist_redundant_vector_transfers' may keep a vector in registers while 'memref.load' touches its memory by another name
// STRICT: error: 'transform.memref.alloca_to_global' gives all iterations of 'scf.forall' one buffer
// STRICT: error: 'transform.scf.take_assumed_branch' takes one branch whatever the condition is
// A refused op does not run where failures are suppressed, either.
// STRICT: error: 'transform.scf.take_assumed_branch' takes one branch whatever the condition is
// STRICT-NOT: error: 'transform

// Each iteration reads what the one before it wrote.
module {
  // CHECK-LABEL: func.func @recurrence(
  func.func @recurrence(%a: memref<16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    // expected-note@below {{the payload op}}
    scf.for %i = %c0 to %c15 step %c1 {
      %x = memref.load %a[%i] : memref<16xf32>
      %y = arith.mulf %x, %x : f32
      %next = arith.addi %i, %c1 : index
      memref.store %y, %a[%next] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loop = transform.structured.match ops{["scf.for"]} in %root
        : (!transform.any_op) -> !transform.op<"scf.for">
    // expected-warning@below {{'transform.loop.pipeline' may read memory before it is written: 'memref.load' may touch what 'memref.store' touches in an earlier iteration}}
    %pipelined = transform.loop.pipeline %loop
        {iteration_interval = 1, read_latency = 3}
        : (!transform.op<"scf.for">) -> !transform.any_op
  }
}

// -----

// Nothing is known of the function.
module {
  func.func private @square(%a: memref<16xf32>, %i: index)
  // CHECK-LABEL: func.func @calls(
  func.func @calls(%a: memref<16xf32>, %b: memref<16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    // expected-note@below {{the payload op}}
    scf.for %i = %c0 to %c15 step %c1 {
      %x = memref.load %b[%i] : memref<16xf32>
      memref.store %x, %a[%i] : memref<16xf32>
      func.call @square(%a, %i) : (memref<16xf32>, index) -> ()
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loop = transform.structured.match ops{["scf.for"]} in %root
        : (!transform.any_op) -> !transform.op<"scf.for">
    // expected-warning@below {{'transform.loop.pipeline' may read memory before it is written: 'func.call' may touch what it touches in an earlier iteration}}
    %pipelined = transform.loop.pipeline %loop
        {iteration_interval = 1, read_latency = 3}
        : (!transform.op<"scf.for">) -> !transform.any_op
  }
}

// -----

// Each iteration has its own element, and a buffer of its own.
module {
  // CHECK-LABEL: func.func @squares(
  func.func @squares(%a: memref<16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    scf.for %i = %c0 to %c15 step %c1 {
      %t = memref.alloca() : memref<f32>
      %x = memref.load %a[%i] : memref<16xf32>
      memref.store %x, %t[] : memref<f32>
      %y = memref.load %t[] : memref<f32>
      %z = arith.mulf %y, %y : f32
      memref.store %z, %a[%i] : memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loop = transform.structured.match ops{["scf.for"]} in %root
        : (!transform.any_op) -> !transform.op<"scf.for">
    %pipelined = transform.loop.pipeline %loop
        {iteration_interval = 1, read_latency = 3}
        : (!transform.op<"scf.for">) -> !transform.any_op
  }
}

// -----

// The sum of all rows is multiplied by each element: no two loops may take turns.
module {
  // CHECK-LABEL: func.func @horner(
  func.func @horner(%a: memref<12xf32>, %sum: memref<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c12 = arith.constant 12 : index
    // expected-note@below {{the payload op}}
    scf.for %i = %c0 to %c6 step %c1 {
      scf.for %j = %c0 to %c12 step %c1 {
        %x = memref.load %a[%j] : memref<12xf32>
        %s = memref.load %sum[] : memref<f32>
        %p = arith.mulf %x, %s : f32
        %q = arith.addf %p, %x : f32
        memref.store %q, %sum[] : memref<f32>
      }
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for"]} in %root
        : (!transform.any_op) -> !transform.op<"scf.for">
    %inner, %outer = transform.split_handle %loops
        : (!transform.op<"scf.for">)
        -> (!transform.op<"scf.for">, !transform.op<"scf.for">)
    // expected-warning@below {{'transform.loop.unroll_and_jam' does not check the order of iterations: 'memref.store' may touch what 'memref.load' touches in an earlier iteration}}
    transform.loop.unroll_and_jam %outer {factor = 3} : !transform.op<"scf.for">
  }
}

// -----

// Each iteration of the outer loop has a row.
module {
  // CHECK-LABEL: func.func @row_products(
  func.func @row_products(%a: memref<6x12xf32>, %sums: memref<6xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c12 = arith.constant 12 : index
    %t = memref.alloc() : memref<6xf32>
    scf.for %i = %c0 to %c6 step %c1 {
      scf.for %j = %c0 to %c12 step %c1 {
        %x = memref.load %a[%i, %j] : memref<6x12xf32>
        %s = memref.load %t[%i] : memref<6xf32>
        %p = arith.mulf %x, %s : f32
        memref.store %p, %t[%i] : memref<6xf32>
      }
    }
    memref.copy %t, %sums : memref<6xf32> to memref<6xf32>
    memref.dealloc %t : memref<6xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %loops = transform.structured.match ops{["scf.for"]} in %root
        : (!transform.any_op) -> !transform.op<"scf.for">
    %inner, %outer = transform.split_handle %loops
        : (!transform.op<"scf.for">)
        -> (!transform.op<"scf.for">, !transform.op<"scf.for">)
    transform.loop.unroll_and_jam %outer {factor = 3} : !transform.op<"scf.for">
  }
}

// -----

// Peeling the last iterations is right if the loop does not end before it begins,
// and so is peeling the first of a loop that has one.
module {
  // CHECK-LABEL: func.func @first_iteration(
  func.func @first_iteration(%a: memref<?xf32>, %b: memref<16xf32>, %x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c15 = arith.constant 15 : index
    %n = memref.dim %a, %c0 : memref<?xf32>
    // expected-note@below {{the payload op}}
    scf.for %i = %c0 to %n step %c2 {
      memref.store %x, %a[%i] : memref<?xf32>
    } {dynamic}
    scf.for %i = %c0 to %c15 step %c2 {
      memref.store %x, %b[%i] : memref<16xf32>
    } {static}
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %static = transform.structured.match ops{["scf.for"]} attributes {static} in %root
        : (!transform.any_op) -> !transform.op<"scf.for">
    %first, %rest = transform.loop.peel %static {peel_front = true}
        : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    %dynamic = transform.structured.match ops{["scf.for"]} attributes {dynamic} in %root
        : (!transform.any_op) -> !transform.op<"scf.for">
    %main, %last = transform.loop.peel %dynamic
        : (!transform.op<"scf.for">) -> (!transform.op<"scf.for">, !transform.any_op)
    // expected-warning@below {{'transform.loop.peel' runs a first iteration, and the loop is not known to have one}}
    %one, %others = transform.loop.peel %main {peel_front = true}
        : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

module {
  // CHECK-LABEL: func.func @backward(
  func.func @backward(%a: memref<?xf32>, %x: f32, %n: index) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    // expected-note@below {{the payload op}}
    scf.for %i = %c0 to %n step %c8 {
      memref.store %x, %a[%i] : memref<?xf32>
    } {unknown}
    %end = arith.maxsi %n, %c0 : index
    scf.for %i = %c0 to %end step %c8 {
      memref.store %x, %a[%i] : memref<?xf32>
    } {clamped}
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %clamped = transform.structured.match ops{["scf.for"]} attributes {clamped} in %root
        : (!transform.any_op) -> !transform.op<"scf.for">
    %m0, %r0 = transform.loop.peel %clamped
        : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    %unknown = transform.structured.match ops{["scf.for"]} attributes {unknown} in %root
        : (!transform.any_op) -> !transform.op<"scf.for">
    // expected-warning@below {{'transform.loop.peel' runs iterations of a loop that ends before it begins, and nothing shows that this one does not}}
    %m1, %r1 = transform.loop.peel %unknown
        : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// %b may be the memory of %a.
module {
  // CHECK-LABEL: func.func @accumulate(
  // expected-note@below {{the payload op}}
  func.func @accumulate(%a: memref<16xf32>, %b: memref<16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    scf.for %i = %c0 to %c8 step %c1 {
      %v = vector.transfer_read %a[%c0], %zero {in_bounds = [true]}
          : memref<16xf32>, vector<4xf32>
      %x = memref.load %b[%i] : memref<16xf32>
      %s = vector.broadcast %x : f32 to vector<4xf32>
      %w = arith.addf %v, %s : vector<4xf32>
      vector.transfer_write %w, %a[%c0] {in_bounds = [true]}
          : vector<4xf32>, memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %function = transform.structured.match ops{["func.func"]} in %root
        : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.structured.hoist_redundant_vector_transfers' may keep a vector in registers while 'memref.load' touches its memory by another name}}
    %hoisted = transform.structured.hoist_redundant_vector_transfers %function
        : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The vector leaves the inner loop, and then the outer one, in which %b is read.
module {
  // CHECK-LABEL: func.func @accumulate_twice(
  // expected-note@below {{the payload op}}
  func.func @accumulate_twice(%a: memref<16xf32>, %b: memref<16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    scf.for %i = %c0 to %c8 step %c1 {
      %x = memref.load %b[%i] : memref<16xf32>
      %s = vector.broadcast %x : f32 to vector<4xf32>
      scf.for %j = %c0 to %c8 step %c1 {
        %v = vector.transfer_read %a[%c0], %zero {in_bounds = [true]}
            : memref<16xf32>, vector<4xf32>
        %w = arith.addf %v, %s : vector<4xf32>
        vector.transfer_write %w, %a[%c0] {in_bounds = [true]}
            : vector<4xf32>, memref<16xf32>
      }
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %function = transform.structured.match ops{["func.func"]} in %root
        : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.structured.hoist_redundant_vector_transfers' may keep a vector in registers while 'memref.load' touches its memory by another name}}
    %hoisted = transform.structured.hoist_redundant_vector_transfers %function
        : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Here it may not.
module {
  // CHECK-LABEL: func.func @accumulate_apart(
  func.func @accumulate_apart(%a: memref<16xf32> {llvm.noalias},
                              %b: memref<16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    scf.for %i = %c0 to %c8 step %c1 {
      %v = vector.transfer_read %a[%c0], %zero {in_bounds = [true]}
          : memref<16xf32>, vector<4xf32>
      %x = memref.load %b[%i] : memref<16xf32>
      %s = vector.broadcast %x : f32 to vector<4xf32>
      %w = arith.addf %v, %s : vector<4xf32>
      vector.transfer_write %w, %a[%c0] {in_bounds = [true]}
          : vector<4xf32>, memref<16xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %function = transform.structured.match ops{["func.func"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %hoisted = transform.structured.hoist_redundant_vector_transfers %function
        : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Threads would meet in the buffer; the other one belongs to the function.
module {
  // CHECK-LABEL: func.func @scratch(
  func.func @scratch(%a: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %outer = memref.alloca() {outer} : memref<f32>
    %first = memref.load %a[%c0] : memref<8xf32>
    memref.store %first, %outer[] : memref<f32>
    scf.forall (%i) in (8) {
      // expected-note@below {{the payload op}}
      %t = memref.alloca() {inner} : memref<f32>
      %x = memref.load %outer[] : memref<f32>
      memref.store %x, %t[] : memref<f32>
      %y = memref.load %t[] : memref<f32>
      memref.store %y, %a[%i] : memref<8xf32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %outer = transform.structured.match ops{["memref.alloca"]} attributes {outer}
        in %root : (!transform.any_op) -> !transform.op<"memref.alloca">
    %get, %global = transform.memref.alloca_to_global %outer
        : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    %inner = transform.structured.match ops{["memref.alloca"]} attributes {inner}
        in %root : (!transform.any_op) -> !transform.op<"memref.alloca">
    // expected-warning@below {{'transform.memref.alloca_to_global' gives all iterations of 'scf.forall' one buffer}}
    %get1, %global1 = transform.memref.alloca_to_global %inner
        : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

module {
  // CHECK-LABEL: func.func @branch(
  func.func @branch(%a: memref<f32>, %condition: i1, %x: f32) {
    // expected-note@below {{the payload op}}
    scf.if %condition {
      memref.store %x, %a[] : memref<f32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %if = transform.structured.match ops{["scf.if"]} in %root
        : (!transform.any_op) -> !transform.op<"scf.if">
    // expected-warning@below {{'transform.scf.take_assumed_branch' takes one branch whatever the condition is}}
    transform.scf.take_assumed_branch %if : (!transform.op<"scf.if">) -> ()
  }
}

// -----

module {
  // CHECK-LABEL: func.func @suppressed(
  // CHECK-NOT:     scf.if
  func.func @suppressed(%a: memref<f32>, %condition: i1, %x: f32) {
    // expected-note@below {{the payload op}}
    scf.if %condition {
      memref.store %x, %a[] : memref<f32>
    }
    return
  }
  transform.sequence failures(suppress) {
  ^bb0(%root: !transform.any_op):
    %if = transform.structured.match ops{["scf.if"]} in %root
        : (!transform.any_op) -> !transform.op<"scf.if">
    // expected-warning@below {{'transform.scf.take_assumed_branch' takes one branch whatever the condition is}}
    transform.scf.take_assumed_branch %if : (!transform.op<"scf.if">) -> ()
  }
}
