// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Of two products one is on tensors: the matcher takes no other.
// expected-remark @below {{applied}}
module attributes {transform.with_named_sequence} {
  func.func @both(%a: tensor<4x4xf32>, %b: memref<4x4xf32>) -> tensor<4x4xf32> {
    linalg.matmul ins(%b, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%b : memref<4x4xf32>)
    // expected-remark @below {{on tensors}}
    %r = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %r : tensor<4x4xf32>
  }
  transform.named_sequence @on_tensors(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.matmul"] : !transform.any_op
    transform.heddle.match_tensors %op {heddle.expects = "a product on tensors"}
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %found = transform.collect_matching @on_tensors in %m : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %found, "on tensors" : !transform.any_op
    transform.annotate %found "found" : !transform.any_op
    transform.yield
  }
}

// -----

// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @buffers(%b: memref<4xf32>) {
    linalg.exp ins(%b : memref<4xf32>) outs(%b : memref<4xf32>)
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects an op on tensors, but 'linalg.exp' has no result}}
    transform.heddle.match_tensors %op
    transform.yield
  }
}

// -----

// An op that reads a buffer and computes a tensor.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @mixed(%b: memref<4xf32>) -> tensor<4xf32> {
    %t = bufferization.to_tensor %b restrict : memref<4xf32> to tensor<4xf32>
    return %t : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["bufferization.to_tensor"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects an op on tensors, but 'bufferization.to_tensor' has a 'memref<4xf32>'}}
    transform.heddle.match_tensors %op
    transform.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{has no option "memrefs"; it has none}}
  transform.heddle.match_tensors %m {memrefs}
}
