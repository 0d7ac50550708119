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
      // expected-note@below {{the buffer that is stored here may be freed before it is read; deallocate = false leaves it}}
      memref.store %t, %box[] : memref<memref<5xi32>>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: the buffer that is stored here may be freed before it is read; deallocate = false leaves it}}
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

// -----

// The caller reads the buffer, in whatever block it was made.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @returned() -> memref<1xmemref<5xi32>> {
    %c0 = arith.constant 0 : index
    %box = memref.alloc() : memref<1xmemref<5xi32>>
    %t = memref.alloc() : memref<5xi32>
    // expected-note@below {{the buffer that is stored here may be freed before it is read; deallocate = false leaves it}}
    memref.store %t, %box[%c0] : memref<1xmemref<5xi32>>
    return %box : memref<1xmemref<5xi32>>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: the buffer that is stored here may be freed before it is read; deallocate = false leaves it}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// One of two buffers, both of which would be freed.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @chosen(%box: memref<memref<5xi32>>, %first: i1) {
    %s = memref.alloc() : memref<5xi32>
    %t = memref.alloc() : memref<5xi32>
    %u = arith.select %first, %s, %t : memref<5xi32>
    // expected-note@below {{the buffer that is stored here may be freed before it is read; deallocate = false leaves it}}
    memref.store %u, %box[] : memref<memref<5xi32>>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: the buffer that is stored here may be freed before it is read; deallocate = false leaves it}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A caller frees what a call gives it.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @make() -> memref<5xi32>
  func.func @called(%box: memref<memref<5xi32>>) {
    %t = func.call @make() : () -> memref<5xi32>
    // expected-note@below {{the buffer that is stored here may be freed before it is read; deallocate = false leaves it}}
    memref.store %t, %box[] : memref<memref<5xi32>>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: the buffer that is stored here may be freed before it is read; deallocate = false leaves it}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A memref of memrefs that ends before the buffer does.
// expected-remark@below {{applied}}
module {
  func.func @shorter(%a: memref<5xi32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %t = memref.alloc() : memref<5xi32>
    memref.copy %a, %t : memref<5xi32> to memref<5xi32>
    scf.for %i = %c0 to %n step %c1 {
      %box = memref.alloca() : memref<memref<5xi32>>
      memref.store %t, %box[] : memref<memref<5xi32>>
      %p = memref.load %box[] : memref<memref<5xi32>>
      linalg.add ins(%p, %a : memref<5xi32>, memref<5xi32>) outs(%a : memref<5xi32>)
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}
