// heddle.kernel: elementwise-chain
// heddle.strategy: tiles
// heddle.summary: computes the whole chain tile by tile, in one pass over
//   memory
// heddle.sequence: @elementwise_chain_tiles
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: one elementwise op marked `root` over one dimension
// heddle.guarantees: one loop; every op of the chain is in it, on tiles,
//   and no intermediate of full size is left
// heddle.param: tile = 256 : elements per iteration

module attributes {transform.with_named_sequence} {
  transform.named_sequence @elementwise_chain_tiles(
      %module: !transform.any_op {transform.readonly},
      %tile: !transform.param<i64> {transform.readonly}) {
    %root = transform.structured.match attributes {root} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [%tile]
        : (!transform.any_op, !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op)
    transform.yield
  }

  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.readonly}) {
    %tile = transform.param.constant 256 : i64 -> !transform.param<i64>
    transform.include @elementwise_chain_tiles failures(propagate)
        (%module, %tile) : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}
