// heddle.kernel: pad-elementwise
// heddle.strategy: split
// heddle.summary: computes the padding apart, so that no padded tensor is
//   stored and the rows in the middle are written once, from end to end
// heddle.sequence: @pad_elementwise_split
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: the last of one to three elementwise ops that read a
//   tensor.pad of two dimensions as their first operand; this schedule is for
//   padding along both dimensions; for other pads use elementwise/vectorized
// heddle.guarantees: buffers, without an allocation where the result is written
//   into an argument, and without a copy
// heddle.guarantees: no branch; each row of the result is written once, as
//   vectors of `tile` elements
// heddle.param: tile = 64 in [1, 4096] : elements per vector

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @pad_elementwise_split(
      %root: !transform.any_op {transform.consumed},
      %tile: !transform.param<i64> {transform.readonly,
          heddle.param = "tile", heddle.default = 64 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = [@follows_pad_1, @follows_pad_2, @follows_pad_3],
          heddle.picks = [@ends_pad_1, @ends_pad_2, @ends_pad_3]} {
    %func = transform.get_parent_op %root {op_name = "func.func", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    // One op is as it should be.
    %merged = transform.heddle.fuse_elementwise %func {best_effort}

    // The rows before and after, and the loop over those in the middle, if
    // any.
    %middle, %ends = transform.heddle.split_at_padding %root {loops = [0]}
    %row, %row_loop = transform.structured.fuse_ext %middle tile_sizes [1]
        {heddle.may_be_empty}
    %inside, %sides = transform.heddle.split_at_padding %row
        {heddle.may_be_empty}

    %parts = transform.merge_handles %ends, %inside, %sides : !transform.any_op
    %tiled, %loops:2 = transform.structured.fuse_ext %parts tile_sizes [1, %tile]
    // Only the rest of a row has a mask.
    transform.yield
  }
}
