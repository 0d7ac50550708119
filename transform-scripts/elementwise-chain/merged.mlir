// heddle.kernel: elementwise-chain
// heddle.strategy: merged
// heddle.summary: makes one op of the whole chain, and vectors of that op
// heddle.sequence: @elementwise_chain_merged
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: the last of two or more elementwise ops over one dimension,
//   whose result is returned, and no ops but its chain in the function
// heddle.guarantees: buffers, without a copy or an allocation where the result
//   is written into an argument
// heddle.guarantees: each input is read once per element and the result written
//   once, as vectors of `tile` elements; the last one is masked if `tile` does
//   not divide the size
// heddle.param: tile = 64 in [1, 4096] : elements per vector; a multiple of the
//   lanes of a vector register
// heddle.param: fast_math = 0 in [0, 1] : 1 allows nnan, nsz and contract
// heddle.param: stream_above = -1 in [-1, 1099511627776] : bytes above
//   which a result bypasses the caches; -1: those that a core may count on,
//   for static extents

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @elementwise_chain_merged(
      %root: !transform.any_op {transform.readonly},
      %tile: !transform.param<i64> {transform.readonly,
          heddle.param = "tile", heddle.default = 64 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_stream,
          heddle.expects = @is_elementwise_1d,
          heddle.picks = [@ends_chain_0, @ends_chain_1]} {
    %start, %group = transform.heddle.get_fusion_group %root
    %merged = transform.heddle.fuse_elementwise %group
    %tiled, %loop = transform.structured.fuse_ext %merged tile_sizes [%tile]
    // Only the rest has a mask; in the loop all vectors are full.
    transform.yield
  }
}
