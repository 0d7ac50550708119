// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-error@below {{expects a schedule in the payload's module or in a file, but found none; use -s FILE}}
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @no_schedule()
}

// -----

// expected-error@below {{schedule has no entry point '@__transform_main'; it has '@tile', '@fuse'; use --entry=@tile}}
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @no_entry()
  transform.named_sequence @tile(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @fuse(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @two_arguments()
  // expected-error@below {{expects the entry point '@__transform_main' to take one handle, the payload's root, but it takes 2 arguments}}
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}, %size: !transform.param<i64> {transform.readonly}) {
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @param_argument()
  // expected-error@below {{expects the entry point '@__transform_main' to take a handle, the payload's root, but it takes '!transform.param<i64>'}}
  transform.named_sequence @__transform_main(%size: !transform.param<i64> {transform.readonly}) {
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @declaration_only()
  // expected-error@below {{expects the entry point '@__transform_main' to have a body}}
  transform.named_sequence private @__transform_main(!transform.any_op {transform.readonly})
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @both_forms()
  // expected-error@below {{schedule has an entry point '@__transform_main' and top-level sequences; name the entry point to run it alone}}
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  // expected-note@below {{a top-level sequence}}
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @same_name()
  module attributes {transform.with_named_sequence} {
    // expected-note@below {{the first one}}
    transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
      transform.yield
    }
  }
  module attributes {transform.with_named_sequence} {
    // expected-error@below {{expects schedules to have distinct names, but '@__transform_main' is there twice}}
    transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
      transform.yield
    }
  }
}

// -----

// The schedule expects another root than a module.
// expected-note@below {{payload operation}}
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @other_root()
  // expected-error@below {{incompatible payload operation name}}
  transform.named_sequence @__transform_main(%root: !transform.op<"func.func"> {transform.readonly}) {
    transform.yield
  }
}
