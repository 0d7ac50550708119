// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// An operand is present or not, whatever the next line is.
// CHECK:      cleanup{{ *$}}
// CHECK-NEXT: %[[F:.*]] = transform.structured.match
// CHECK-NEXT: cleanup %[[F]] : !transform.any_op{{$}}
// CHECK-NEXT: cleanup{{ *$}}
// CHECK-NEXT: %[[P:.*]]:2 = split_handle %[[F]]
// CHECK-NEXT: cleanup{{ *$}}
// CHECK-NEXT: %[[Q:.*]]:2 = split_handle %[[F]]
// CHECK-NEXT: cleanup %[[Q]]#1 : !transform.any_op{{$}}
// CHECK-NEXT: %{{.*}} = cleanup %[[P]]#0 : !transform.any_op -> !transform.any_op
// CHECK-NEXT: cleanup {{.*}}{test.note}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.cleanup
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  cleanup
    %f : !transform.any_op
  cleanup
  %p:2 = transform.split_handle %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
  %q, %r = transform.split_handle %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup %r : !transform.any_op
  %g = cleanup %p#0 : !transform.any_op -> !transform.any_op
  cleanup {test.note}
}
