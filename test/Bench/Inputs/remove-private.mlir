// A schedule that removes private functions that nobody calls.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.consumed}) {
    transform.apply_registered_pass "symbol-dce" to %module
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
