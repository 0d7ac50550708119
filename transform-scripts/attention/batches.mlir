// heddle.kernel: attention
// heddle.strategy: batches
// heddle.summary: attention/heads for a batch with several heads each, whatever
//   is reshaped between the products and the softmax
// heddle.sequence: @attention_batches
// heddle.payload: payload-batches.mlir
// heddle.payload: payload-batches-dynamic.mlir
// heddle.expects: a batch of matrix products over (batch, heads, rows, values, keys)
//   of values and a softmax along the keys, written out or a linalg.softmax; the
//   products may have the batch and the heads in one dim, and reshapes around them
// heddle.guarantees: no buffer has more than tile_rows rows of tile_keys scores, if
//   nothing else reads them
// heddle.guarantees: no scalar loop
// heddle.param: tile_rows = 64 in [1, 4096] : rows per iteration
// heddle.param: tile_keys = 128 in [1, 4096] : keys per iteration

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/scores.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence private @turn_scores_of_batches(
      %softmax: !transform.any_op {transform.readonly})
      attributes {heddle.library = "../common/scores.mlir"}

  transform.named_sequence private @tile_scores_of_batches(
      %func: !transform.any_op {transform.readonly},
      %keys: !transform.any_op {transform.readonly})
      attributes {heddle.library = "../common/scores.mlir"}

  transform.named_sequence @attention_batches(
      %root: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 64 : i64,
          heddle.range = [1, 4096]},
      %tile_keys: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_keys", heddle.default = 128 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize, heddle.absorbs,
          heddle.expects = [@weighs_batches_by_softmax,
                            @weighs_batches_by_joined_softmax,
                            @weighs_batches_by_quotient]} {
    %func = transform.get_parent_op %root {op_name = "func.func", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    %product = transform.heddle.fold_reshapes %root rank = 4
    // A softmax that is written out becomes one op, which keys can be tiled of.
    %weights = transform.heddle.get_operand_source %product[0] rank = 4 {scaled}
    %softmax = transform.heddle.raise_to_linalg_ext %weights
        : (!transform.any_op) -> !transform.any_op
    transform.include @turn_scores_of_batches failures(propagate) (%softmax)
        : (!transform.any_op) -> ()
    %tiled, %batch, %heads, %rows, %keys = transform.structured.fuse_ext %product
        tile_sizes [1, 1, %tile_rows, 0, %tile_keys] {online}
    transform.include @tile_scores_of_batches failures(propagate) (%func, %keys)
        : (!transform.any_op, !transform.any_op) -> ()
    transform.yield
  }
}
