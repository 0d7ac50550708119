// heddle.kernel: matmul-bias-relu
// heddle.strategy: two-step
// heddle.summary: tiles the relu with the matmul fused, then the matmul along
//   k inside each tile
// heddle.sequence: @matmul_bias_relu_two_step
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: the last of any number of elementwise ops over rows and
//   columns, after a matrix product of floats over three loops
// heddle.guarantees: loops over m, n and, inside, k; matmul, bias and relu of a
//   tile are computed together, and the k loop carries the tile of the product
// heddle.param: tile_m = 32 in [1, 4096] : rows of a tile
// heddle.param: tile_n = 64 in [1, 4096] : columns of a tile
// heddle.param: tile_k = 16 in [1, 4096] : elements of the reduction per
//   iteration

module attributes {transform.with_named_sequence,
                   heddle.library = "../common/matchers.mlir"} {
  transform.named_sequence @matmul_bias_relu_two_step(
      %root: !transform.any_op {transform.consumed},
      %tile_m: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_m", heddle.default = 32 : i64,
          heddle.range = [1, 4096]},
      %tile_n: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_n", heddle.default = 64 : i64,
          heddle.range = [1, 4096]},
      %tile_k: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_k", heddle.default = 16 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.expects = @follows_matmul,
          heddle.picks = @ends_matmul} {
    %matmul, %group = transform.heddle.get_fusion_group %root
    %tiled, %m_loop, %n_loop = transform.structured.fuse_ext %root
        tile_sizes [%tile_m, %tile_n] only %group
    %product, %k_loop = transform.structured.fuse_ext %matmul
        tile_sizes [0, 0, %tile_k]
    transform.yield
  }
}
