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
// heddle.param: tile = 64 : elements per vector; a multiple of the lanes of a
//   vector register

module attributes {transform.with_named_sequence,
                   heddle.library = "../common/matchers.mlir"} {
  transform.named_sequence @elementwise_chain_merged(
      %root: !transform.any_op {transform.readonly},
      %tile: !transform.param<i64> {transform.readonly,
          heddle.param = "tile", heddle.default = 64 : i64})
      attributes {heddle.expects = [@ends_chain_0, @ends_chain_1]} {
    %module = transform.get_parent_op %root
        {op_name = "builtin.module", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    %function = transform.get_parent_op %root
        {op_name = "func.func", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    %merged = transform.heddle.fuse_elementwise %function
    %tiled, %loop = transform.structured.fuse_ext %merged tile_sizes [%tile]
    // Only the rest has a mask; in the loop all vectors are full.
    transform.heddle.vectorize %module
    %buffers = transform.heddle.bufferize %module
    transform.yield
  }
}
