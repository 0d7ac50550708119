// heddle.kernel: quantized-matmul
// heddle.strategy: dot-products
// heddle.summary: register tiles by the instructions of AVX-512 for dot products,
//   which read packed operands; a tile is scaled and rounded before it is stored
// heddle.sequence: @quantized_matmul_dot_products
// heddle.payload: payload-i8.mlir
// heddle.payload: payload-i8-dynamic.mlir
// heddle.expects: the last of any number of elementwise ops over rows and
//   columns, after a matrix product of i8 in i32 over three loops
// heddle.guarantees: buffers; beside the result, one of as many rows as B has
//   and tile_n columns, and one of the size of A
// heddle.guarantees: every k loop carries one vector of tile_m x tile_n and
//   stores nothing; the sums are exact
// heddle.param: tile_m = 6 in [1, 4096] : rows of the tile of the result in
//   registers
// heddle.param: tile_n = 64 in [1, 4096] : columns of that tile; a multiple of
//   the lanes of a vector register

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @quantized_matmul_dot_products(
      %root: !transform.any_op {transform.consumed},
      %tile_m: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_m", heddle.default = 6 : i64,
          heddle.range = [1, 4096]},
      %tile_n: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_n", heddle.default = 64 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_dot_products_and_bufferize,
          heddle.expects = @follows_i8_matmul,
          heddle.picks = @ends_i8_matmul} {
    %matmul, %ops = transform.heddle.get_fusion_group %root
    // k counts groups of four i8, which lie next to each other.
    %plain = transform.heddle.expand_zero_points %matmul
    %products, %panels = transform.heddle.pack_dot_products %plain
    %tiled, %loops:2 = transform.structured.fuse_ext %root
        tile_sizes [%tile_m, %tile_n] interchange [1, 0]
        {max_recompute = 4.0 : f64, placement_slack = 4.0 : f64}
    %sums, %k_loop = transform.structured.fuse_ext %products tile_sizes [0, 0, 1]
    transform.yield
  }
}
