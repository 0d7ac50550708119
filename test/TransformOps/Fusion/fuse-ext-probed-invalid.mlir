// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Roots whose boxes their TilingInterface does not tell.

// Upstream's tiling of a softmax along its dim is wrong without a word.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @along(%a: tensor<8x9xf32>) -> tensor<8x9xf32> {
    // expected-note@below {{this is about 'linalg.softmax'}}
    %0 = linalg.softmax dimension(1) ins(%a : tensor<8x9xf32>) outs(%a : tensor<8x9xf32>) -> tensor<8x9xf32>
    return %0 : tensor<8x9xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{dim 1 of 'linalg.softmax' is a reduction and tiled by 4, which only a structured op allows: decompose it first with transform.structured.decompose_interface}}
    %1:3 = transform.structured.fuse_ext %0 tile_sizes [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The product of two dynamic sizes is no bound.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @pack(%a: tensor<?x?xf32>, %e: tensor<?x?x?x?xf32>, %t: index, %v: f32) -> tensor<?x?x?x?xf32> {
    // expected-note@below {{this is about 'linalg.pack'}}
    %0 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0, 1] inner_tiles = [%t, %t] into %e : tensor<?x?xf32> -> tensor<?x?x?x?xf32>
    return %0 : tensor<?x?x?x?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.pack' has tiles whose offsets or sizes are no bounds}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @encoding(%a: tensor<8x9xf32, "x">) -> tensor<8x9xf32, "x"> {
    // expected-note@below {{this is about 'linalg.softmax'}}
    %0 = linalg.softmax dimension(1) ins(%a : tensor<8x9xf32, "x">) outs(%a : tensor<8x9xf32, "x">) -> tensor<8x9xf32, "x">
    return %0 : tensor<8x9xf32, "x">
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.softmax' has an operand or a result that is not a plain ranked tensor}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
