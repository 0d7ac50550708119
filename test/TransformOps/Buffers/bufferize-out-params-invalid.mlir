// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The caller would have to know the extent of what it passes.
// expected-remark@below {{refused, payload as it was}}
module {
  // expected-note@below {{result 0 of 'callee' is a new 'memref<?xf32>', which a caller cannot allocate, as its size is not an argument; returns = "drop_arguments" or "keep" returns it, and a destination that is an argument becomes the result}}
  func.func private @callee(%a: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %d = tensor.dim %a, %c0 : tensor<?xf32>
    %e = tensor.empty(%d) : tensor<?xf32>
    %r = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    return %r : tensor<?xf32>
  }
  func.func @caller(%a: tensor<?xf32>) -> tensor<?xf32> {
    %0 = call @callee(%a) : (tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: result 0 of 'callee' is a new 'memref<?xf32>', which a caller cannot allocate, as its size is not an argument; returns = "drop_arguments" or "keep" returns it, and a destination that is an argument becomes the result}}
    %0 = transform.heddle.bufferize %root {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A part of a buffer, where layouts are kept.
// expected-remark@below {{refused, payload as it was}}
module {
  // expected-note@below {{result 0 of 'part' is a new 'memref<4xf32, strided<[1], offset: ?>>', a part of a buffer, which cannot be an argument; layout = "identity" copies it}}
  func.func @part(%a: tensor<8xf32>, %i: index) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %r = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %s = tensor.extract_slice %r[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    return %s : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: result 0 of 'part' is a new 'memref<4xf32, strided<[1], offset: ?>>', a part of a buffer, which cannot be an argument; layout = "identity" copies it}}
    %0 = transform.heddle.bufferize %root {layout = "inferred", returns = "out_params"} : (!transform.any_op) -> !transform.any_op
  }
}
