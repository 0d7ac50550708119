// RUN: heddle-opt %s --apply-schedule --verify-diagnostics -o /dev/null

// Totals as a remark on the function, and a note on each op that counts, with the
// innermost loop around it.
// expected-remark@below {{memory of '@f': 1 allocation (64 B, 1 x), 1 copy (640 B, 10 x)}}
func.func @f(%a: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  // expected-note@below {{alloc memref<16xf32>: 64 B x 1}}
  %0 = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %c10 step %c1 {
    // expected-note-re@below {{copy memref<16xf32>: 64 B x 10, in 'scf.for' at {{.*}}memory.mlir:12:3{{$}}}}
    memref.copy %a, %0 : memref<16xf32> to memref<16xf32>
  }
  return
}

// expected-remark@below {{memory of '@g': 0 allocations, 0 copies}}
func.func @g(%a: memref<?xf32>) {
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.report_memory %root : !transform.any_op
  transform.heddle.assert_memory %root {allocations = 1, copies = 1, allocated_bytes = 64, copied_bytes = 640} : !transform.any_op
}
