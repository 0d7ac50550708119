// heddle.common: the scores of attention
//
// What the schedules of attention do with the scores of one tile of rows and keys,
// after the fusion along the keys.

module attributes {transform.with_named_sequence} {
  transform.named_sequence private @ends_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op
      attributes {heddle.library = "matchers.mlir"}

  transform.named_sequence private @is_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op
      attributes {heddle.library = "matchers.mlir"}

  transform.named_sequence private @ends_batch_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op
      attributes {heddle.library = "matchers.mlir"}

  transform.named_sequence private @is_batch_matmul(
      %op: !transform.any_op {transform.readonly}) -> !transform.any_op
      attributes {heddle.library = "matchers.mlir"}

  transform.named_sequence @tile_scores(
      %func: !transform.any_op {transform.readonly},
      %keys: !transform.any_op {transform.readonly}) {
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

  // The same for several heads, of which a tile has one.
  transform.named_sequence @tile_scores_of_heads(
      %func: !transform.any_op {transform.readonly},
      %keys: !transform.any_op {transform.readonly}) {
    %products = transform.collect_matching @is_batch_matmul in %keys
        : (!transform.any_op) -> !transform.any_op
    %scores, %others = transform.split_handle %products
        {fail_on_payload_too_small = false, overflow_result = 1}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %packed, %turned = transform.heddle.pack_operand %scores operand = 1
    %last = transform.collect_matching @ends_batch_matmul in %keys
        {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    %s, %group = transform.heddle.get_fusion_group %last {heddle.may_be_empty}
    %size = transform.param.constant 32 : i64 -> !transform.param<i64>
    %n = transform.heddle.scale_tile_size %size for %last
        {heddle.may_be_empty} : !transform.param<i64>, !transform.any_op
    %part, %l:3 = transform.structured.fuse_ext %last tile_sizes [1, 8, %n]
        interchange [0, 2, 1] only %group {heddle.may_be_empty, best_effort}
    transform.apply_patterns to %func
        { transform.apply_patterns.linalg_ext.decompose } : !transform.any_op
    transform.yield
  }
}
