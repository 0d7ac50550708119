// heddle.kernel: pad-elementwise
// heddle.strategy: split
// heddle.summary: computes the padding apart, so that no padded tensor is
//   stored and the rows in the middle are written once, from end to end
// heddle.sequence: @pad_elementwise_split
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a tensor.pad of two dimensions along both of which there is
//   padding, and elementwise ops on its result, the last one marked `root`
// heddle.guarantees: buffers, without an allocation where the result is written
//   into an argument, and without a copy
// heddle.guarantees: no branch; each row of the result is written once, as
//   vectors of `tile` elements
// heddle.param: tile = 64 : elements per vector

module attributes {transform.with_named_sequence} {
  transform.named_sequence @pad_elementwise_split(
      %module: !transform.any_op {transform.consumed},
      %tile: !transform.param<i64> {transform.readonly,
          heddle.param = "tile", heddle.default = 64 : i64}) {
    %root = transform.structured.match attributes {root} in %module
        : (!transform.any_op) -> !transform.any_op
    %func = transform.get_parent_op %root {op_name = "func.func"}
        : (!transform.any_op) -> !transform.any_op
    %merged = transform.heddle.fuse_elementwise %func

    // The rows before and after, and the loop over those in the middle, if
    // any.
    %middle, %ends = transform.heddle.split_at_padding %merged {loops = [0]}
    %row, %row_loop = transform.structured.fuse_ext %middle tile_sizes [1]
        {heddle.may_be_empty}
    %inside, %sides = transform.heddle.split_at_padding %row
        {heddle.may_be_empty}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

    %parts = transform.merge_handles %ends, %inside, %sides : !transform.any_op
    %tiled, %loops:2 = transform.structured.fuse_ext %parts tile_sizes [1, %tile]
    // Only the rest of a row has a mask.
    transform.heddle.vectorize %module
    %buffers = transform.heddle.bufferize %module
    transform.yield
  }
}
