// heddle.kernel: argmax
// heddle.strategy: rows
// heddle.summary: as many rows as lanes, each with its best element and its place
//   in a lane
// heddle.sequence: @argmax_rows
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a reduction of rows to two or more results, such as a maximum
//   and its place, over two loops; dims before the rows are to be collapsed
// heddle.guarantees: buffers, without a copy or an allocation where the results
//   are written into arguments and the rows divide
// heddle.guarantees: no scalar loop; the loop over a row carries vectors of
//   tile_rows results and stores nothing
// heddle.param: tile_rows = 32 in [1, 4096] : rows per iteration; a multiple of
//   the lanes of a vector register

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @argmax_rows(
      %root: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_row_search} {
    // In one row each comparison waits for the one before it; rows do not.
    %tiled, %loops:2 = transform.structured.fuse_ext %root
        tile_sizes [%tile_rows, 1]
    transform.yield
  }
}
