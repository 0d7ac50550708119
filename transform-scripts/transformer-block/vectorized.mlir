// heddle.kernel: transformer-block
// heddle.strategy: vectorized
// heddle.summary: projections and layers in register tiles over packed weights,
//   attention by heads in tiles of keys, norms row by row
// heddle.sequence: @transformer_block_vectorized
// heddle.payload: payload.mlir
// heddle.expects: the residual sum at the end of a function with one block or
//   several: RMSnorm, projections, attention of several heads with a
//   linalg.softmax, residual sum, RMSnorm, two layers, residual sum
// heddle.guarantees: no buffer has the scores of more than 64 rows and 64 keys
// heddle.guarantees: no scalar loop

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir",
                                     "../attention/heads.mlir",
                                     "../matmul/packed.mlir",
                                     "../mlp/packed.mlir",
                                     "../rmsnorm/vectorized.mlir"]} {
  transform.named_sequence @transformer_block_vectorized(
      %root: !transform.any_op {transform.readonly})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @ends_transformer_block} {
    %function = transform.get_parent_op %root
        {op_name = "func.func", deduplicate}
        : (!transform.any_op) -> !transform.any_op
    %norms = transform.collect_matching @ends_rms_norm in %function
        : (!transform.any_op) -> !transform.any_op
    %projections = transform.collect_matching @is_lone_matmul in %function
        : (!transform.any_op) -> !transform.any_op
    %layers = transform.collect_matching @ends_matmul in %function
        : (!transform.any_op) -> !transform.any_op
    %attention = transform.collect_matching @weighs_heads_by_softmax
        in %function : (!transform.any_op) -> !transform.any_op
    transform.include @matmul_packed failures(propagate) (%projections)
        : (!transform.any_op) -> ()
    transform.include @mlp_packed failures(propagate)
        (%layers) : (!transform.any_op) -> ()
    transform.include @attention_heads failures(propagate) (%attention)
        : (!transform.any_op) -> ()
    transform.include @rmsnorm_vectorized failures(propagate) (%norms)
        : (!transform.any_op) -> ()
    transform.yield
  }
}
