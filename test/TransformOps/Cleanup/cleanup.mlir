// RUN: heddle-opt %s --split-input-file --apply-schedule=keep-schedule \
// RUN:   | FileCheck %s

// Without an operand the whole payload is simplified: equal constants are
// merged, the size becomes static through them, the slice of an empty becomes an
// empty, and private functions that nothing uses disappear. The schedule, which
// is in the same module and whose unused handle would be dead, stays.
// CHECK-NOT:     @unused
// CHECK-LABEL: func.func @everything(
// CHECK-SAME:    %[[A:.*]]: tensor<8x8xf32>
// CHECK-NOT:     arith.addi
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[A]]
// CHECK:         %[[R:.*]] = linalg.exp ins(%[[S]] : tensor<4x8xf32>) outs(%[[E]] :
// CHECK-NEXT:    return %[[R]]
// CHECK:       transform.sequence failures(propagate) {
// CHECK:         match ops{["linalg.exp"]}
// CHECK:         match ops{["func.func"]}
// CHECK:         cleanup
func.func private @unused() {
  return
}
func.func private @used_by_unused() {
  call @unused() : () -> ()
  return
}
func.func @everything(%a: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %c4 = arith.constant 4 : index
  %c4_0 = arith.constant 4 : index
  %c8 = arith.addi %c4, %c4_0 : index
  %e = tensor.empty(%c8, %c8) : tensor<?x?xf32>
  %x = tensor.extract_slice %e[0, 0] [4, 8] [1, 1] : tensor<?x?xf32> to tensor<4x8xf32>
  %s = tensor.extract_slice %a[0, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
  %0 = linalg.exp ins(%s : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  cleanup
}

// -----

// With an operand only that op is simplified, and the result names it; a handle
// to an op inside stays valid.
// CHECK-LABEL: func.func @this_one() -> index attributes {cleaned}
// CHECK-NEXT:    %[[C:.*]] = arith.constant {kept} 8 : index
// CHECK-NEXT:    return %[[C]]
// CHECK-LABEL: func.func @not_this_one(
// CHECK:         arith.addi %{{.*}}, %{{.*}} : index
// CHECK-LABEL: func.func private @unused(
func.func @this_one() -> index {
  %c4 = arith.constant 4 : index
  %c8 = arith.addi %c4, %c4 : index
  %same = arith.constant 8 : index
  %min = arith.minsi %c8, %same : index
  return %min : index
}
func.func @not_this_one() -> index {
  %c4 = arith.constant 4 : index
  %c8 = arith.addi %c4, %c4 : index
  return %c8 : index
}
func.func private @unused() {
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} attributes {sym_name = "this_one"} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.cleanup %0 : !transform.any_op -> !transform.any_op
  transform.annotate %1 "cleaned" : !transform.any_op
  %2 = transform.structured.match ops{["arith.constant"]} in %1 : (!transform.any_op) -> !transform.any_op
  transform.cleanup %0 : !transform.any_op
  transform.annotate %2 "kept" : !transform.any_op
}

// -----

// Constants are found through a loop that carries them.
// CHECK-LABEL: func.func @through_loop(
// CHECK:         %[[C:.*]] = arith.constant 5 : index
// CHECK:         return %[[C]]
func.func @through_loop(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c5) -> (index) {
    %y = arith.minsi %x, %c5 : index
    scf.yield %y : index
  }
  return %r : index
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  cleanup
}

// -----

// The value that a parallel loop inserts is unknown, and so is the value that
// the loop after it carries: neither becomes its initial constant.
// CHECK-LABEL: func.func @around_forall(
// CHECK:         %[[F:.*]] = scf.forall {{.*}} shared_outs(%[[O:.*]] = %{{.*}})
// CHECK:           tensor.extract_slice %[[O]]
// CHECK:         scf.while (%[[I:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK:           %[[B:.*]] = arith.cmpi slt, %[[I]]
// CHECK:           scf.condition(%[[B]])
// CHECK:           scf.yield %{{.*}}, %[[F]]
func.func @around_forall(%t: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %start = arith.constant dense<2> : tensor<4xi32>
  %f = scf.forall (%q) in (4) shared_outs(%o = %start) -> (tensor<4xi32>) {
    %p = tensor.extract_slice %o[%q] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %s = linalg.add ins(%p, %p : tensor<1xi32>, tensor<1xi32>) outs(%p : tensor<1xi32>) -> tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%q] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  %n, %x = scf.while (%i = %c0, %v = %t) : (index, tensor<4xi32>) -> (index, tensor<4xi32>) {
    %b = arith.cmpi slt, %i, %c2 : index
    scf.condition(%b) %i, %v : index, tensor<4xi32>
  } do {
  ^bb0(%i: index, %v: tensor<4xi32>):
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %f : index, tensor<4xi32>
  }
  return %x : tensor<4xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  cleanup
}
