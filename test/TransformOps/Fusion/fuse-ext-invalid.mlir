// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// A target that is empty, say by a typo in an attribute.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @empty_target()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {rooot} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'target' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The attribute says what it says.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @must_not_be_empty()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {rooot} in %root {heddle.may_be_empty = true} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'target' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] {heddle.may_be_empty = false} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A stop handle that is empty would fuse what the author wants to keep.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @empty_stop(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {stopp} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'stop' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] stop %s : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @empty_only(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {onlyy} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'only' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] only %s : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The root is in the stop handle.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @stop_is_root(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the root 'linalg.exp' is also a stop op}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] stop %s : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// An op that nothing is known about cannot be tiled. The other target could be,
// and comes first, but is not touched.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_tiling(%a: tensor<8xf32>, %m: memref<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = linalg.exp {root} ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{this is about 'bufferization.to_tensor'}}
    %1 = bufferization.to_tensor %m {root} : memref<8xf32> to tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'bufferization.to_tensor' cannot be tiled: nothing says what a tile of it reads}}
    // expected-note@below {{add {best_effort} to skip targets that cannot be done}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @too_many_sizes(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects at most 1 tile sizes for 'linalg.exp', but got 2}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4, 4]
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @interchange_too_long(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects an interchange of at most 1 dims for 'linalg.exp', but got 2}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The value of a param is known when the schedule runs.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @param_negative(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant -4 : i64 -> !transform.param<i64>
    // expected-error@below {{expects tile size 0 to be at least 0, but got -4}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [%p] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @negative(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects tile size 0 to be at least 0, but got -8}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [-8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @param_zero(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant 0 : i64 -> !transform.param<i64>
    // expected-error@below {{tile size 0 is a param with the value 0; a param always makes a loop: give 1 or more, or write 0 in the list}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [%p] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @param_no_integer(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant "four" -> !transform.any_param
    // expected-error@below {{expects tile size 0 to be an integer, but the param is "four"}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [%p] : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Two parallel loops become one scf.forall.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @forall_loops(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 1 loop results for this target, but got 2}}
    %1:3 = transform.structured.fuse_ext %0 tile_sizes [4, 4] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
