// heddle.kernel: softmax
// heddle.strategy: vectorized
// heddle.summary: a few rows at a time, in vectors of partial maxima and sums
// heddle.sequence: @softmax_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a linalg.softmax, or the last op of a softmax along the last
//   dimension that is written out, any number of dimensions
// heddle.guarantees: the only buffers beside the result hold tile_rows rows
// heddle.guarantees: no scalar loop: the maximum and the sum of a row are
//   computed in vectors of partial results
// heddle.param: tile_rows = 8 in [1, 4096] : rows per iteration
// heddle.param: fast_math = 0 in [0, 1] : 1 allows nnan, nsz and arcp
// heddle.param: stream_above = -1 in [-1, 1099511627776] : bytes above
//   which the result bypasses the caches; -1: those that a core may count on,
//   for static extents

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @softmax_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 8 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_rows_and_bufferize,
          heddle.absorbs,
          heddle.expects = [@is_softmax, @ends_softmax]} {
    %function = transform.get_parent_op %root
        {op_name = "func.func", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    // A maximum that is computed with its place, which nobody reads.
    transform.apply_patterns to %function {
      transform.apply_patterns.heddle.drop_unused_results
    } : !transform.any_op
    %tiled, %loops = transform.heddle.tile_rows %root by %tile_rows
        : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
