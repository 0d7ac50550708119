// heddle.kernel: attention
// heddle.strategy: keys
// heddle.summary: tiles of rows and keys, softmax carried along the keys, in
//   vectors
// heddle.sequence: @attention_keys
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: one op marked `root` over (rows, values, keys) that sums what
//   is linear in a softmax along the keys
// heddle.guarantees: no buffer has more than tile_rows rows of tile_keys scores
// heddle.guarantees: no scalar loop
// heddle.param: tile_rows = 64 : rows per iteration
// heddle.param: tile_keys = 64 : keys per iteration

module attributes {transform.with_named_sequence} {
  transform.named_sequence @attention_keys(
      %module: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 64 : i64},
      %tile_keys: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_keys", heddle.default = 64 : i64}) {
    %root = transform.structured.match attributes {root} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %rows, %keys = transform.structured.fuse_ext %root
        tile_sizes [%tile_rows, 0, %tile_keys] {online}
    %function = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.linalg_ext.decompose
    } : !transform.any_op
    transform.heddle.vectorize %module
    %buffers = transform.heddle.bufferize %module
    transform.yield
  }
}
