// heddle.kernel: row-reduction
// heddle.strategy: vectorized
// heddle.summary: each row in vectors of partial results, combined at its end
// heddle.sequence: @row_reduction_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: reductions along the last dimension, by a combiner that has a
//   neutral element; what they read is fused
// heddle.guarantees: buffers, without a copy or an allocation where the result
//   is written into an argument
// heddle.guarantees: no scalar loop but over rows
// heddle.param: tile_rows = 8 in [1, 4096] : rows per iteration

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @row_reduction_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 8 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_row_reduction} {
    %tiled, %loops = transform.heddle.tile_rows %root by %tile_rows
        : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
