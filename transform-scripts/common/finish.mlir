// heddle.common: the end of a schedule
//
// What an entry point of the library ends with, and what a schedule that includes
// sequences of the library ends with itself.

module attributes {transform.with_named_sequence} {
  // The tiles in vectors, then tensors to buffers.
  transform.named_sequence @vectorize_and_bufferize(
      %module: !transform.any_op {transform.consumed}) {
    transform.heddle.vectorize %module
    %buffers = transform.heddle.bufferize %module
    transform.yield
  }

  // The same for groups of i8 or bf16, which the instructions for dot products add.
  // Those of bf16 take denormals as zeros.
  transform.named_sequence @vectorize_dot_products_and_bufferize(
      %module: !transform.any_op {transform.consumed}) {
    transform.heddle.vectorize %module {dot_products}
    %buffers = transform.heddle.bufferize %module
    transform.yield
  }

  // The tiles of ops on rows, which may be less strict with `fast_math` = 1: no
  // number is NaN, signs of zeros do not matter, and quotients are products with
  // reciprocals. Large results are stored past the caches, as below.
  transform.named_sequence @vectorize_rows_and_bufferize(
      %module: !transform.any_op {transform.consumed},
      %fast_math: !transform.param<i64> {transform.readonly,
          heddle.param = "fast_math", heddle.default = 0 : i64,
          heddle.range = [0, 1]},
      %stream_above: !transform.param<i64> {transform.readonly,
          heddle.param = "stream_above", heddle.default = -1 : i64,
          heddle.range = [-1, 1099511627776]}) {
    transform.heddle.vectorize %module
    transform.heddle.fast_math %module fastmath<nnan,nsz,arcp> if %fast_math
    %buffers = transform.heddle.bufferize %module
    transform.heddle.stream_stores %buffers above %stream_above {best_effort}
    transform.yield
  }

  // The same for results that are written once. Those of more than `stream_above`
  // bytes are stored past the caches; -1: of more than a core may count on, if the
  // extents are static. With `fast_math` = 1 no number is NaN, signs of zeros do not
  // matter, and a product may be added without being rounded.
  transform.named_sequence @vectorize_and_stream(
      %module: !transform.any_op {transform.consumed},
      %fast_math: !transform.param<i64> {transform.readonly,
          heddle.param = "fast_math", heddle.default = 0 : i64,
          heddle.range = [0, 1]},
      %stream_above: !transform.param<i64> {transform.readonly,
          heddle.param = "stream_above", heddle.default = -1 : i64,
          heddle.range = [-1, 1099511627776]}) {
    transform.heddle.vectorize %module
    transform.heddle.fast_math %module fastmath<nnan,nsz,contract> if %fast_math
    %buffers = transform.heddle.bufferize %module
    transform.heddle.stream_stores %buffers above %stream_above {best_effort}
    transform.yield
  }
}
