// heddle.kernel: elementwise
// heddle.strategy: vectorized
// heddle.summary: vectors of whole registers, in any number of dimensions
// heddle.sequence: @elementwise_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: an elementwise op whose result is returned, over any number
//   of dimensions
// heddle.guarantees: buffers, without a copy or an allocation where the
//   result is written into an argument
// heddle.guarantees: no scalar loop; the last vector of a row is masked

module attributes {transform.with_named_sequence,
                   heddle.library = "../common/matchers.mlir"} {
  transform.named_sequence @elementwise_vectorized(
      %root: !transform.any_op {transform.readonly})
      attributes {heddle.expects = @ends_elementwise} {
    %module = transform.get_parent_op %root
        {op_name = "builtin.module", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    transform.heddle.vectorize %module
    %buffers = transform.heddle.bufferize %module
    transform.yield
  }
}
