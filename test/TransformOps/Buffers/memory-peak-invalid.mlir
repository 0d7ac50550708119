// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @too_high() {
    // expected-note@below {{alive at the peak: 64 B of alloc memref<16xf32>}}
    %0 = memref.alloc() : memref<16xf32>
    // expected-note@+2 {{the peak is reached here}}
    // expected-note@+1 {{alive at the peak: 64 B of alloc memref<16xf32>}}
    %1 = memref.alloc() : memref<16xf32>
    memref.dealloc %0 : memref<16xf32>
    memref.dealloc %1 : memref<16xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects a peak of at most 127 B in '@too_high', but found 128 B}}
    transform.heddle.assert_memory %root {peak_bytes = 127} : !transform.any_op
  }
}

// -----

// A size that is known at run time only decides.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @undecided(%n: index) {
    // expected-note@below {{alloc memref<?xf32>: 4*arg0 B x 1}}
    %0 = memref.alloc(%n) : memref<?xf32>
    memref.dealloc %0 : memref<?xf32>
    // expected-note@+2 {{the peak is reached here}}
    // expected-note@+1 {{alive at the peak: 64 B of alloc memref<16xf32>}}
    %1 = memref.alloc() : memref<16xf32>
    memref.dealloc %1 : memref<16xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects a peak of at most 1000 B in '@undecided', but found at least 64 B}}
    transform.heddle.assert_memory %root {peak_bytes = 1000} : !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @bound(%c: i1) {
    // expected-note@below {{alive at the peak: 64 B of alloc memref<16xf32>}}
    %0 = memref.alloc() : memref<16xf32>
    scf.if %c {
      memref.dealloc %0 : memref<16xf32>
    }
    // expected-note@+2 {{the peak is reached here}}
    // expected-note@+1 {{alive at the peak: 64 B of alloc memref<16xf32>}}
    %1 = memref.alloc() : memref<16xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects a peak of at most 100 B in '@bound', but found at most 128 B}}
    transform.heddle.assert_memory %root {peak_bytes = 100} : !transform.any_op
  }
}
