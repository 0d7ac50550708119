// heddle.common: the scores of attention
//
// What the schedules of attention do with the scores: before the fusion along the keys,
// and after it, with those of one tile of rows and keys.

module attributes {transform.with_named_sequence} {
  // Stores the scores with the rows side by side, before the fusion along the keys:
  // vectors run along the rows, and no maximum or sum needs one across a vector. The
  // queries of a tile are turned around once for all its keys. Scores that something
  // else reads, such as a return, and those that start from an argument stay, with a
  // remark that says why.
  transform.named_sequence @turn_scores(
      %softmax: !transform.any_op {transform.readonly}) {
    transform.foreach %softmax : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      // Nothing computes scores that are an argument.
      %product, %group = transform.sequence %one
          : !transform.any_op -> !transform.any_op, !transform.any_op
          failures(suppress) {
      ^bb1(%softmax_op: !transform.any_op):
        %last = transform.get_producer_of_operand %softmax_op[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %last
            {without = ["tensor.empty", "tensor.expand_shape", "arith.constant",
                        "linalg.fill", "linalg.broadcast"]}
        transform.yield %first, %ops : !transform.any_op, !transform.any_op
      }
      %all = transform.merge_handles deduplicate %product, %group, %one
          : !transform.any_op
      %turned = transform.heddle.transpose_results %all permutation = [1, 0]
          {interchange, best_effort} : (!transform.any_op) -> !transform.any_op
      // Once, if they were turned.
      %block = transform.get_parent_op %turned {deduplicate, heddle.may_be_empty}
          : (!transform.any_op) -> !transform.any_op
      transform.foreach %block : !transform.any_op {
      ^bb1(%around: !transform.any_op):
        %scores, %others = transform.split_handle %turned {overflow_result = 1}
            : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
        %packed, %queries = transform.heddle.pack_operand %scores operand = 0
      }
    }
    transform.yield
  }

