// heddle.kernel: attention
// heddle.strategy: causal
// heddle.summary: attention/keys without the tiles of keys that a mask covers
// heddle.sequence: @attention_causal
// heddle.payload: payload-causal.mlir
// heddle.payload: payload-causal-dynamic.mlir
// heddle.expects: a matrix product over (rows, values, keys) of values and a
//   softmax along the keys, written out or a linalg.softmax, of scores that are -inf
//   where a comparison of indices says so
// heddle.expects: finite values, since 0 times infinity is not added for keys that
//   are skipped
// heddle.guarantees: no buffer has more than tile_rows rows of tile_keys scores, if
//   nothing else reads them
// heddle.guarantees: no scalar loop
// heddle.param: tile_rows = 32 in [1, 4096] : rows per iteration
// heddle.param: tile_keys = 64 in [1, 4096] : keys per iteration

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/scores.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence private @turn_scores(
      %softmax: !transform.any_op {transform.readonly})
      attributes {heddle.library = "../common/scores.mlir"}

  transform.named_sequence private @tile_scores(
      %func: !transform.any_op {transform.readonly},
      %keys: !transform.any_op {transform.readonly})
      attributes {heddle.library = "../common/scores.mlir"}

  transform.named_sequence @attention_causal(
      %root: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 32 : i64,
          heddle.range = [1, 4096]},
      %tile_keys: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_keys", heddle.default = 64 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = [@weighs_masked_by_softmax, @weighs_masked_by_quotient]} {
    %func = transform.get_parent_op %root {op_name = "func.func", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    // A softmax that is written out becomes one op, which keys can be tiled of.
    %weights = transform.heddle.get_operand_source %root[0] rank = 2 {scaled}
    %softmax = transform.heddle.raise_to_linalg_ext %weights
        : (!transform.any_op) -> !transform.any_op
    transform.include @turn_scores failures(propagate) (%softmax)
        : (!transform.any_op) -> ()
    %tiled, %rows, %keys = transform.structured.fuse_ext %root
        tile_sizes [%tile_rows, 0, %tile_keys] {online, skip_masked}
    transform.include @tile_scores failures(propagate) (%func, %keys)
        : (!transform.any_op, !transform.any_op) -> ()
    transform.yield
  }
}
