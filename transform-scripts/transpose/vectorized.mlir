// heddle.kernel: transpose
// heddle.strategy: vectorized
// heddle.summary: squares that are transposed in registers
// heddle.sequence: @transpose_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: copies, transposes and broadcasts that compute nothing, named
//   or generic
// heddle.guarantees: buffers, without a copy or an allocation where the
//   result is written into an argument
// heddle.guarantees: no scalar loop; tiles at the edges are masked

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @transpose_vectorized(
      %root: !transform.any_op {transform.readonly})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_transpose} {
    transform.yield
  }
}
