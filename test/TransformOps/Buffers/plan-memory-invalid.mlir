// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// The only buffer is returned.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  // expected-note @below {{'@f' has no buffer to place}}
  func.func @f() -> memref<8xf32> {
    // expected-note @below {{this allocation stays: it is returned}}
    %0 = memref.alloc() : memref<8xf32>
    return %0 : memref<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    // expected-error @below {{no arena can be made: '@f' has no buffer to place}}
    %p = transform.heddle.plan_memory %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Nothing is allocated.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    // expected-error @below {{no arena can be made: no function allocates a buffer}}
    %p = transform.heddle.plan_memory %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The second function fits, the first one does not.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  // expected-note @below {{the arena of '@f' takes 128 B, more than stack_limit = 64}}
  func.func @f() {
    %0 = memref.alloc() : memref<32xf32>
    memref.dealloc %0 : memref<32xf32>
    return
  }
  func.func @g() {
    %0 = memref.alloc() : memref<8xf32>
    memref.dealloc %0 : memref<8xf32>
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    // expected-error @below {{no arena can be made: the arena of '@f' takes 128 B, more than stack_limit = 64}}
    %p = transform.heddle.plan_memory %m {arena = "stack", stack_limit = 64} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Each call of a recursion would have an arena on the stack. `@leaf` is in no cycle.
// expected-remark @below {{refused, payload as it was}}
module {
  func.func private @leaf() {
    %0 = memref.alloc() : memref<8xf32>
    memref.dealloc %0 : memref<8xf32>
    return
  }
  // expected-note @below {{'@f' calls itself: each call would have an arena on the stack}}
  func.func private @f(%n: i1) {
    %0 = memref.alloc() : memref<8xf32>
    memref.dealloc %0 : memref<8xf32>
    call @leaf() : () -> ()
    // expected-note @below {{'@f' calls '@g' here}}
    call @g(%n) : (i1) -> ()
    return
  }
  func.func private @g(%n: i1) {
    scf.if %n {
      // expected-note @below {{'@g' calls '@f' here}}
      func.call @f(%n) : (i1) -> ()
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%m: !transform.any_op):
    // expected-error @below {{no arena can be made: '@f' calls itself: each call would have an arena on the stack}}
    %p = transform.heddle.plan_memory %m {arena = "stack"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A function with callers keeps its arguments.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f() {
    %0 = memref.alloc() : memref<32xf32>
    memref.dealloc %0 : memref<32xf32>
    return
  }
  func.func @g() {
    // expected-note @below {{'@f' is used here: its arena cannot be an argument}}
    call @f() : () -> ()
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    // expected-error @below {{no arena can be made: '@f' is used here: its arena cannot be an argument}}
    %p = transform.heddle.plan_memory %m {arena = "argument"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The name of the companion is taken.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f() {
    %0 = memref.alloc() : memref<32xf32>
    memref.dealloc %0 : memref<32xf32>
    return
  }
  // expected-note @below {{'@f_arena_size', which would return the size of the arena of '@f', exists already}}
  func.func private @f_arena_size()
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    // expected-error @below {{no arena can be made: '@f_arena_size', which would return the size of the arena of '@f', exists already}}
    %p = transform.heddle.plan_memory %m {arena = "argument"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// An op that is not a function, and a function without a body.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  // expected-note @below {{the target}}
  func.func private @f()
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects modules and functions with a body, but got 'func.func'}}
    %p = transform.heddle.plan_memory %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{attribute 'arena' failed to satisfy constraint: one of "function", "argument", "stack"}}
  %p = transform.heddle.plan_memory %m {arena = "heap"} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects 'parallel_limit' to be at least 0, but got -1}}
  %p = transform.heddle.plan_memory %m {parallel_limit = -1} : (!transform.any_op) -> !transform.any_op
}
