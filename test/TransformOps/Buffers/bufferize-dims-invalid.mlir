// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// The extent of a dim that the tensor does not have.
// expected-remark@below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<8xf32>) -> index {
  %c = arith.constant -1 : index
  // expected-note @below {{expects the number of a dim of 'tensor<8xf32>', but got -1}}
  %d = tensor.dim %a, %c : tensor<8xf32>
  return %d : index
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-error @below {{the payload cannot be bufferized: expects the number of a dim of 'tensor<8xf32>', but got -1}}
    %0 = transform.heddle.bufferize %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
}

// -----

// A memref among tensors, and code that is never run.
// expected-remark@below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<8xf32>, %b: memref<?xf32>) -> (tensor<8xf32>, index) {
  %false = arith.constant false
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %n = scf.if %false -> index {
    %c = arith.constant 1 : index
    // expected-note @below {{expects the number of a dim of 'memref<?xf32>', but got 1}}
    %d = memref.dim %b, %c : memref<?xf32>
    scf.yield %d : index
  } else {
    %c = arith.constant 3 : index
    scf.yield %c : index
  }
  return %0, %n : tensor<8xf32>, index
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    // expected-error @below {{the payload cannot be bufferized: expects the number of a dim of 'memref<?xf32>', but got 1}}
    %0 = transform.heddle.bufferize %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
}
