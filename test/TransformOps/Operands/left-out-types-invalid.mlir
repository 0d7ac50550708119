// RUN: heddle-opt %s --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @number_of_types(%t: !transform.any_op) {
    // expected-error@below {{expects the types of one operand and of 2 results, but got '(!transform.any_op) -> !transform.any_op'}}
    %0:2 = transform.heddle.fuse_pad %t : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note@below {{prior use here}}
  transform.named_sequence @another_handle(%t: !transform.op<"func.func">) {
    // expected-error@below {{use of value '%t' expects different type than prior uses: '!transform.any_op' vs '!transform.op<"func.func">'}}
    %0 = transform.heddle.bufferize %t
    transform.yield
  }
}
