// An error that upstream's ops report on the payload names the op of the
// schedule, and what is included names the lines that the author wrote.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @plain(%x: tensor<?xf32>) -> tensor<?xf32> {
    // expected-error@below {{Attempted to vectorize, but failed}}
    %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{'transform.structured.vectorize' failed here}}
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @twice_included(%x: tensor<?xf32>) -> tensor<?xf32> {
    // expected-error@below {{Attempted to vectorize, but failed}}
    %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  transform.named_sequence @inner(%op: !transform.any_op {transform.consumed}) {
    // expected-note@below {{'transform.structured.vectorize' failed here}}
    transform.structured.vectorize %op : !transform.any_op
    transform.yield
  }
  transform.named_sequence @quiet(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @outer(%op: !transform.any_op {transform.consumed}) {
    transform.include @quiet failures(propagate) (%op) : (!transform.any_op) -> ()
    // expected-note@below {{included here}}
    transform.include @inner failures(propagate) (%op) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{included here}}
    transform.include @outer failures(propagate) (%0) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

// An op that reports on itself is not named again, only what included it.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @self(%x: tensor<?xf32>) -> tensor<?xf32> {
    %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  transform.named_sequence @tiles(%op: !transform.any_op {transform.consumed}, %size: !transform.param<i64> {transform.readonly}) {
    // expected-error@below {{tile size 0 is a param with the value 0; a param always makes a loop: give 1 or more, or write 0 in the list}}
    %tiled, %loop = transform.structured.fuse_ext %op tile_sizes [%size] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 0 : i64 -> !transform.param<i64>
    // expected-note@below {{included here}}
    transform.include @tiles failures(propagate) (%0, %size) : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}

// -----

// What ran in a region before the error, and was not wrong, is not named.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @regions(%x: tensor<?xf32>) -> tensor<?xf32> {
    %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  transform.named_sequence @is_exp(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.exp"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @passes(%op: !transform.any_op {transform.consumed}) {
    // expected-error@below {{unknown pass or pass pipeline: no-such-pass}}
    %0 = transform.apply_registered_pass "no-such-pass" to %op : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %0 : !transform.any_op {
    ^bb0(%op: !transform.any_op):
      transform.annotate %op "heddle.seen" : !transform.any_op
    }
    %scope = transform.get_parent_op %0 {op_name = "func.func"} : (!transform.any_op) -> !transform.any_op
    %1 = transform.alternatives %scope : !transform.any_op -> !transform.any_op {
    ^bb0(%inner: !transform.any_op):
      transform.yield %inner : !transform.any_op
    }
    // expected-note@below {{run from here}}
    %2 = transform.foreach_match in %root @is_exp -> @passes : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
