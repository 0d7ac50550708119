// heddle.kernel: matmul
// heddle.strategy: tile-k
// heddle.summary: tiles the reduction; the fill stays before the k loop
// heddle.sequence: @matmul_tile_k
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: matrix products of floats or integers over three loops, named
//   or generic, transposed or not; the last loop sums
// heddle.guarantees: one loop over k that carries the whole result; what
//   initializes the result runs once, before the loop
// heddle.param: tile_k = 8 in [1, 4096] : elements of the reduction per
//   iteration

module attributes {transform.with_named_sequence,
                   heddle.library = "../common/matchers.mlir"} {
  transform.named_sequence @matmul_tile_k(
      %matmul: !transform.any_op {transform.consumed},
      %tile_k: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_k", heddle.default = 8 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.expects = [@is_matmul, @is_integer_matmul]} {
    %start, %group = transform.heddle.get_fusion_group %matmul
    %tiled, %k_loop = transform.structured.fuse_ext %matmul
        tile_sizes [0, 0, %tile_k] only %group
    transform.yield
  }
}
