// heddle.kernel: elementwise
// heddle.strategy: vectorized
// heddle.summary: merges elementwise ops that follow each other, in vectors of
//   whole registers, over any number of dimensions
// heddle.sequence: @elementwise_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: elementwise ops over any number of dimensions, alone or one
//   after the other
// heddle.guarantees: buffers, without a copy or an allocation where the
//   result is written into an argument
// heddle.guarantees: no scalar loop; the last vector of a row is masked
// heddle.param: fast_math = 0 in [0, 1] : 1 allows nnan, nsz and contract
// heddle.param: stream_above = -1 in [-1, 1099511627776] : bytes above
//   which a result bypasses the caches; -1: those that a core may count on,
//   for static extents

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @elementwise_vectorized(
      %root: !transform.any_op {transform.readonly})
      attributes {heddle.finish = @vectorize_and_stream,
          heddle.expects = @is_elementwise,
          heddle.picks = @ends_elementwise} {
    %start, %group = transform.heddle.get_fusion_group %root
    %merged = transform.heddle.fuse_elementwise %group {heddle.may_be_empty}
    transform.yield
  }
}
