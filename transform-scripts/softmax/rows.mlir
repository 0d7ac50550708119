// heddle.kernel: softmax
// heddle.strategy: rows
// heddle.summary: computes maximum, exponentials, sum and quotient of a few
//   rows before it goes to the next ones
// heddle.sequence: @softmax_rows
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a linalg.softmax, or the last op of a softmax along the last
//   dimension that is written out, any number of dimensions
// heddle.guarantees: one loop over the rows; each of the four steps is in
//   it once, so that exp is computed once per element
// heddle.param: tile_rows = 4 in [1, 4096] : rows per iteration

module attributes {transform.with_named_sequence,
                   heddle.library = "../common/matchers.mlir"} {
  transform.named_sequence @softmax_rows(
      %root: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 4 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.expects = [@is_softmax, @ends_softmax]} {
    %tiled, %loops = transform.heddle.tile_rows %root by %tile_rows
        : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
