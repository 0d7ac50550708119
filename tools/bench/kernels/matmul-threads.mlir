// heddle-bench: matmul/packed in parts of so many columns, one for each thread.

module attributes {transform.with_named_sequence, heddle.library = [
    "common/matchers.mlir", "common/finish.mlir", "matmul/packed.mlir"]} {
  transform.named_sequence @matmul_threads(
      %matmul: !transform.any_op {transform.consumed},
      %columns: !transform.param<i64> {transform.readonly,
          heddle.param = "columns", heddle.default = 512 : i64})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_matmul} {
    %part, %threads = transform.structured.fuse_ext %matmul
        tile_sizes [0, %columns] {use_forall}
    transform.include @matmul_packed failures(propagate) (%part)
        : (!transform.any_op) -> ()
    transform.yield
  }
}
