// heddle.kernel: softmax
// heddle.strategy: rows
// heddle.summary: computes maximum, exponentials, sum and quotient of a few
//   rows before it goes to the next ones
// heddle.sequence: @softmax_rows
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: one op marked `root` over (rows, columns) that ends the
//   softmax
// heddle.guarantees: one loop over the rows; each of the four steps is in
//   it once, so that exp is computed once per element
// heddle.param: tile_rows = 4 : rows per iteration

module attributes {transform.with_named_sequence} {
  transform.named_sequence @softmax_rows(
      %module: !transform.any_op {transform.readonly},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 4 : i64}) {
    %root = transform.structured.match attributes {root} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %row_loop = transform.structured.fuse_ext %root
        tile_sizes [%tile_rows, 0]
    transform.yield
  }
}
