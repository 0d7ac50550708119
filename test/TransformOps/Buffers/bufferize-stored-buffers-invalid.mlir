// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Each iteration reads the buffer of the one before it, which would be freed by then.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @carried(%a: memref<5xi32>, %o: memref<5xi32>, %box: memref<memref<5xi32>>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %t = memref.alloc() : memref<5xi32>
      %p = memref.load %box[] : memref<memref<5xi32>>
      linalg.add ins(%p, %a : memref<5xi32>, memref<5xi32>) outs(%t : memref<5xi32>)
      // expected-note@below {{the buffer that is stored here would be freed at the end of its block; deallocate = false leaves it}}
      memref.store %t, %box[] : memref<memref<5xi32>>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: the buffer that is stored here would be freed at the end of its block; deallocate = false leaves it}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The memref of memrefs lives as long as the buffer, and the argument is not freed.
// expected-remark@below {{applied}}
module {
  func.func @together(%a: memref<5xi32>, %o: memref<5xi32>) {
    %box = memref.alloca() : memref<memref<5xi32>>
    %t = memref.alloc() : memref<5xi32>
    memref.copy %a, %t : memref<5xi32> to memref<5xi32>
    memref.store %t, %box[] : memref<memref<5xi32>>
    %p = memref.load %box[] : memref<memref<5xi32>>
    memref.copy %p, %o : memref<5xi32> to memref<5xi32>
    memref.store %a, %box[] : memref<memref<5xi32>>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}
