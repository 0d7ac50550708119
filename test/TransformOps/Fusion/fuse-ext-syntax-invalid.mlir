// RUN: heddle-opt %s --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @misspelt_option(%t: !transform.any_op) {
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {joint,
      // expected-error@below {{expects one of the options apply_cleanup, best_effort, explain, joint, keep_intermediates, max_recompute, online, placement_slack, recurrence, skip_masked, use_forall, but got 'keep_intermediate'}}
      keep_intermediate} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @misspelt_generic(%t: !transform.any_op) {
    // expected-error@below {{has no option "tile_size"; it has "apply_cleanup"}}
    %0:2 = "transform.structured.fuse_ext"(%t) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0>, static_tile_sizes = array<i64: 4>}> {tile_size = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @option_twice(%t: !transform.any_op) {
    // expected-error@below {{'joint' is given twice}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {joint, joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @clause_twice(%t: !transform.any_op) {
    // expected-error@below {{'stop' is given twice}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] stop %t stop %t : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @sizes_twice(%t: !transform.any_op) {
    // expected-error@below {{'tile_sizes' is given twice}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @sizes_in_both_places(%t: !transform.any_op) {
    // expected-error@below {{'tile_sizes' is given twice}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {tile_sizes = [4]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @scalable(%t: !transform.any_op) {
    // expected-error@below {{scalable sizes are not supported}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [[4]] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @sizes_no_numbers(%t: !pdl.operation) {
    // expected-error@+2 {{expected '['}}
    // expected-error@+1 {{expected SSA value or integer}}
    %0:2 = transform.structured.fuse_ext %t {tile_sizes = "8"}
    transform.yield
  }
}

// -----

// 2^65 is 0 in 64 bits.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @size_too_wide(%t: !pdl.operation) {
    // expected-error@+2 {{integer value too large}}
    // expected-error@+1 {{expected SSA value or integer}}
    %0:2 = transform.structured.fuse_ext %t {tile_sizes = [36893488147419103232, 8]}
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @size_with_type(%t: !pdl.operation) {
    // expected-error@+2 {{expected ']'}}
    // expected-error@+1 {{expected SSA value or integer}}
    %0:2 = transform.structured.fuse_ext %t {tile_sizes = [8 : i128]}
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @flag_with_value(%t: !pdl.operation) {
    // expected-error@below {{attribute 'joint' failed to satisfy constraint: a flag: its name alone, or with '= true' or '= false'}}
    %0:2 = transform.structured.fuse_ext %t {tile_sizes = [8], joint = 1}
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @factor_no_float(%t: !transform.any_op) {
    // expected-error@below {{attribute 'max_recompute' failed to satisfy constraint: 64-bit float attribute}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {max_recompute = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @other_results(%t: !transform.any_op) {
    // expected-error@below {{expects 1 loop results, one per tile size that is not 0, but got 2}}
    %0:3 = transform.structured.fuse_ext %t tile_sizes [4]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @no_sizes(%t: !pdl.operation) {
    %0:2 = transform.structured.fuse_ext %t {keep_intermediates}
    // expected-error@below {{expected 'tile_sizes', or ':' and the types}}
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @too_few_types(%t: !transform.any_op) {
    // expected-error@below {{expects 2 operand types (for the target, 'stop'), but got 1}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] stop %t : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @no_permutation(%t: !transform.any_op) {
    // expected-error@below {{expects 'interchange' to be a permutation of 0 to 2, but got [2, 0, 2]}}
    %0:4 = transform.structured.fuse_ext %t tile_sizes [4, 4, 4] interchange [2, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @all_sizes_zero(%t: !transform.any_op) {
    // expected-error@below {{expects a tile size that is not 0}}
    %0 = transform.structured.fuse_ext %t tile_sizes [0, 0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @loop_results(%t: !transform.any_op) {
    // expected-error@below {{expects 2 loop results, one per tile size that is not 0, but got 3}}
    %0:4 = transform.structured.fuse_ext %t tile_sizes [4, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @forall_results(%t: !transform.any_op) {
    // expected-error@below {{expects 1 to 2 loop results, but got 3}}
    %0:4 = transform.structured.fuse_ext %t tile_sizes [4, 0, 8] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @recompute_below_one(%t: !transform.any_op) {
    // expected-error@below {{expects 'max_recompute' of at least 1.0, but got 5.000000e-01}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {max_recompute = 0.5} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @slack_below_one(%t: !transform.any_op) {
    // expected-error@below {{expects 'placement_slack' of at least 1.0, but got 0.000000e+00}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {placement_slack = 0.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @too_few_types_for_params(%t: !transform.any_op, %p: !transform.param<i64>) {
    // expected-error@below {{expects 5 operand types (for the target, 2 tile sizes, 1 of 'interchange', 'only'), but got 4}}
    %0:3 = transform.structured.fuse_ext %t tile_sizes [%p, %p] interchange [%p, 1] only %t : (!transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @misspelt_clause(%t: !transform.any_op) {
    // expected-error@below {{expects tile_sizes, interchange, stop, only or at, but got 'tilesizes'; did you mean 'tile_sizes'?}}
    %0:2 = transform.structured.fuse_ext %t tilesizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @unlike_clause(%t: !transform.any_op) {
    // expected-error@below {{expects tile_sizes, interchange, stop, only or at, but got 'with'}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] with %t : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @no_clause(%t: !transform.any_op) {
    %0:2 = transform.structured.fuse_ext %t
    // expected-error@below {{expected 'tile_sizes', or braces}}
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @misspelt_option(%t: !transform.any_op) {
    // expected-error@below {{but got 'use_foral'; did you mean 'use_forall'?}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {use_foral} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @cut_interchange(%t: !transform.any_op) {
    // expected-error@below {{expects 'interchange' to be a permutation of 0 to 1, but got [2, 0]; did you mean [2, 0, 1]?}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] interchange [2, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @online_joint(%t: !transform.any_op) {
    // expected-error@below {{expects 'online' without 'joint'}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {online, joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @online_kept(%t: !transform.any_op) {
    // expected-error@below {{expects 'online' without 'keep_intermediates': what the loop computes of softmax is not its value}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {online, keep_intermediates} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @skip_masked_alone(%t: !transform.any_op) {
    // expected-error@below {{expects 'skip_masked' with 'online'}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @recurrence_alone(%t: !transform.any_op) {
    // expected-error@below {{expects 'recurrence' with 'online'}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {recurrence = "normalized"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @unknown_recurrence(%t: !transform.any_op) {
    // expected-error@below {{attribute 'recurrence' failed to satisfy constraint: one of "unnormalized", "normalized"}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {online, recurrence = "divided"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @no_word(%t: !transform.any_op) {
    // expected-error@below {{attribute 'recurrence' failed to satisfy constraint: one of "unnormalized", "normalized"}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] {online, recurrence = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @option_as_word(%t: !transform.any_op) {
    // expected-error@below {{expects the option 'use_forall' in braces: {use_forall}}}
    %0:2 = transform.structured.fuse_ext %t tile_sizes [4] use_forall
    transform.yield
  }
}
