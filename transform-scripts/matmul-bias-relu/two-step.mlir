// heddle.kernel: matmul-bias-relu
// heddle.strategy: two-step
// heddle.summary: tiles the relu with the matmul fused, then the matmul along
//   k inside each tile
// heddle.sequence: @matmul_bias_relu_two_step
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: one linalg.matmul on tensors, and one op marked `relu` that
//   reads it elementwise, directly or through other elementwise ops
// heddle.guarantees: loops over m, n and, inside, k; matmul, bias and relu of a
//   tile are computed together, and the k loop carries the tile of the product
// heddle.param: tile_m = 32 : rows of a tile
// heddle.param: tile_n = 64 : columns of a tile
// heddle.param: tile_k = 16 : elements of the reduction per iteration

module attributes {transform.with_named_sequence} {
  transform.named_sequence @matmul_bias_relu_two_step(
      %module: !transform.any_op {transform.readonly},
      %tile_m: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_m", heddle.default = 32 : i64},
      %tile_n: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_n", heddle.default = 64 : i64},
      %tile_k: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_k", heddle.default = 16 : i64}) {
    %relu = transform.structured.match attributes {relu} in %module
        : (!transform.any_op) -> !transform.any_op
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %m_loop, %n_loop = transform.structured.fuse_ext %relu
        tile_sizes [%tile_m, %tile_n]
    // The handle to the matmul names its tile now.
    %product, %k_loop = transform.structured.fuse_ext %matmul
        tile_sizes [0, 0, %tile_k]
    transform.yield
  }
}
