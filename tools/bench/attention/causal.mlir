// What attention/keys of the schedule library does, but for tiles of keys that the
// causal mask covers.

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %rows, %keys = transform.structured.fuse_ext %root tile_sizes [128, 0, 128] {online, skip_masked}
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %scores = transform.structured.match attributes {scores} in %keys : (!transform.any_op) -> !transform.any_op
  %packed, %turned = transform.heddle.pack_operand %scores operand = 1
  %mask = transform.structured.match attributes {mask} in %keys : (!transform.any_op) -> !transform.any_op
  %first, %group = transform.heddle.get_fusion_group %mask : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %part, %wide, %high = transform.structured.fuse_ext %mask tile_sizes [8, 32] interchange [1, 0] only %group
    : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %f {
    transform.apply_patterns.linalg_ext.decompose
  } : !transform.any_op
  transform.heddle.vectorize %module
  %buffers = transform.heddle.bufferize %module
}
