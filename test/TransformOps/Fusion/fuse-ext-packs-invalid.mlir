// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Which inner tiles a tile reaches over is known for constant sizes only.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @dynamic_tile(%a: tensor<?x?xf32>, %t: index, %o: tensor<?xf32>) -> tensor<?xf32> {
    // expected-note@below {{this is about 'linalg.unpack'}}
    %u = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [%t] into %o : tensor<?x?xf32> -> tensor<?xf32>
    return %u : tensor<?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.unpack' has an inner tile whose size is not a constant}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Nor is it where an operand has an encoding.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @encoding(%a: tensor<2x4xf32, 1>, %o: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{this is about 'linalg.unpack'}}
    %u = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [4] into %o : tensor<2x4xf32, 1> -> tensor<8xf32>
    return %u : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.unpack' has a source that is not a plain ranked tensor}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
