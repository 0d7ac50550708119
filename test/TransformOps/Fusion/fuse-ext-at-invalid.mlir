// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// What the outer loop of a reduction starts from is computed before it.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @start(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.exp' cannot be computed in loop 0: it starts an accumulator that loop 0 carries}}
    %tiled, %loop = transform.structured.fuse_ext %op tile_sizes [0, 0, 2] at %exp, 0
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The start of an accumulator, with a loop of rows outside.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @deeper(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.exp' cannot be computed in loop 1: what reads it needs it in loop 0, or around that}}
    %tiled, %loops:2 = transform.structured.fuse_ext %op tile_sizes [4, 0, 2] at %exp, 1
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// An op that may not be fused at all keeps its reason.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @effect(tensor<8xf32>) -> tensor<8xf32>
  func.func @call(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{this is about 'func.call'}}
    %0 = func.call @effect(%a) : (tensor<8xf32>) -> tensor<8xf32>
    %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %call = transform.structured.match ops{["func.call"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'func.call' cannot be computed in loop 0: nothing says what a tile of it reads}}
    %tiled, %loop = transform.structured.fuse_ext %op tile_sizes [4] at %call, 0
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// An op that no target reads.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @unread(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    // expected-note@below {{this op}}
    %0 = linalg.abs ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    %1 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %abs = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'at' to name producers of a target, but no nest computes 'linalg.abs'}}
    %tiled, %loop = transform.structured.fuse_ext %op tile_sizes [4] at %abs, 0
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Two loops for one op.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @both(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note@below {{this op}}
    %0 = linalg.abs ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = linalg.exp ins(%0 : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %abs = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects one loop for each op, but 'at' names loops 0 and 1 for one}}
    %tiled, %loops:2 = transform.structured.fuse_ext %op tile_sizes [4, 4] at %abs, 0 at %abs, 1
      : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A target that is skipped with best_effort.
// expected-remark@below {{applied}}
module {
  func.func @skipped(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note@below {{the target}}
    %1 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-remark@below {{skips 'linalg.matmul': 'linalg.exp' cannot be computed in loop 0: it starts an accumulator that loop 0 carries}}
    // expected-remark@below {{changes nothing: none of the targets can be done}}
    %tiled, %loop = transform.structured.fuse_ext %op tile_sizes [0, 0, 2] at %exp, 0 {best_effort}
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op, %other: !transform.any_op):
  // expected-error@below {{expects 'at' to name a loop in [0, 1), but got 1}}
  %tiled, %loop = transform.structured.fuse_ext %op tile_sizes [4] at %other, 1
    : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op, %other: !transform.any_op):
  // expected-error@below {{expects 'online' without 'at'}}
  %tiled, %loop = transform.structured.fuse_ext %op tile_sizes [4] at %other, 0 {online}
    : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op, %other: !transform.any_op):
  %tiled, %loop = transform.structured.fuse_ext %op tile_sizes [4] at %other, 0
    // expected-error@below {{expects 2 operand types (for the target, 1 of 'at'), but got 1}}
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op, %other: !transform.any_op):
  // expected-error@below {{expects a loop for each of 1 handles of 'at', but got 2}}
  %tiled, %loop = "transform.structured.fuse_ext"(%op, %other)
    <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 1>, static_tile_sizes = array<i64: 4>, at_loops = array<i64: 0, 0>}>
    : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
