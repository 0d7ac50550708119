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
      %tile_rows: !transform.param<i64> {transform.readonly},
      %tile_keys: !transform.param<i64> {transform.readonly}) {
    %root = transform.structured.match attributes {root} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %rows, %keys = transform.structured.fuse_ext %root
        tile_sizes [%tile_rows, 0, %tile_keys] {online}
        : (!transform.any_op, !transform.param<i64>, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %function = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.linalg_ext.decompose
    } : !transform.any_op
    transform.heddle.vectorize %module : !transform.any_op
    %buffers = transform.heddle.bufferize %module
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.consumed}) {
    %tile_rows = transform.param.constant 64 : i64 -> !transform.param<i64>
    %tile_keys = transform.param.constant 64 : i64 -> !transform.param<i64>
    transform.include @attention_keys failures(propagate)
        (%module, %tile_rows, %tile_keys)
        : (!transform.any_op, !transform.param<i64>, !transform.param<i64>)
        -> ()
    transform.yield
  }
}
