// heddle.kernel: rmsnorm
// heddle.strategy: vectorized
// heddle.summary: a few rows at a time: mean square and result, in vectors of
//   partial sums
// heddle.sequence: @rmsnorm_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: the last op of a normalization by one reduction of each row, in
//   any number of ops
// heddle.guarantees: buffers; one loop over the rows, in which everything is
//   computed
// heddle.guarantees: vectors along the rows carry the sums; the last one of a
//   row is masked if the lanes do not divide its length
// heddle.param: tile_rows = 8 in [1, 4096] : rows per iteration
// heddle.param: fast_math = 0 in [0, 1] : 1 allows nnan, nsz and arcp
// heddle.param: stream_above = -1 in [-1, 1099511627776] : bytes above
//   which the result bypasses the caches; -1: those that a core may count on,
//   for static extents

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @rmsnorm_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 8 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_rows_and_bufferize,
          heddle.absorbs,
          heddle.expects = @ends_rms_norm} {
    %tiled, %loops = transform.heddle.tile_rows %root by %tile_rows
        : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
