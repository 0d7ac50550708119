// heddle.kernel: stencil-2d
// heddle.strategy: vectorized
// heddle.summary: a row at a time, in vectors that read the neighbours where
//   they are
// heddle.sequence: @stencil_2d_vectorized
// heddle.payload: payload.mlir
// heddle.payload: payload-dynamic.mlir
// heddle.expects: an elementwise op over two dimensions whose first operand
//   is a slice, such as the neighbours of each element; its result is
//   returned
// heddle.guarantees: buffers, without a copy or an allocation where the
//   result is written into an argument
// heddle.guarantees: no slice is copied; the last vector of a row is masked
//   if tile does not divide its length
// heddle.param: tile = 64 in [1, 4096] : elements per vector

module attributes {transform.with_named_sequence,
                   heddle.library = ["../common/matchers.mlir",
                                     "../common/finish.mlir"]} {
  transform.named_sequence @stencil_2d_vectorized(
      %root: !transform.any_op {transform.consumed},
      %tile: !transform.param<i64> {transform.readonly,
          heddle.param = "tile", heddle.default = 64 : i64,
          heddle.range = [1, 4096]})
      attributes {heddle.finish = @vectorize_and_bufferize,
          heddle.expects = @is_stencil_2d,
          heddle.picks = @ends_stencil_2d} {
    %tiled, %loops:2 = transform.structured.fuse_ext %root
        tile_sizes [1, %tile]
    transform.yield
  }
}
