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
      %tile: !transform.param<i64> {transform.readonly,
          heddle.param = "tile", heddle.default = 256 : i64}) {
    %root = transform.structured.match attributes {root} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [%tile]
    transform.yield
  }
}
