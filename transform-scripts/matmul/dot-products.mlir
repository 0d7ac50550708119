// heddle.kernel: matmul
// heddle.strategy: dot-products
// heddle.summary: register tiles of i8 or bf16 by the instructions of AVX-512 for
//   dot products, which read packed operands
// heddle.sequence: @matmul_dot_products
// heddle.payload: payload-i8.mlir
// heddle.payload: payload-i8-dynamic.mlir
// heddle.payload: payload-bf16.mlir
// heddle.expects: matrix products of i8 in i32 or of bf16 in f32 over three loops,
//   named or generic, transposed or not; the last loop sums
// heddle.guarantees: buffers; beside the result, one of as many rows as B has
//   and tile_n columns, and for i8 one of the size of A
// heddle.guarantees: every k loop carries one vector of tile_m x tile_n and
//   stores nothing; products of i8 are exact, those of bf16 take denormals as
//   zeros
// heddle.param: tile_m = 6 in [1, 4096] : rows of the tile of the result in
//   registers
// heddle.param: tile_n = 64 in [1, 4096] : columns of that tile; a multiple of
//   the lanes of a vector register

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @matmul_dot_products(
      %matmul: !transform.any_op {transform.consumed},
      %tile_m: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_m", heddle.default = 6 : i64,
          heddle.range = [1, 4096]},
      %tile_n: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_n", heddle.default = 64 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_dot_products_and_bufferize,
          heddle.expects = [@is_i8_matmul, @is_bf16_matmul]} {
    // k counts groups of four i8 or two bf16, which lie next to each other.
    %plain = transform.heddle.expand_zero_points %matmul
    %root, %panel = transform.heddle.pack_dot_products %plain
    %tiled, %loops:3 = transform.structured.fuse_ext %root
        tile_sizes [%tile_m, %tile_n, 1] interchange [1, 0, 2]
    transform.yield
  }
}
