// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// The memory is written before the reader.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @written(%m: memref<f32>, %x: f32) -> f32 {
    %v = memref.load %m[] : memref<f32>
    // expected-note@below {{'memref.load' reads memory that 'memref.store' may write before 'arith.addf'}}
    memref.store %x, %m[] : memref<f32>
    %s = arith.addf %v, %x : f32
    return %s : f32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %load = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{cannot compute it again: 'memref.load' reads memory that 'memref.store' may write before 'arith.addf'}}
    %copies = transform.heddle.recompute %load for %add : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}

// -----

// The loop writes after the reader, and comes back to it.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @written_behind(%m: memref<f32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %v = memref.load %m[] : memref<f32>
    // expected-note@below {{'memref.load' reads memory that 'scf.for' may write before 'arith.addf'}}
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.addf %v, %v : f32
      memref.store %s, %m[] : memref<f32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %load = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{cannot compute it again: 'memref.load' reads memory that 'scf.for' may write before 'arith.addf'}}
    %copies = transform.heddle.recompute %load for %add : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @blocks(%m: memref<f32>, %p: i1) -> f32 {
    %v = memref.load %m[] : memref<f32>
    cf.br ^next
  ^next:
    // expected-note@below {{'memref.load' reads memory, and 'arith.addf' is in another block}}
    %s = arith.addf %v, %v : f32
    return %s : f32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %load = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{cannot compute it again: 'memref.load' reads memory, and 'arith.addf' is in another block}}
    %copies = transform.heddle.recompute %load for %add : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}

// -----

// An allocation is not the same one when it is repeated.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @alloc(%x: f32) -> f32 {
    // expected-note@below {{'memref.alloc' may do more than compute its results}}
    %m = memref.alloc() : memref<f32>
    memref.store %x, %m[] : memref<f32>
    %v = memref.load %m[] : memref<f32>
    return %v : f32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %alloc = transform.structured.match ops{["memref.alloc"]} in %root : (!transform.any_op) -> !transform.any_op
    %load = transform.structured.match ops{["memref.load"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{cannot compute it again: 'memref.alloc' may do more than compute its results}}
    %copies = transform.heddle.recompute %alloc for %load : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}

// -----

// Nothing to compute, and no reader.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @none(%x: f32, %m: memref<f32>) -> f32 {
    // expected-note@below {{'memref.store' has no results}}
    memref.store %x, %m[] : memref<f32>
    %s = arith.addf %x, %x : f32
    return %s : f32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %store = transform.structured.match ops{["memref.store"]} in %root : (!transform.any_op) -> !transform.any_op
    %add = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{cannot compute it again: 'memref.store' has no results}}
    %copies = transform.heddle.recompute %store for %add : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_reader(%x: f32) -> (f32, f32) {
    %s = arith.addf %x, %x : f32
    // expected-note@below {{'arith.mulf' does not use a result of 'arith.addf'}}
    %t = arith.mulf %x, %x : f32
    return %s, %t : f32, f32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %add = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
    %mul = transform.structured.match ops{["arith.mulf"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{cannot compute it again: 'arith.mulf' does not use a result of 'arith.addf'}}
    %copies = transform.heddle.recompute %add for %mul : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @two(%x: f32) -> f32 {
    %s = arith.addf %x, %x : f32
    %t = arith.addf %s, %s : f32
    %u = arith.mulf %t, %t : f32
    return %u : f32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %add = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
    %mul = transform.structured.match ops{["arith.mulf"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects one target, but got 2 (transform.foreach takes one after the other)}}
    %copies = transform.heddle.recompute %add for %mul : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}

// -----

// The op has no effects, but the tensor that it reads is a view of the memory.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @tensor_of_buffer(%m: memref<4xf32>, %o: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
    %s = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
    %u = tensor.cast %s : tensor<?xf32> to tensor<4xf32>
    %v = linalg.exp ins(%u : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    // expected-note@below {{'linalg.exp' reads memory that 'memref.store' may write before 'linalg.negf'}}
    memref.store %x, %m[%c0] : memref<4xf32>
    %r = linalg.negf ins(%v : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %neg = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{cannot compute it again: 'linalg.exp' reads memory that 'memref.store' may write before 'linalg.negf'}}
    %copies = transform.heddle.recompute %exp for %neg : (!transform.any_op, !transform.any_op) -> !transform.any_op
  }
}
