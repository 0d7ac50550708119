// Bufferizes all but the arithmetic on tensors, which stays between two buffers,
// makes linalg of it, and bufferizes the rest.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %part = transform.heddle.bufferize %module {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
    %linalg = transform.apply_registered_pass "convert-elementwise-to-linalg" to %part : (!transform.any_op) -> !transform.any_op
    %buffers = transform.heddle.bufferize %linalg : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
