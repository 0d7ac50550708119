// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @too_many(%a: memref<?xf32>, %b: memref<?xf32>) {
    // expected-note@below {{copy memref<?xf32>: 4*arg1[0] B x 1}}
    memref.copy %a, %b : memref<?xf32> to memref<?xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects at most 0 copies in '@too_many', but found 1}}
    transform.heddle.assert_memory %root {allocations = 0, copies = 0} : !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @too_large() {
    // expected-note@below {{alloc memref<16xf32>: 64 B x 1}}
    %0 = memref.alloc() : memref<16xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects at most 63 B in allocations in '@too_large', but found 64 B}}
    transform.heddle.assert_memory %root {allocated_bytes = 63} : !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @undecided(%a: memref<?xf32>, %b: memref<?xf32>) {
    // expected-note@below {{copy memref<?xf32>: 4*arg1[0] B x 1}}
    memref.copy %a, %b : memref<?xf32> to memref<?xf32>
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects at most 1000 B in copies in '@undecided', but found 4*arg1[0] B}}
    transform.heddle.assert_memory %root {copied_bytes = 1000} : !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @on_tensors(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{but the result of 'linalg.exp' is a tensor}}
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects bufferized payload}}
    transform.heddle.report_memory %root : !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @on_tensors(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{but the result of 'linalg.exp' is a tensor}}
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects bufferized payload}}
    transform.heddle.assert_memory %root {copies = 0} : !transform.any_op
  }
}
