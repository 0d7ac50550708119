// RUN: heddle-opt %s --apply-schedule --verify-diagnostics -o /dev/null

// The first buffer is dead when the second is made.
// expected-remark@below {{2 allocations (192 B, 2 x), 0 copies, peak 128 B}}
func.func @one_after_the_other() {
  // expected-note-re@below {{alloc memref<16xf32>: 64 B x 1{{$}}}}
  %0 = memref.alloc() : memref<16xf32>
  memref.dealloc %0 : memref<16xf32>
  // expected-note@below {{alloc memref<32xf32>: 128 B x 1, alive at the peak}}
  %1 = memref.alloc() : memref<32xf32>
  memref.dealloc %1 : memref<32xf32>
  return
}

// Each iteration frees what it makes; the branch that needs more counts.
// expected-remark@below {{peak 192 B}}
func.func @loop_and_branch(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@below {{alloc memref<16xf32>}}
  %0 = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      // expected-note@below {{alloc memref<32xf32>}}
      %1 = memref.alloc() : memref<32xf32>
      memref.dealloc %1 : memref<32xf32>
    } else {
      // expected-note@below {{alloc memref<4xf32>}}
      %2 = memref.alloc() : memref<4xf32>
      memref.dealloc %2 : memref<4xf32>
    }
  }
  memref.dealloc %0 : memref<16xf32>
  return
}

// Each of the ten iterations leaves 64 bytes behind.
// expected-remark@below {{peak 640 B}}
func.func @left_behind() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    // expected-note@below {{alloc memref<16xf32>}}
    %0 = memref.alloc() : memref<16xf32>
  }
  return
}

// A loop that swaps buffers has two of them at a time.
// expected-remark@below {{peak 128 B}}
func.func @swapped(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@below {{alloc memref<16xf32>}}
  %0 = memref.alloc() : memref<16xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %0) -> memref<16xf32> {
    // expected-note@below {{alloc memref<16xf32>}}
    %new = memref.alloc() : memref<16xf32>
    memref.dealloc %old : memref<16xf32>
    scf.yield %new : memref<16xf32>
  }
  memref.dealloc %r : memref<16xf32>
  return
}

// expected-remark@below {{peak 128 B}}
func.func private @callee() -> memref<16xf32> {
  // expected-note@below {{alloc memref<16xf32>}}
  %0 = memref.alloc() : memref<16xf32>
  // expected-note@below {{alloc memref<16xf32>}}
  %1 = memref.alloc() : memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  return %0 : memref<16xf32>
}

// The result of the first call is alive during the second.
// expected-remark@below {{0 allocations, 0 copies, peak 192 B}}
func.func @caller() {
  // expected-note@below {{alive at the peak: 64 B of call @callee}}
  %0 = call @callee() : () -> memref<16xf32>
  // expected-note@below {{alive at the peak: 128 B of call @callee}}
  %1 = call @callee() : () -> memref<16xf32>
  memref.dealloc %0 : memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  return
}

// Freed in some cases only, then taken as not freed.
// expected-remark@below {{peak at most 128 B}}
func.func @freed_sometimes(%c: i1) {
  // expected-note@below {{alloc memref<16xf32>}}
  %0 = memref.alloc() : memref<16xf32>
  scf.if %c {
    memref.dealloc %0 : memref<16xf32>
  }
  // expected-note@below {{alloc memref<16xf32>}}
  %1 = memref.alloc() : memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  return
}

// A size that is known at run time only is left out, and the peak says so.
// expected-remark@below {{peak at least 64 B}}
func.func @some_dynamic(%n: index) {
  // expected-note@below {{alloc memref<?xf32>}}
  %0 = memref.alloc(%n) : memref<?xf32>
  // expected-note@below {{alloc memref<16xf32>}}
  %1 = memref.alloc() : memref<16xf32>
  memref.dealloc %0 : memref<?xf32>
  memref.dealloc %1 : memref<16xf32>
  return
}

// expected-remark@below {{peak unknown}}
func.func @all_dynamic(%n: index) {
  // expected-note@below {{alloc memref<?xf32>}}
  %0 = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %0 : memref<?xf32>
  return
}

// Blocks that branch to each other: the loop leaves nothing behind.
// expected-remark@below {{peak 128 B}}
func.func @blocks(%c: i1) {
  // expected-note@below {{alloc memref<16xf32>}}
  %0 = memref.alloc() : memref<16xf32>
  cf.br ^loop
^loop:
  // expected-note@below {{alloc memref<16xf32>}}
  %1 = memref.alloc() : memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  cf.cond_br %c, ^loop, ^end
^end:
  memref.dealloc %0 : memref<16xf32>
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.report_memory %root : !transform.any_op
  %f = transform.structured.match attributes {sym_name = "swapped"} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.assert_memory %f {peak_bytes = 128} : !transform.any_op
}
