// heddle.kernel: matmul-bias-relu
// heddle.strategy: vectorized
// heddle.summary: register tiles: the product, the bias and the relu of a tile
//   are computed before it is stored once; for weights that a cache holds, for
//   larger ones mlp/packed
// heddle.sequence: @matmul_bias_relu_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: the last of any number of elementwise ops over rows and
//   columns, after a matrix product of floats over three loops
// heddle.guarantees: buffers, without a copy or an allocation where the result
//   is written into an argument and the sizes divide
// heddle.guarantees: every k loop carries one vector of tile_m x tile_n and
//   stores nothing; the tiles at the edges are masked or overlap
// heddle.param: tile_m = 8 in [1, 4096] : rows of the tile of the result in
//   registers
// heddle.param: tile_n = 32 in [1, 4096] : columns of that tile; a multiple of
//   the lanes of a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @matmul_bias_relu_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_m: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_m", heddle.default = 8 : i64,
          heddle.range = [1, 4096]},
      %tile_n: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_n", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @follows_matmul,
          heddle.picks = @ends_matmul} {
    %matmul, %group = transform.heddle.get_fusion_group %root
    // Where the sizes do not divide, the product's tiles overlap at the edges; for
    // extents just above a tile that is up to four times the work.
    %columns = transform.heddle.scale_tile_size %tile_n for %root
    %tiled, %n_loop, %m_loop = transform.structured.fuse_ext %root
        tile_sizes [%tile_m, %columns] interchange [1, 0] only %group
        {max_recompute = 4.0 : f64, placement_slack = 4.0 : f64}
    %product, %k_loop = transform.structured.fuse_ext %matmul
        tile_sizes [0, 0, 1]
    transform.yield
  }
}