  // Each maximum and each sum is computed while the scores are in registers.
  transform.named_sequence @tile_scores(
      %func: !transform.any_op {transform.readonly},
      %keys: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %func
        { transform.apply_patterns.linalg_ext.decompose } : !transform.any_op
    transform.foreach %keys : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %folds = transform.structured.match ops{["linalg.generic"]} attributes
          {iterator_types = [#linalg.iterator_type<reduction>,
                             #linalg.iterator_type<parallel>]} in %one
          {heddle.may_be_empty}
          : (!transform.any_op) -> !transform.any_op
      %max, %sum = transform.split_handle %folds
          {fail_on_payload_too_small = false}
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %size = transform.param.constant 32 : i64 -> !transform.param<i64>
      %n = transform.heddle.scale_tile_size %size for %max
          {heddle.may_be_empty}
      // Outside the loops there are scores that something else reads, too.
      %group = transform.sequence %max
          : !transform.any_op -> !transform.any_op failures(suppress) {
      ^bb1(%reader: !transform.any_op):
        %last = transform.get_producer_of_operand %reader[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %last
        transform.yield %ops : !transform.any_op
      }
      %weights = transform.get_producer_of_operand %sum[0]
          : (!transform.any_op) -> !transform.any_op
      %maxima, %l:2 = transform.structured.fuse_ext %max tile_sizes [8, %n]
          interchange [1, 0] only %group {heddle.may_be_empty}
      %sums, %m:2 = transform.structured.fuse_ext %sum tile_sizes [4, %n]
          interchange [1, 0] only %weights {heddle.may_be_empty}
      // Rows that were not turned around, with the keys of a tile instead.
      %others = transform.structured.match ops{["linalg.generic"]} attributes
          {iterator_types = [#linalg.iterator_type<parallel>,
                             #linalg.iterator_type<reduction>]} in %one
          {heddle.may_be_empty}
          : (!transform.any_op) -> !transform.any_op
      %row_max, %row_sum = transform.split_handle %others
          {fail_on_payload_too_small = false}
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      // No product computes scores that are an argument, scaled or masked.
      %product = transform.sequence %row_max
          : !transform.any_op -> !transform.any_op failures(suppress) {
      ^bb1(%reader: !transform.any_op):
        %score = transform.get_producer_of_operand %reader[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %score
        %sums_up = transform.foreach %first
            : !transform.any_op -> !transform.any_op {
        ^bb2(%op: !transform.any_op):
          %sum_op = transform.match.structured %op
              : (!transform.any_op) -> !transform.any_op {
          ^bb3(%matched: !transform.any_op):
            transform.match.structured.dim %matched[-1] {reduction}
                : !transform.any_op
            transform.match.structured.yield %matched : !transform.any_op
          }
          transform.yield %sum_op : !transform.any_op
        }
        transform.yield %sums_up : !transform.any_op
      }
      %packed, %turned = transform.heddle.pack_operand %product operand = 1
          {heddle.may_be_empty}
      %end, %row_group = transform.sequence %row_max
          : !transform.any_op -> !transform.any_op, !transform.any_op
          failures(suppress) {
      ^bb1(%reader: !transform.any_op):
        %score = transform.get_producer_of_operand %reader[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %score
        transform.yield %score, %ops : !transform.any_op, !transform.any_op
      }
      %k = transform.heddle.scale_tile_size %size for %end
          {heddle.may_be_empty}
      %row, %r:2 = transform.structured.fuse_ext %end tile_sizes [8, %k]
          interchange [1, 0] only %row_group {heddle.may_be_empty, best_effort}
    }
    transform.yield
  }

  // The same for several heads, of which a tile has one.
  transform.named_sequence @turn_scores_of_heads(
      %softmax: !transform.any_op {transform.readonly}) {
    transform.foreach %softmax : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      // Nothing computes scores that are an argument.
      %product, %group = transform.sequence %one
          : !transform.any_op -> !transform.any_op, !transform.any_op
          failures(suppress) {
      ^bb1(%softmax_op: !transform.any_op):
        %last = transform.get_producer_of_operand %softmax_op[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %last
            {without = ["tensor.empty", "tensor.expand_shape", "arith.constant",
                        "linalg.fill", "linalg.broadcast"]}
        transform.yield %first, %ops : !transform.any_op, !transform.any_op
      }
      %all = transform.merge_handles deduplicate %product, %group, %one
          : !transform.any_op
      %turned = transform.heddle.transpose_results %all permutation = [0, 2, 1]
          {interchange, best_effort} : (!transform.any_op) -> !transform.any_op
      // Once, if they were turned.
      %block = transform.get_parent_op %turned {deduplicate, heddle.may_be_empty}
          : (!transform.any_op) -> !transform.any_op
      transform.foreach %block : !transform.any_op {
      ^bb1(%around: !transform.any_op):
        %scores, %others = transform.split_handle %turned {overflow_result = 1}
            : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
        %packed, %queries = transform.heddle.pack_operand %scores operand = 0
      }
    }
    transform.yield
  }

  transform.named_sequence @tile_scores_of_heads(
      %func: !transform.any_op {transform.readonly},
      %keys: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %func
        { transform.apply_patterns.linalg_ext.decompose } : !transform.any_op
    transform.foreach %keys : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %folds = transform.structured.match ops{["linalg.generic"]} attributes
          {iterator_types = [#linalg.iterator_type<parallel>,
                             #linalg.iterator_type<reduction>,
                             #linalg.iterator_type<parallel>]} in %one
          {heddle.may_be_empty}
          : (!transform.any_op) -> !transform.any_op
      %max, %sum = transform.split_handle %folds
          {fail_on_payload_too_small = false}
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %size = transform.param.constant 32 : i64 -> !transform.param<i64>
      %n = transform.heddle.scale_tile_size %size for %max
          {heddle.may_be_empty}
      // Outside the loops there are scores that something else reads, too.
      %group = transform.sequence %max
          : !transform.any_op -> !transform.any_op failures(suppress) {
      ^bb1(%reader: !transform.any_op):
        %last = transform.get_producer_of_operand %reader[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %last
        transform.yield %ops : !transform.any_op
      }
      %weights = transform.get_producer_of_operand %sum[0]
          : (!transform.any_op) -> !transform.any_op
      %maxima, %l:3 = transform.structured.fuse_ext %max tile_sizes [1, 8, %n]
          interchange [0, 2, 1] only %group {heddle.may_be_empty}
      %sums, %m:3 = transform.structured.fuse_ext %sum tile_sizes [1, 4, %n]
          interchange [0, 2, 1] only %weights {heddle.may_be_empty}
      // Rows that were not turned around, with the keys of a tile instead.
      %others = transform.structured.match ops{["linalg.generic"]} attributes
          {iterator_types = [#linalg.iterator_type<parallel>,
                             #linalg.iterator_type<parallel>,
                             #linalg.iterator_type<reduction>]} in %one
          {heddle.may_be_empty}
          : (!transform.any_op) -> !transform.any_op
      %row_max, %row_sum = transform.split_handle %others
          {fail_on_payload_too_small = false}
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      // No product computes scores that are an argument, scaled or masked.
      %product = transform.sequence %row_max
          : !transform.any_op -> !transform.any_op failures(suppress) {
      ^bb1(%reader: !transform.any_op):
        %score = transform.get_producer_of_operand %reader[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %score
        %sums_up = transform.foreach %first
            : !transform.any_op -> !transform.any_op {
        ^bb2(%op: !transform.any_op):
          %sum_op = transform.match.structured %op
              : (!transform.any_op) -> !transform.any_op {
          ^bb3(%matched: !transform.any_op):
            transform.match.structured.dim %matched[-1] {reduction}
                : !transform.any_op
            transform.match.structured.yield %matched : !transform.any_op
          }
          transform.yield %sum_op : !transform.any_op
        }
        transform.yield %sums_up : !transform.any_op
      }
      %packed, %turned = transform.heddle.pack_operand %product operand = 1
          {heddle.may_be_empty}
      %end, %row_group = transform.sequence %row_max
          : !transform.any_op -> !transform.any_op, !transform.any_op
          failures(suppress) {
      ^bb1(%reader: !transform.any_op):
        %score = transform.get_producer_of_operand %reader[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %score
        transform.yield %score, %ops : !transform.any_op, !transform.any_op
      }
      %k = transform.heddle.scale_tile_size %size for %end
          {heddle.may_be_empty}
      %row, %r:3 = transform.structured.fuse_ext %end tile_sizes [1, 8, %k]
          interchange [0, 2, 1] only %row_group {heddle.may_be_empty, best_effort}
    }
    transform.yield
  }

  // The same for a batch with several heads each, of which a tile has one.
  transform.named_sequence @turn_scores_of_batches(
      %softmax: !transform.any_op {transform.readonly}) {
    transform.foreach %softmax : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      // Nothing computes scores that are an argument.
      %product, %group = transform.sequence %one
          : !transform.any_op -> !transform.any_op, !transform.any_op
          failures(suppress) {
      ^bb1(%softmax_op: !transform.any_op):
        %last = transform.get_producer_of_operand %softmax_op[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %last
            {without = ["tensor.empty", "tensor.expand_shape", "arith.constant",
                        "linalg.fill", "linalg.broadcast"]}
        transform.yield %first, %ops : !transform.any_op, !transform.any_op
      }
      %all = transform.merge_handles deduplicate %product, %group, %one
          : !transform.any_op
      %turned = transform.heddle.transpose_results %all permutation = [0, 1, 3, 2]
          {interchange, best_effort} : (!transform.any_op) -> !transform.any_op
      // Once, if they were turned.
      %block = transform.get_parent_op %turned {deduplicate, heddle.may_be_empty}
          : (!transform.any_op) -> !transform.any_op
      transform.foreach %block : !transform.any_op {
      ^bb1(%around: !transform.any_op):
        %scores, %others = transform.split_handle %turned {overflow_result = 1}
            : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
        %packed, %queries = transform.heddle.pack_operand %scores operand = 0
      }
    }
    transform.yield
  }

  transform.named_sequence @tile_scores_of_batches(
      %func: !transform.any_op {transform.readonly},
      %keys: !transform.any_op {transform.readonly}) {
    transform.apply_patterns to %func
        { transform.apply_patterns.linalg_ext.decompose } : !transform.any_op
    transform.foreach %keys : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %folds = transform.structured.match ops{["linalg.generic"]} attributes
          {iterator_types = [#linalg.iterator_type<parallel>,
                             #linalg.iterator_type<parallel>,
                             #linalg.iterator_type<reduction>,
                             #linalg.iterator_type<parallel>]} in %one
          {heddle.may_be_empty}
          : (!transform.any_op) -> !transform.any_op
      %max, %sum = transform.split_handle %folds
          {fail_on_payload_too_small = false}
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %size = transform.param.constant 32 : i64 -> !transform.param<i64>
      %n = transform.heddle.scale_tile_size %size for %max
          {heddle.may_be_empty} : !transform.param<i64>, !transform.any_op
      // Outside the loops there are scores that something else reads, too.
      %group = transform.sequence %max
          : !transform.any_op -> !transform.any_op failures(suppress) {
      ^bb1(%reader: !transform.any_op):
        %last = transform.get_producer_of_operand %reader[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %last
        transform.yield %ops : !transform.any_op
      }
      %weights = transform.get_producer_of_operand %sum[0]
          : (!transform.any_op) -> !transform.any_op
      %maxima, %l:4 = transform.structured.fuse_ext %max tile_sizes [1, 1, 8, %n]
          interchange [0, 1, 3, 2] only %group {heddle.may_be_empty}
      %sums, %m:4 = transform.structured.fuse_ext %sum tile_sizes [1, 1, 4, %n]
          interchange [0, 1, 3, 2] only %weights {heddle.may_be_empty}
      // Rows that were not turned around, with the keys of a tile instead.
      %others = transform.structured.match ops{["linalg.generic"]} attributes
          {iterator_types = [#linalg.iterator_type<parallel>,
                             #linalg.iterator_type<parallel>,
                             #linalg.iterator_type<parallel>,
                             #linalg.iterator_type<reduction>]} in %one
          {heddle.may_be_empty}
          : (!transform.any_op) -> !transform.any_op
      %row_max, %row_sum = transform.split_handle %others
          {fail_on_payload_too_small = false}
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      // No product computes scores that are an argument, scaled or masked.
      %product = transform.sequence %row_max
          : !transform.any_op -> !transform.any_op failures(suppress) {
      ^bb1(%reader: !transform.any_op):
        %score = transform.get_producer_of_operand %reader[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %score
        %sums_up = transform.foreach %first
            : !transform.any_op -> !transform.any_op {
        ^bb2(%op: !transform.any_op):
          %sum_op = transform.match.structured %op
              : (!transform.any_op) -> !transform.any_op {
          ^bb3(%matched: !transform.any_op):
            transform.match.structured.dim %matched[-1] {reduction}
                : !transform.any_op
            transform.match.structured.yield %matched : !transform.any_op
          }
          transform.yield %sum_op : !transform.any_op
        }
        transform.yield %sums_up : !transform.any_op
      }
      %packed, %turned = transform.heddle.pack_operand %product operand = 1
          {heddle.may_be_empty}
      %end, %row_group = transform.sequence %row_max
          : !transform.any_op -> !transform.any_op, !transform.any_op
          failures(suppress) {
      ^bb1(%reader: !transform.any_op):
        %score = transform.get_producer_of_operand %reader[0]
            : (!transform.any_op) -> !transform.any_op
        %first, %ops = transform.heddle.get_fusion_group %score
        transform.yield %score, %ops : !transform.any_op, !transform.any_op
      }
      %k = transform.heddle.scale_tile_size %size for %end
          {heddle.may_be_empty} : !transform.param<i64>, !transform.any_op
      %row, %r:4 = transform.structured.fuse_ext %end tile_sizes [1, 1, 8, %k]
          interchange [0, 1, 3, 2] only %row_group {heddle.may_be_empty, best_effort}
    }
    transform.yield
  }
}
