// A map with the least number of 64 bits is printed, but cannot be parsed: what
// a schedule leaves must be readable again.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Two factors are multiplied when the maps are composed.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @product(%n: index) -> index {
  %0 = affine.apply affine_map<()[s0] -> (s0 * 4611686018427387904)>()[%n]
  // expected-note@below {{the payload op}}
  %1 = affine.apply affine_map<()[s0] -> (s0 * -2)>()[%0]
  return %1 : index
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  // expected-error@below {{'transform.cleanup' left IR that does not verify: a map of 'affine.apply' holds -9223372036854775808, which the parser does not take}}
  transform.cleanup
  transform.yield
}
}

// -----

// Two offsets are added.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @sum(%n: index) -> index {
  %0 = affine.apply affine_map<()[s0] -> (s0 - 9223372036854775807)>()[%n]
  // expected-note@below {{the payload op}}
  %1 = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%0]
  return %1 : index
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  // expected-error@below {{'transform.cleanup' left IR that does not verify: a map of 'affine.apply' holds -9223372036854775808, which the parser does not take}}
  transform.cleanup
  transform.yield
}
}

// -----

// A constant operand becomes a part of the map.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @operand(%n: index) -> index {
  %c = arith.constant -9223372036854775808 : index
  // expected-note@below {{the payload op}}
  %1 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%n)[%c]
  return %1 : index
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  // expected-error@below {{'transform.cleanup' left IR that does not verify: a map of 'affine.min' holds -9223372036854775808, which the parser does not take}}
  transform.cleanup
  transform.yield
}
}

// -----

// A condition holds it in a set.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @condition(%n: index, %m: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %0 = affine.apply affine_map<()[s0] -> (s0 - 9223372036854775807)>()[%n]
  // expected-note@below {{the payload op}}
  affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%0] {
    affine.store %c0, %m[0] : memref<1xindex>
  }
  return
}
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  // expected-error@below {{'transform.cleanup' left IR that does not verify: a map of 'affine.if' holds -9223372036854775808, which the parser does not take}}
  transform.cleanup
  transform.yield
}
}
