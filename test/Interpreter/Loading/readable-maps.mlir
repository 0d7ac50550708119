// RUN: heddle-opt %s --apply-schedule -o %t
// RUN: FileCheck %s --input-file %t
// RUN: heddle-opt %t | FileCheck %s

// The number above the least one is read again.
// CHECK:       #[[MAP:.*]] = affine_map<()[s0] -> (s0 - 9223372036854775807)>
// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[N:.*]]: index
// CHECK:         %[[R:.*]] = affine.apply #[[MAP]]()[%[[N]]]
// CHECK:         return %[[R]]
func.func @sum(%n: index) -> index {
  %0 = affine.apply affine_map<()[s0] -> (s0 - 9223372036854775806)>()[%n]
  %1 = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%0]
  return %1 : index
}

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op) {
  transform.cleanup
  transform.yield
}
}
