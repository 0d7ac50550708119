// What attention/keys of the schedule library does, for each head.

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %heads, %rows, %keys = transform.structured.fuse_ext %root tile_sizes [1, 64, 0, 64] {online}
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %scores = transform.structured.match attributes {scores} in %keys : (!transform.any_op) -> !transform.any_op
  %packed, %turned = transform.heddle.pack_operand %scores operand = 1
  %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %f {
    transform.apply_patterns.linalg_ext.decompose
  } : !transform.any_op
  transform.heddle.vectorize %module
  %buffers = transform.heddle.bufferize %module
}
