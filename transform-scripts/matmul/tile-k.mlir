// heddle.kernel: matmul
// heddle.strategy: tile-k
// heddle.summary: tiles the reduction; the fill stays before the k loop
// heddle.sequence: @matmul_tile_k
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: one linalg.matmul on tensors
// heddle.guarantees: one loop over k that carries the whole result; what
//   initializes the result runs once, before the loop
// heddle.param: tile_k = 8 : elements of the reduction per iteration

module attributes {transform.with_named_sequence} {
  transform.named_sequence @matmul_tile_k(
      %module: !transform.any_op {transform.readonly},
      %tile_k: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_k", heddle.default = 8 : i64}) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %k_loop = transform.structured.fuse_ext %matmul
        tile_sizes [0, 0, %tile_k]
    transform.yield
  }
}
