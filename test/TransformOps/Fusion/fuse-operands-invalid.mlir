// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// An argument is returned.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  // expected-note @below {{the operand}}
  func.func @f(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    // expected-note @below {{this op}}
    return %0, %a : tensor<8xf32>, tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %r = transform.structured.match ops{["func.return"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{operand 1 is not computed in the block of the op}}
    %t, %l = transform.structured.fuse_operands %r {tile_nums = [4]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A number is returned, too.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32>, %n: index) -> (tensor<8xf32>, index) {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    // expected-note @below {{this op}}
    return %0, %n : tensor<8xf32>, index
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %r = transform.structured.match ops{["func.return"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects tensors as operands, but operand 1 is not one}}
    %t, %l = transform.structured.fuse_operands %r {tile_nums = [4]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Nothing is returned.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f() {
    // expected-note @below {{this op}}
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %r = transform.structured.match ops{["func.return"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{it has no operands}}
    %t, %l = transform.structured.fuse_operands %r {tile_nums = [4]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The whole graph has to be fused, but nothing tiles the call. Sizes of dynamic
// extents, which were made for the plan, are gone.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @g(tensor<?xf32>) -> tensor<?xf32>
  func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
    // expected-note @below {{this op}}
    %0 = call @g(%a) : (tensor<?xf32>) -> tensor<?xf32>
    %1 = linalg.exp ins(%0 : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %r = transform.structured.match ops{["func.return"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the whole graph cannot be fused: 'func.call' stays outside: nothing says what a tile of it reads}}
    %t, %l = transform.structured.fuse_operands %r {tile_nums = [4], expect_whole_graph_fusion = true} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The plan is refused: the root has one dim.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{this op}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %r = transform.structured.match ops{["func.return"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects}}
    %t, %l:2 = transform.structured.fuse_operands %r {tile_nums = [4, 4]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Two returns.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @f() {
    return
  }
  func.func @g() {
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %r = transform.structured.match ops{["func.return"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects one target, but got 2}}
    %t, %l = transform.structured.fuse_operands %r {tile_nums = [4]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects numbers of tiles of at least 1, but got 0}}
  %t, %l = transform.structured.fuse_operands %m {tile_nums = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects a number of tiles that is not 1}}
  %t = transform.structured.fuse_operands %m {tile_nums = [1, 1]} : (!transform.any_op) -> !transform.any_op
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects 2 loop results, one per number of tiles that is not 1, but got 1}}
  %t, %l = transform.structured.fuse_operands %m {tile_nums = [4, 1, 2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects 'tile_interchange' to be a permutation of the dims from 0, but got [1]}}
  %t, %l = transform.structured.fuse_operands %m {tile_nums = [4], tile_interchange = [1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{expects 'placement_slack' of at least 1.0, but got 5.000000e-01}}
  %t, %l = transform.structured.fuse_operands %m {tile_nums = [4], placement_slack = 0.5} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{has no option "use_distribution"; it has}}
  %t, %l = transform.structured.fuse_operands %m {tile_nums = [4], use_distribution = [1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !pdl.operation):
  // expected-error @below {{attribute 'tile_nums' failed to satisfy constraint: 64-bit integer array attribute}}
  %t, %l = transform.structured.fuse_operands %m {tile_nums = 4}
}

// -----

transform.sequence failures(propagate) {
^bb0(%m: !pdl.operation):
  // expected-error @below {{expects 'tile_nums', a list of numbers}}
  %t, %l = transform.structured.fuse_operands %m {expect_whole_graph_fusion = true}
}

// -----

// A value of another type is not taken as absent.
transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-error @below {{attribute 'max_recompute' failed to satisfy constraint: 64-bit float attribute}}
  %t, %l = transform.structured.fuse_operands %m {tile_nums = [4], max_recompute = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
