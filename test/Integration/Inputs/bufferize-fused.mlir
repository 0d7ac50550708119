transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %k = transform.structured.match attributes {k} in %root : (!transform.any_op) -> !transform.any_op
  %t0, %l0 = transform.structured.fuse_ext %k tile_sizes [0, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %mnks = transform.structured.match attributes {mnk} in %root : (!transform.any_op) -> !transform.any_op
  transform.foreach %mnks : !transform.any_op {
  ^bb1(%mnk: !transform.any_op):
    %t1, %l1:3 = transform.structured.fuse_ext %mnk tile_sizes [8, 8, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  }
  %relu = transform.structured.match attributes {relu} in %root : (!transform.any_op) -> !transform.any_op
  %t2, %l2:2 = transform.structured.fuse_ext %relu tile_sizes [8, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %inner = transform.structured.match attributes {inner} in %root : (!transform.any_op) -> !transform.any_op
  %t3, %l3 = transform.structured.fuse_ext %inner tile_sizes [0, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %ip = transform.structured.match attributes {inplace} in %root : (!transform.any_op) -> !transform.any_op
  %t4, %l4 = transform.structured.fuse_ext %ip tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %am = transform.structured.match attributes {addmm} in %root : (!transform.any_op) -> !transform.any_op
  %t5, %l5:2 = transform.structured.fuse_ext %am tile_sizes [8, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %ch = transform.structured.match attributes {chain} in %root : (!transform.any_op) -> !transform.any_op
  %t6, %l6:2 = transform.structured.fuse_ext %ch tile_sizes [8, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %bo = transform.structured.match attributes {both} in %root : (!transform.any_op) -> !transform.any_op
  %t7, %l7:2 = transform.structured.fuse_ext %bo tile_sizes [32, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %res = transform.structured.match attributes {residual} in %root : (!transform.any_op) -> !transform.any_op
  %t8, %l8:2 = transform.structured.fuse_ext %res tile_sizes [0, 8, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
}
