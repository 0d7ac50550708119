// heddle.kernel: quantized-matmul
// heddle.strategy: vectorized
// heddle.summary: register tiles that read B from a contiguous copy: the product
//   of a tile is scaled and rounded before it is stored once
// heddle.sequence: @quantized_matmul_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: the last of any number of elementwise ops over rows and
//   columns, after a matrix product of integers over three loops
// heddle.guarantees: buffers; beside the result, one of as many rows as B has
//   and tile_n columns
// heddle.guarantees: every k loop carries one vector of tile_m x tile_n and
//   stores nothing; the tiles at the edges are masked or overlap
// heddle.param: tile_m = 8 in [1, 4096] : rows of the tile of the result in
//   registers
// heddle.param: tile_n = 32 in [1, 4096] : columns of that tile; a multiple of
//   the lanes of a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @quantized_matmul_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_m: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_m", heddle.default = 8 : i64,
          heddle.range = [1, 4096]},
      %tile_n: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_n", heddle.default = 32 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @follows_integer_matmul,
          heddle.picks = @ends_integer_matmul} {
    %matmul, %ops = transform.heddle.get_fusion_group %root
    // Vectors read B in one piece, also where it is transposed.
    %plain = transform.heddle.expand_zero_points %matmul
    %packed, %panel = transform.heddle.pack_operand %plain operand = 1
    %start, %group = transform.heddle.get_fusion_group %root
    %columns = transform.heddle.scale_tile_size %tile_n for %packed
    %tiled, %n_loop, %m_loop = transform.structured.fuse_ext %root
        tile_sizes [%tile_m, %columns] interchange [1, 0] only %group
        {max_recompute = 4.0 : f64, placement_slack = 4.0 : f64}
    %product, %k_loop = transform.structured.fuse_ext %packed
        tile_sizes [0, 0, 1]
    transform.yield
  }
}
