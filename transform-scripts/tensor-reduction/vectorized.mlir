// heddle.kernel: tensor-reduction
// heddle.strategy: vectorized
// heddle.summary: reductions, products and windows over any dimensions, in
//   register tiles that follow from the op alone
// heddle.sequence: @tensor_reduction_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: ops that reduce by a sum, a maximum or the like along any
//   dimensions: columns, matrix times vector, pools and convolutions of any rank
// heddle.guarantees: buffers, without a copy or an allocation where the result
//   is written into an argument
// heddle.guarantees: no scalar loop but over what is reduced, which carries
//   vectors

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @tensor_reduction_vectorized(
      %root: !transform.any_op {transform.readonly})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_reduction} {
    transform.yield
  }
}
