// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// A parallel dim would need another collective.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @parallel(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{this op}}
    %0 = linalg.reduce {arith.addf} ins(%a : tensor<4x8xf32>) outs(%s : tensor<4xf32>) dimensions = [1]
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{dim 0 of 'linalg.reduce' is not a reduction that devices can share}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [2], use_distributed = [1]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A pad is no structured op.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @pad(%a: tensor<4xf32>, %z: f32) -> tensor<6xf32> {
    // expected-note@below {{this op}}
    %0 = tensor.pad %a low[1] high[1] {
    ^bb0(%i: index):
      tensor.yield %z : f32
    } : tensor<4xf32> to tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects a structured op with one result, but 'tensor.pad' is not one}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [2], use_distributed = [1]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The body would count from 0 in each part.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @index(%a: tensor<8xi32>, %s: tensor<i32>) -> tensor<i32> {
    // expected-note@below {{this op}}
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a : tensor<8xi32>) outs(%s : tensor<i32>) {
    ^bb0(%x: i32, %o: i32):
      %i = linalg.index 0 : index
      %n = arith.index_cast %i : index to i32
      %p = arith.muli %x, %n : i32
      %r = arith.addi %p, %o : i32
      linalg.yield %r : i32
    } -> tensor<i32>
    return %0 : tensor<i32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.generic' reads 'linalg.index', which a part would count from 0}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [2], use_distributed = [1]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The result has one row, which is no loop.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @row(%a: tensor<4x8xf32>, %s: tensor<1x4xf32>) -> tensor<1x4xf32> {
    // expected-note@below {{this op}}
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (0, i)>], iterator_types = ["parallel", "reduction"]}
        ins(%a : tensor<4x8xf32>) outs(%s : tensor<1x4xf32>) {
    ^bb0(%x: f32, %o: f32):
      %r = arith.addf %x, %o : f32
      linalg.yield %r : f32
    } -> tensor<1x4xf32>
    return %0 : tensor<1x4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{a dim of the result of 'linalg.generic' is not one of its loops}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [1, 2], use_distributed = [0, 1]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Nothing to add up.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @empty(%a: tensor<4x0xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{this op}}
    %0 = linalg.reduce {arith.addf} ins(%a : tensor<4x0xf32>) outs(%s : tensor<4xf32>) dimensions = [1]
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.reduce' has no element to compute}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [1, 2], use_distributed = [0, 1]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A difference has no neutral element.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @difference(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{this op}}
    %0 = linalg.reduce {arith.subf} ins(%a : tensor<4x8xf32>) outs(%s : tensor<4xf32>) dimensions = [1]
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.reduce' has no partial results: its body is not one op with a neutral element}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [1, 2], use_distributed = [0, 1]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Collectives make no promise for a NaN.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @largest(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{this op}}
    %0 = linalg.reduce {arith.maximumf} ins(%a : tensor<4x8xf32>) outs(%s : tensor<4xf32>) dimensions = [1]
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{a collective need not treat a NaN as 'arith.maximumf' does ('no_nans' says that there is none)}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [1, 2], use_distributed = [0, 1]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The second result cannot be distributed, so the first one is not, either.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @both(%a: tensor<4x8xf32>, %s: tensor<4xf32>, %e: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4x8xf32>) {
    %0 = linalg.reduce {arith.addf} ins(%a : tensor<4x8xf32>) outs(%s : tensor<4xf32>) dimensions = [1]
    // expected-note@below {{this op}}
    %1 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0, %1 : tensor<4xf32>, tensor<4x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{dim 1 of 'linalg.exp' is not a reduction that devices can share}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [1, 2], use_distributed = [0, 1]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// There is no such grid.
// expected-remark@below {{refused, payload as it was}}
// expected-note@below {{this op}}
module {
  func.func @grid(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.reduce {arith.addf} ins(%a : tensor<4x8xf32>) outs(%s : tensor<4xf32>) dimensions = [1]
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{there is no 'shard.grid' of the name 'mesh'}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [1, 2], use_distributed = [0, 1], grid = @mesh}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The start is read as a whole.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @whole(%a: tensor<4x8xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{this op}}
    %start = linalg.exp ins(%s : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
    %0 = linalg.reduce {arith.addf} ins(%a : tensor<4x8xf32>) outs(%start : tensor<4xf32>) dimensions = [1]
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the whole graph cannot be fused: 'linalg.exp' stays outside:}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [1, 2], use_distributed = [0, 1], expect_whole_graph_fusion}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error@below {{expects 'use_distributed' to be 0 or 1 for each of the 1 dims, but got [2]}}
  %same, %devices = transform.structured.fuse_operands %op {tile_nums = [2], use_distributed = [2]}
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error@below {{expects 'grid' with 'use_distributed'}}
  %same, %devices = transform.structured.fuse_operands %op {tile_nums = [2], grid = @mesh}
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error@below {{expects 'no_nans' with 'use_distributed'}}
  %same, %devices = transform.structured.fuse_operands %op {tile_nums = [2], no_nans}
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error@below {{expects 'use_distributed' to be 1 for the one dim with several tiles, but dim 0 has 2}}
  %same, %devices = transform.structured.fuse_operands %op {tile_nums = [2, 1], use_distributed = [0, 1]}
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  // expected-error@below {{expects 'use_distributed' without 'tile_interchange': each result has one loop}}
  %same, %devices = transform.structured.fuse_operands %op {tile_nums = [1, 2], use_distributed = [0, 1], tile_interchange = [1, 0]}
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// Each part would read backwards from its own end.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @backwards(%a: tensor<8xi32>, %b: tensor<8xi32>, %s: tensor<i32>) -> tensor<i32> {
    // expected-note@below {{this op}}
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (-i + 7)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a, %b : tensor<8xi32>, tensor<8xi32>) outs(%s : tensor<i32>) {
    ^bb0(%x: i32, %y: i32, %o: i32):
      %p = arith.muli %x, %y : i32
      %r = arith.addi %p, %o : i32
      linalg.yield %r : i32
    } -> tensor<i32>
    return %0 : tensor<i32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{a part would read elements of another one: an indexing map of 'linalg.generic' subtracts dim 0}}
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [2], use_distributed = [1]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
