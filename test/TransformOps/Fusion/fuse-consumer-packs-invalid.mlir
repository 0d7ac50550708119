// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// A tile of 12 rows ends inside of an inner tile of 8.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @cut(%a: tensor<48xf32>, %b: tensor<48xf32>, %d: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = linalg.negf {root} ins(%a : tensor<48xf32>) outs(%b : tensor<48xf32>) -> tensor<48xf32>
  // expected-note @+1 {{this op}}
  %1 = linalg.pack %0 inner_dims_pos = [0] inner_tiles = [8] into %d {target} : tensor<48xf32> -> tensor<6x8xf32>
  return %1 : tensor<6x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [12]
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{operand 0 of 'linalg.pack' is not proved to read no more than a tile of the nest}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The nest tiles the inner tiles.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @inner(%a: tensor<6x8xf32>, %b: tensor<6x8xf32>, %d: tensor<48xf32>) -> tensor<48xf32> {
  %0 = linalg.negf {root} ins(%a : tensor<6x8xf32>) outs(%b : tensor<6x8xf32>) -> tensor<6x8xf32>
  // expected-note @+1 {{this op}}
  %1 = linalg.unpack %0 inner_dims_pos = [0] inner_tiles = [8] into %d {target} : tensor<6x8xf32> -> tensor<48xf32>
  return %1 : tensor<48xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [0, 4]
  %target = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{operand 0 of 'linalg.unpack' is not proved to read no more than a tile of the nest}}
  %tiled, %loops = transform.heddle.fuse_consumer %target : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
