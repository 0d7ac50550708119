// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused
// RUN: not heddle-opt %s --split-input-file --apply-schedule 2>&1 \
// RUN:   | FileCheck %s

// A misspelt op name is an error at the line of the match, not a schedule that
// does nothing.
// CHECK: apply-schedule-invalid.mlir:[[@LINE+12]]:10: error: expects 'transform.structured.match' to find an op
// expected-note@below {{looked in this 'builtin.module'}}
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @typo(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects 'transform.structured.match' to find an op, but found none for 'linalg.matmull'; did you mean 'linalg.matmul'?}}
    // expected-note@below {{an op with {heddle.may_be_empty} may find none}}
    %0 = transform.structured.match ops{["linalg.matmull"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loop = transform.structured.tile_using_for %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A name that is like no other gets no guess.
// expected-remark@below {{refused, payload as it was}}
// expected-note@below {{looked in this 'builtin.module'}}
module {
  func.func private @no_guess()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects 'transform.structured.match' to find an op, but found none for 'linalg.conv_2d', 'linalg.pack'}}
    // expected-note@below {{an op with {heddle.may_be_empty} may find none}}
    %0 = transform.structured.match ops{["linalg.conv_2d", "linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// So is a misspelt attribute.
// expected-remark@below {{refused, payload as it was}}
// expected-note@below {{looked in this 'builtin.module'}}
module {
  func.func private @attribute() attributes {__root__}
  transform.sequence failures(propagate) {
  ^bb0(%root: !pdl.operation):
    // expected-error@below {{expects 'transform.structured.match' to find an op, but found none with {__rooot__}; did you mean {__root__}?}}
    // expected-note@below {{an op with {heddle.may_be_empty} may find none}}
    %0 = transform.structured.match attributes {__rooot__} in %root : (!pdl.operation) -> !pdl.operation
  }
}

// -----

// An attribute that is there with another value, and one that is like no other.
// expected-remark@below {{refused, payload as it was}}
// expected-note@below {{looked in this 'builtin.module'}}
module {
  // expected-note@below {{'level' is 1 : i64 here}}
  func.func private @value() attributes {level = 1 : i64}
  transform.sequence failures(propagate) {
  ^bb0(%root: !pdl.operation):
    // expected-error@below {{expects 'transform.structured.match' to find an op, but found none for 'func.func' with {level = 2 : i64, outermost}}}
    // expected-note@below {{an op with {heddle.may_be_empty} may find none}}
    %0 = transform.structured.match ops{["func.func"]} attributes {level = 2 : i64, outermost} in %root : (!pdl.operation) -> !pdl.operation
  }
}

// -----

// Selecting by name is a lookup like any other.
// expected-remark@below {{refused, payload as it was}}
module {
  // expected-note@below {{looked in this 'func.func'}}
  func.func private @select()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'transform.select' to find an op, but found none for 'fun.func'; did you mean 'func.func'?}}
    // expected-note@below {{an op with {heddle.may_be_empty} may find none}}
    %1 = transform.select "fun.func" in %0 : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A lookup inside a handle that may be empty finds nothing because of that.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @nowhere()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["scf.for"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'transform.select' to find an op, but found none for 'linalg.fill'}}
    // expected-note@below {{an op with {heddle.may_be_empty} may find none}}
    // expected-note@below {{it looked nowhere: its operand is an empty handle}}
    %1 = transform.select "linalg.fill" in %0 : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The fourth of five ops fails; the three before it leave no trace.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @four_of_five(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{target op}}
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loop = transform.structured.tile_using_for %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2 = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{only ops implementing TilingInterface are supported}}
    %3, %loop1 = transform.structured.tile_using_for %2 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %1 "done" : !transform.any_op
  }
}

// -----

// The second of two sequences fails; the first leaves no trace.
// expected-remark@below {{refused, payload as it was}}
// expected-note@below {{looked in this 'builtin.module'}}
module {
  func.func private @second_fails()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %0 "done" : !transform.any_op
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{expects 'transform.structured.match' to find an op}}
    // expected-note@below {{an op with {heddle.may_be_empty} may find none}}
    %0 = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A result that does not verify is refused as well.
// expected-remark@below {{refused, payload as it was}}
// expected-note@below {{the payload op}}
module {
  func.func private @does_not_verify()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{'transform.annotate' left IR that does not verify: 'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'plain'}}
    transform.annotate %root "plain" : !transform.any_op
  }
}

// -----

// Matching by a sequence or by a PDL pattern is a lookup, too.
// expected-remark@below {{refused, payload as it was}}
// expected-note@below {{looked in this 'builtin.module'}}
module attributes {transform.with_named_sequence} {
  func.func private @collect_matching()
  transform.named_sequence @is_log(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.log"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error@below {{expects 'transform.collect_matching' to find an op, but found none}}
    // expected-note@below {{an op with {heddle.may_be_empty} may find none}}
    %0 = transform.collect_matching @is_log in %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
// expected-note@below {{looked in this 'builtin.module'}}
module {
  func.func private @pdl_match()
  transform.with_pdl_patterns {
  ^bb0(%root: !transform.any_op):
    pdl.pattern @log : benefit(1) {
      %args = operands
      %types = types
      %op = operation "linalg.log"(%args : !pdl.range<value>) -> (%types : !pdl.range<type>)
      rewrite %op with "transform.dialect"
    }
    sequence %root : !transform.any_op failures(propagate) {
    ^bb1(%arg: !transform.any_op):
      // expected-error@below {{expects 'transform.pdl_match' to find an op, but found none}}
      // expected-note@below {{an op with {heddle.may_be_empty} may find none}}
      %0 = pdl_match @log in %arg : (!transform.any_op) -> !transform.any_op
    }
  }
}
