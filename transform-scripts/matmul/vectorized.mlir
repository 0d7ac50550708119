// heddle.kernel: matmul
// heddle.strategy: vectorized
// heddle.summary: register tiles whose accumulators the k loop carries as
//   vectors
// heddle.sequence: @matmul_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: matrix products of floats or integers over three loops, named
//   or generic, transposed or not; the last loop sums
// heddle.guarantees: buffers, without a copy or an allocation where the result
//   is written into an argument
// heddle.guarantees: every k loop carries one vector of tile_m x tile_n and
//   stores nothing; the tiles at the edges are masked
// heddle.param: tile_m = 8 in [1, 4096] : rows of the tile of the result in
//   registers
// heddle.param: tile_n = 32 in [1, 4096] : columns of that tile; a multiple of
//   the lanes of a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @matmul_vectorized(
      %matmul: !transform.any_op {transform.consumed},
      %tile_m: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_m", heddle.default = 8 : i64,
          heddle.range = [1, 4096]},
      %tile_n: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_n", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = [@is_matmul, @is_integer_matmul]} {
    %plain = transform.heddle.expand_zero_points %matmul
    %start, %group = transform.heddle.get_fusion_group %plain
    // Columns outermost: the tile_n columns of B that a column of tiles reads
    // stay in the second-level cache for all rows of A. The fill is computed
    // per tile, outside k.
    %columns = transform.heddle.scale_tile_size %tile_n for %plain
    %tiled, %loops:3 = transform.structured.fuse_ext %plain
        tile_sizes [%tile_m, %columns, 1] interchange [1, 0, 2] only %group
    transform.yield
  }
}
