// heddle.kernel: elementwise-chain
// heddle.strategy: tiles
// heddle.summary: computes the whole chain tile by tile, in one pass over
//   memory
// heddle.sequence: @elementwise_chain_tiles
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: an elementwise op over one dimension whose result is returned
// heddle.guarantees: one loop; every op of the chain is in it, on tiles,
//   and no intermediate of full size is left
// heddle.param: tile = 256 in [1, 4096] : elements per iteration

module attributes {transform.with_named_sequence,
                   heddle.library = "../common/matchers.mlir"} {
  transform.named_sequence @elementwise_chain_tiles(
      %root: !transform.any_op {transform.consumed},
      %tile: !transform.param<i64> {transform.readonly,
          heddle.param = "tile", heddle.default = 256 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.expects = @is_elementwise_1d,
          heddle.picks = @ends_elementwise_1d} {
    %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [%tile]
    transform.yield
  }
}
