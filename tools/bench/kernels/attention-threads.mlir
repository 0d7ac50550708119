// heddle-bench: attention/heads in parts of the heads, one for each thread.

module attributes {transform.with_named_sequence, heddle.library = [
    "common/matchers.mlir", "common/finish.mlir", "attention/heads.mlir"]} {
  transform.named_sequence @attention_threads(
      %product: !transform.any_op {transform.consumed},
      %heads: !transform.param<i64> {transform.readonly,
          heddle.param = "heads", heddle.default = 8 : i64})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = [@weighs_heads_by_softmax,
                            @weighs_heads_by_quotient]} {
    %part, %threads = transform.structured.fuse_ext %product
        tile_sizes [%heads] {use_forall}
    transform.include @attention_heads failures(propagate) (%part)
        : (!transform.any_op) -> ()
    transform.yield
  }
}
