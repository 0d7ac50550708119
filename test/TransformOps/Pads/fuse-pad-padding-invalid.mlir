// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The body of the pad reads its source.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @own_element_in_body(%a: tensor<5xf32>) -> tensor<8xf32> {
    %c0 = arith.constant 0 : index
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    // expected-note@below {{the padding is computed from the result of 'linalg.negf' itself}}
    %1 = tensor.pad %0 low[1] high[2] {
    ^bb0(%i0: index):
      %c = tensor.extract %0[%c0] : tensor<5xf32>
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: the padding is computed from the result of 'linalg.negf' itself}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// An amount that is a constant operand is as well known as a static one.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @negative_operand(%a: tensor<5xf32>) -> tensor<?xf32> {
    %less = arith.constant -3 : index
    %c = arith.constant 7.0 : f32
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    // expected-note@below {{expects padding of at least 0, but got -3}}
    %1 = tensor.pad %0 low[%less] high[1] {
    ^bb0(%i0: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<?xf32>
    return %1 : tensor<?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: expects padding of at least 0, but got -3}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
