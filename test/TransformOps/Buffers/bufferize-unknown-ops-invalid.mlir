// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @region(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{'affine.for' cannot stay on tensors, because it has regions, and bufferization does not know how often they run}}
    %0 = affine.for %i = 0 to 3 iter_args(%t = %a) -> tensor<4xf32> {
      %1 = linalg.add ins(%t, %t : tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
      affine.yield %1 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: 'affine.for' cannot stay on tensors, because it has regions, and bufferization does not know how often they run}}
    %0 = transform.heddle.bufferize %root {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @unranked(%a: tensor<*xf32>) -> tensor<*xi32> {
    // expected-note@below {{'tensor.bitcast' cannot stay on tensors, because it takes an unranked one}}
    %0 = tensor.bitcast %a : tensor<*xf32> to tensor<*xi32>
    return %0 : tensor<*xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: 'tensor.bitcast' cannot stay on tensors, because it takes an unranked one}}
    %0 = transform.heddle.bufferize %root {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
  }
}
