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
  // expected-error@below {{expects argument 1 of the entry point '@__transform_main' to be a param with 'heddle.param', its name}}
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}, %size: !transform.param<i64> {transform.readonly}) {
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @param_argument()
  // expected-error@below {{expects the entry point '@__transform_main' to take a handle first, but it takes '!transform.param<i64>'}}
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

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @two_handles()
  // expected-error@below {{expects the entry point '@__transform_main' to take one handle and params, but it takes '!transform.any_op'}}
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}, %other: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @nothing()
  // expected-error@below {{expects the entry point '@__transform_main' to take a handle, but it takes nothing}}
  transform.named_sequence @__transform_main() {
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @default_of_another_type()
  // expected-error@below {{param 'size' of '@tile' expects a value of type 'i64', but got 8 : i32}}
  transform.named_sequence @tile(%root: !transform.any_op {transform.readonly}, %size: !transform.param<i64> {transform.readonly, heddle.param = "size", heddle.default = 8 : i32}) {
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @no_range()
  // expected-error@below {{param 'size' of '@tile' expects 'heddle.range' to be two integers, but got [1]}}
  transform.named_sequence @tile(%root: !transform.any_op {transform.readonly}, %size: !transform.param<i64> {transform.readonly, heddle.param = "size", heddle.default = 8 : i64, heddle.range = [1]}) {
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @no_matcher()
  // expected-error@below {{expects 'heddle.expects' to name a sequence that matches an op, or an array of such names, but got "matmul"}}
  transform.named_sequence @tile(%root: !transform.any_op {transform.readonly}) attributes {heddle.expects = "matmul"} {
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @matcher_without_result()
  // expected-error@below {{expects the matcher '@matches' to take and yield '!transform.any_op', as '@tile' takes it}}
  transform.named_sequence private @matches(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @tile(%root: !transform.any_op {transform.readonly}) attributes {heddle.expects = @matches} {
    transform.yield
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @one_name()
  // expected-error@below {{param 'size' of '@tile' is there twice}}
  transform.named_sequence @tile(%root: !transform.any_op {transform.readonly},
      %m: !transform.param<i64> {transform.readonly, heddle.param = "size", heddle.default = 8 : i64},
      %n: !transform.param<i64> {transform.readonly, heddle.param = "size", heddle.default = 4 : i64}) {
    transform.yield
  }
}

// -----

// One of several matchers is declared only.

// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func private @no_definition()
  transform.named_sequence private @is_sum(!transform.any_op {transform.readonly}) -> !transform.any_op
  // expected-error@below {{expects 'heddle.expects' to name a sequence that matches an op, or an array of such names, but got [@is_sum]}}
  transform.named_sequence @tile(%root: !transform.any_op {transform.readonly}) attributes {heddle.expects = [@is_sum]} {
    transform.yield
  }
}
