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
}
