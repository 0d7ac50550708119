// heddle.kernel: batch-matmul
// heddle.strategy: vectorized
// heddle.summary: register tiles of one product after the other, whose
//   accumulators the k loop carries as vectors
// heddle.sequence: @batch_matmul_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: batches of matrix products of floats or integers over four
//   loops, named or generic, transposed or not; the last loop sums
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
  transform.named_sequence @batch_matmul_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_m: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_m", heddle.default = 8 : i64,
          heddle.range = [1, 4096]},
      %tile_n: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_n", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = [@is_batch_matmul, @is_integer_batch_matmul]} {
    %plain = transform.heddle.expand_zero_points %root
    %start, %group = transform.heddle.get_fusion_group %plain
    %columns = transform.heddle.scale_tile_size %tile_n for %plain
    %tiled, %loops:4 = transform.structured.fuse_ext %plain
        tile_sizes [1, %tile_m, %columns, 1] interchange [0, 2, 1, 3] only %group
    transform.yield
  }
}
