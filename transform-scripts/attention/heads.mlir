// heddle.kernel: attention
// heddle.strategy: heads
// heddle.summary: each head in tiles of rows and keys, softmax carried along the
//   keys, in vectors
// heddle.sequence: @attention_heads
// heddle.payload: payload-heads.mlir
// heddle.payload: payload-heads-dynamic.mlir
// heddle.expects: a batch of matrix products over (heads, rows, values, keys) of
//   values and a softmax along the keys, written out or a linalg.softmax
// heddle.guarantees: no buffer has more than tile_rows rows of tile_keys scores, if
//   nothing else reads them
// heddle.guarantees: no scalar loop
// heddle.param: tile_rows = 64 in [1, 4096] : rows per iteration
// heddle.param: tile_keys = 128 in [1, 4096] : keys per iteration

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/scores.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence private @turn_scores_of_heads(
      %softmax: !transform.any_op {transform.readonly})
      attributes {heddle.library = "../common/scores.mlir"}

  transform.named_sequence private @tile_scores_of_heads(
      %func: !transform.any_op {transform.readonly},
      %keys: !transform.any_op {transform.readonly})
      attributes {heddle.library = "../common/scores.mlir"}

  transform.named_sequence @attention_heads(
      %root: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 64 : i64,
          heddle.range = [1, 4096]},
      %tile_keys: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_keys", heddle.default = 128 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize, heddle.absorbs,
          heddle.expects = [@weighs_heads_by_softmax,
                            @weighs_heads_by_quotient]} {
    %func = transform.get_parent_op %root {op_name = "func.func", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    // A softmax that is written out becomes one op, which keys can be tiled of.
    %weights = transform.heddle.get_operand_source %root[0] rank = 3 {scaled}
    %softmax = transform.heddle.raise_to_linalg_ext %weights
        : (!transform.any_op) -> !transform.any_op
    transform.include @turn_scores_of_heads failures(propagate) (%softmax)
        : (!transform.any_op) -> ()
    %tiled, %heads, %rows, %keys = transform.structured.fuse_ext %root
        tile_sizes [1, %tile_rows, 0, %tile_keys] {online}
    transform.include @tile_scores_of_heads failures(propagate) (%func, %keys)
        : (!transform.any_op, !transform.any_op) -> ()
    transform.yield
  }
}
