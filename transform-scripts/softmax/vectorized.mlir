// heddle.kernel: softmax
// heddle.strategy: vectorized
// heddle.summary: a few rows at a time, in vectors of partial maxima and sums
// heddle.sequence: @softmax_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: a linalg.softmax, or the quotient of exponentials and their
//   sums along the last dimension, any number of dimensions
// heddle.guarantees: the only buffers beside the result hold tile_rows rows
// heddle.guarantees: no scalar loop: the maximum and the sum of a row are
//   computed in vectors of partial results
// heddle.param: tile_rows = 8 : rows per iteration

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @softmax_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile_rows: !transform.param<i64> {transform.readonly,
          heddle.param = "tile_rows", heddle.default = 8 : i64})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = [@is_softmax, @ends_softmax]} {
    %tiled, %loop = transform.structured.fuse_ext %root
        tile_sizes [%tile_rows]
    transform.yield
  }
}
