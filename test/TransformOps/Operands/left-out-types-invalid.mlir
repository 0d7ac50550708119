// RUN: heddle-opt %s --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @number_of_types(%t: !transform.any_op) {
    // expected-error@below {{expects the types of 1 operand and of 2 results, but got '(!transform.any_op) -> !transform.any_op'}}
    %0:2 = transform.heddle.fuse_pad %t : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A param is no handle: types are those of the operands, and are checked.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @param(%t: !transform.param<i64>) {
    // expected-error@below {{operand #0 must be TransformHandleTypeInterface instance, but got '!transform.param<i64>'}}
    %0 = transform.heddle.bufferize %t
    transform.yield
  }
}
