// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// A sequence with a matcher refuses the op that it is given, at the include and
// before it changes anything. The words are those of the matcher's step.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note @below {{'linalg.abs' over (parallel) of tensor<4xf32>, tensor<4xf32> does not fit: expects a linalg.exp}}
    // expected-note @below {{'elementwise/vectorized' of the library takes 'linalg.abs'}}
    // expected-note @below {{'elementwise-chain/tiles' of the library takes 'linalg.abs'}}
    %0 = linalg.abs ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @is_exp(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.exp"] {heddle.expects = "a linalg.exp"} : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @mark(%exps: !transform.any_op {transform.readonly}) attributes {heddle.expects = @is_exp} {
    transform.annotate %exps "marked" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %abs = transform.structured.match ops{["linalg.abs"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects ops that '@is_exp' matches for '@mark', but got 'linalg.abs'}}
    transform.include @mark failures(propagate) (%abs) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// Of two ops one fits; a matcher of another sequence that is included too does not
// count. The include is in a loop of the schedule.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xf32>, %b: memref<4xf32>) -> tensor<4xf32> {
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    // expected-note @below {{'linalg.exp' over (parallel) of memref<4xf32>, memref<4xf32> does not fit: expects an op on tensors, but 'linalg.exp' has no result}}
    linalg.exp ins(%b : memref<4xf32>) outs(%b : memref<4xf32>)
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @is_tensor_exp(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.exp"] : !transform.any_op
    transform.heddle.match_tensors %op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @is_exp(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.exp"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @outer(%exps: !transform.any_op {transform.readonly}) attributes {heddle.expects = @is_exp} {
    // expected-error @below {{expects ops that '@is_tensor_exp' matches for '@mark', but got 'linalg.exp'}}
    transform.include @mark failures(propagate) (%exps) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @mark(%exps: !transform.any_op {transform.readonly}) attributes {heddle.expects = @is_tensor_exp} {
    transform.annotate %exps "marked" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %exps = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.foreach %exps : !transform.any_op {
    ^bb0(%exp: !transform.any_op):
      // expected-note @below {{included here}}
      transform.include @outer failures(propagate) (%exp) : (!transform.any_op) -> ()
    }
    transform.yield
  }
}

// -----

// A handle to the module in place of the ops in it.
// expected-remark @below {{refused, payload as it was}}
// expected-note @below {{'builtin.module' does not fit: wrong operation name}}
// expected-note @below {{pass the ops in it, which 'transform.collect_matching' finds}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @is_exp(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.exp"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @mark(%exps: !transform.any_op {transform.readonly}) attributes {heddle.expects = @is_exp} {
    transform.annotate %exps "marked" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expects ops that '@is_exp' matches for '@mark', but got 'builtin.module'}}
    transform.include @mark failures(propagate) (%m) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// A sequence that foreach_match runs is asked, too.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note @below {{when applied to this matching payload}}
    %0 = linalg.abs ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @is_abs(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.abs"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @is_exp(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.exp"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  // expected-note @below {{failed action: expects ops that '@is_exp' matches for '@mark', but got 'linalg.abs'}}
  transform.named_sequence @mark(%exps: !transform.any_op {transform.readonly}) attributes {heddle.expects = @is_exp} {
    transform.annotate %exps "marked" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    // expected-error @below {{actions failed}}
    %m2 = transform.foreach_match in %m @is_abs -> @mark : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
