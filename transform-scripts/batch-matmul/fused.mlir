// heddle.kernel: batch-matmul
// heddle.strategy: fused
// heddle.summary: register tiles of one product after the other: the product and the
//   elementwise ops of a tile are computed before it is stored once
// heddle.sequence: @batch_matmul_fused
// heddle.payload: payload-gelu.mlir
// heddle.payload: payload-gelu-dynamic.mlir
// heddle.expects: the last of any number of elementwise ops over three dimensions,
//   after a batch of matrix products of floats or integers over four loops
// heddle.guarantees: every k loop carries one vector of tile_m x tile_n and stores
//   nothing; the tiles at the edges are masked or overlap
// heddle.param: tile_m = 8 in [1, 4096] : rows of the tile of the result in
//   registers
// heddle.param: tile_n = 32 in [1, 4096] : columns of that tile; a multiple of
//   the lanes of a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @batch_matmul_fused(
      %root: !transform.any_op {transform.consumed},
      %tile_m: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_m", heddle.default = 8 : i64,
          heddle.range = [1, 4096]},
      %tile_n: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_n", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = [@follows_batch_matmul,
                            @follows_integer_batch_matmul],
          heddle.picks = [@ends_batch_matmul, @ends_integer_batch_matmul]} {
    %first, %ops = transform.heddle.get_fusion_group %root
    %plain = transform.heddle.expand_zero_points %first
    %products, %group = transform.heddle.get_fusion_group %root
    %columns = transform.heddle.scale_tile_size %tile_n for %products
    %tiled, %loops:3 = transform.structured.fuse_ext %root
        tile_sizes [1, %tile_m, %columns] interchange [0, 2, 1] only %group
        {max_recompute = 4.0 : f64, placement_slack = 4.0 : f64}
    %sums, %k_loop = transform.structured.fuse_ext %products
        tile_sizes [0, 0, 0, 1]
    transform.yield
  }
}
