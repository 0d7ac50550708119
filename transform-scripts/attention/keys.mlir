// heddle.kernel: attention
// heddle.strategy: keys
// heddle.summary: tiles of rows and keys, softmax carried along the keys, in
//   vectors
// heddle.sequence: @attention_keys
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a matrix product over (rows, values, keys) of values and a
//   softmax along the keys, written out or a linalg.softmax
// heddle.guarantees: no buffer has more than tile_rows rows of tile_keys scores
// heddle.guarantees: no scalar loop
// heddle.param: tile_rows = 128 : rows per iteration
// heddle.param: tile_keys = 128 : keys per iteration

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence private @ends_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op
      attributes {heddle.library = "../common/matchers.mlir"}

  transform.named_sequence private @is_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op
      attributes {heddle.library = "../common/matchers.mlir"}

  transform.named_sequence @attention_keys(
      %root: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 128 : i64},
      %tile_keys: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_keys", heddle.default = 128 : i64})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = [@weighs_by_softmax, @weighs_by_quotient]} {
    %func = transform.get_parent_op %root {op_name = "func.func", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    // A softmax that is written out becomes one op, which keys can be tiled of.
    %weights = transform.get_producer_of_operand %root[0]
        : (!transform.any_op) -> !transform.any_op
    %softmax = transform.heddle.raise_to_linalg_ext %weights
        : (!transform.any_op) -> !transform.any_op
    %tiled, %rows, %keys = transform.structured.fuse_ext %root
        tile_sizes [%tile_rows, 0, %tile_keys] {online}
    // The first product of a tile, which makes the scores, reads its keys turned
    // around: vectors run along the keys.
    %products = transform.collect_matching @is_matmul in %keys
        : (!transform.any_op) -> !transform.any_op
    %scores, %others = transform.split_handle %products
        {fail_on_payload_too_small = false, overflow_result = 1}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %packed, %turned = transform.heddle.pack_operand %scores operand = 1
    // What is done to a score, such as scale and mask, is done while it is in
    // registers.
    %last = transform.collect_matching @ends_matmul in %keys
        {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    %s, %group = transform.heddle.get_fusion_group %last {heddle.may_be_empty}
    %size = transform.param.constant 32 : i64 -> !transform.param<i64>
    %n = transform.heddle.scale_tile_size %size for %last
        {heddle.may_be_empty} : !transform.param<i64>, !transform.any_op
    %part, %l:2 = transform.structured.fuse_ext %last tile_sizes [8, %n]
        interchange [1, 0] only %group {heddle.may_be_empty, best_effort}
    transform.apply_patterns to %func
        { transform.apply_patterns.linalg_ext.decompose } : !transform.any_op
    transform.yield
  }
}
