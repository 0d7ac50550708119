// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Ops with effects do not move: the call between producer and root, which reads
// the producer, stays before the nest and keeps the original; the call after
// the root reads what leaves the nest.
// CHECK-LABEL: func.func @calls_stay_in_order(
// CHECK:         %[[N:.*]] = linalg.negf ins(
// CHECK-NEXT:    call @first(%[[N]])
// CHECK:         %[[R:.*]] = scf.for
// CHECK-NOT:     call @
// CHECK:         linalg.mul {calls} ins(
// CHECK:         call @second(%[[R]])
// CHECK:         return %[[R]]
func.func private @first(tensor<12x8xf32>)
func.func private @second(tensor<12x8xf32>)
func.func @calls_stay_in_order(%a: tensor<12x8xf32>) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %0 = linalg.negf ins(%a : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  call @first(%0) : (tensor<12x8xf32>) -> ()
  %1 = linalg.mul {calls} ins(%0, %a : tensor<12x8xf32>, tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  call @second(%1) : (tensor<12x8xf32>) -> ()
  return %1 : tensor<12x8xf32>
}

// A root in an op that is not a function: the loops are in its block.
// CHECK-LABEL: func.func @in_a_region(
// CHECK:         scf.execute_region ->
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
// CHECK:             linalg.abs {region} ins(
// CHECK:           scf.yield %
func.func @in_a_region(%a: tensor<12xf32>) -> tensor<12xf32> {
  %r = scf.execute_region -> tensor<12xf32> no_inline {
    %e = tensor.empty() : tensor<12xf32>
    %0 = linalg.negf ins(%a : tensor<12xf32>) outs(%e : tensor<12xf32>) -> tensor<12xf32>
    %1 = linalg.abs {region} ins(%0 : tensor<12xf32>) outs(%e : tensor<12xf32>) -> tensor<12xf32>
    scf.yield %1 : tensor<12xf32>
  }
  return %r : tensor<12xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {calls} in %module : (!transform.any_op) -> !transform.any_op
  %t0:2 = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {region} in %module : (!transform.any_op) -> !transform.any_op
  %t1:2 = transform.structured.fuse_ext %1 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
