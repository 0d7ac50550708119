// heddle.kernel: mlp
// heddle.strategy: packed
// heddle.summary: each layer in register tiles that read the weights from
//   contiguous copies, with its bias and its activation before the tile is stored
// heddle.sequence: @mlp_packed
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: the last elementwise op of each layer, over rows and columns,
//   after a matrix product of floats over three loops
// heddle.guarantees: buffers; beside the results of the layers, one per layer of as
//   many rows as the weights have and tile_n columns
// heddle.guarantees: every k loop carries one vector of tile_m x tile_n and
//   stores nothing; the tiles at the edges are masked or overlap
// heddle.param: tile_m = 6 in [1, 4096] : rows of the tile of the result in
//   registers
// heddle.param: tile_n = 64 in [1, 4096] : columns of that tile; a multiple of
//   the lanes of a vector register; half as many if of 64 bits each

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @mlp_packed(
      %roots: !transform.any_op {transform.consumed},
      %tile_m: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_m", heddle.default = 6 : i64,
          heddle.range = [1, 4096]},
      %tile_n: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_n", heddle.default = 64 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @follows_matmul,
          heddle.picks = @ends_matmul} {
    %products, %ops = transform.heddle.get_fusion_group %roots
    // The columns of the weights that a column of tiles reads, in one piece.
    %packed, %panels = transform.heddle.pack_operand %products operand = 1
    %starts, %group = transform.heddle.get_fusion_group %roots
    %columns = transform.heddle.scale_tile_size %tile_n for %packed
    %tiled, %loops:2 = transform.structured.fuse_ext %roots
        tile_sizes [%tile_m, %columns] interchange [1, 0] only %group
        {max_recompute = 4.0 : f64, placement_slack = 4.0 : f64}
    %sums, %k_loop = transform.structured.fuse_ext %packed tile_sizes [0, 0, 1]
    transform.yield
  }
}
