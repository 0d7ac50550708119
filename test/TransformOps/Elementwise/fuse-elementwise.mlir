// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

!t = tensor<6x6xf32>

// Only the ops that the target names are merged, and a handle to one of them
// names the merged op afterwards.
// CHECK-LABEL: func.func @chosen(
// CHECK:         %[[N:.*]] = linalg.negf ins(
// CHECK:         %[[M:.*]] = linalg.generic {{.*}} ins(%[[N]] : {{.*}} attrs = {found, merged}
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[Y:.*]] = math.absf %[[X]]
// CHECK-NEXT:      %[[Z:.*]] = math.ceil %[[Y]]
// CHECK-NEXT:      linalg.yield %[[Z]]
// CHECK:         linalg.floor ins(%[[M]] :
module {
  func.func @chosen(%a: !t) -> !t {
    %e = tensor.empty() : !t
    %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
    %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
    %2 = linalg.ceil ins(%1 : !t) outs(%e : !t) -> !t
    %3 = linalg.floor ins(%2 : !t) outs(%e : !t) -> !t
    return %3 : !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.abs", "linalg.ceil"]} in %root : (!transform.any_op) -> !transform.any_op
    %abs = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.heddle.fuse_elementwise %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "merged" : !transform.any_op
    transform.annotate %abs "found" : !transform.any_op
  }
}

// -----

!t = tensor<6x6xf32>

// A chain of four under a bound of two ops per body: two and two.
// CHECK-LABEL: func.func @bounded(
// CHECK:         %[[P:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK:           %[[X:.*]] = arith.negf %{{.*}}
// CHECK-NEXT:      %[[Y:.*]] = math.absf %[[X]]
// CHECK-NEXT:      linalg.yield %[[Y]]
// CHECK:         linalg.generic {{.*}} ins(%[[P]] :
// CHECK:           %[[Z:.*]] = math.ceil %{{.*}}
// CHECK-NEXT:      %[[W:.*]] = math.floor %[[Z]]
// CHECK-NEXT:      linalg.yield %[[W]]
module {
  func.func @bounded(%a: !t) -> !t {
    %e = tensor.empty() : !t
    %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
    %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
    %2 = linalg.ceil ins(%1 : !t) outs(%e : !t) -> !t
    %3 = linalg.floor ins(%2 : !t) outs(%e : !t) -> !t
    return %3 : !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.fuse_elementwise %root {max_ops = 2} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

!t = tensor<6x6xf32>

// Four operands at most: the first of three sums does not fit.
// CHECK-LABEL: func.func @few_operands(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: {{.*}}, %[[D:[a-z0-9]+]]: tensor<6x6xf32>)
// CHECK:         %[[X:.*]] = linalg.add ins(%[[A]], %[[B]] :
// CHECK:         linalg.generic {{.*}} ins(%[[X]], %[[C]], %[[D]] :
module {
  func.func @few_operands(%a: !t, %b: !t, %c: !t, %d: !t) -> !t {
    %e = tensor.empty() : !t
    %0 = linalg.add ins(%a, %b : !t, !t) outs(%e : !t) -> !t
    %1 = linalg.add ins(%0, %c : !t, !t) outs(%e : !t) -> !t
    %2 = linalg.add ins(%1, %d : !t, !t) outs(%e : !t) -> !t
    return %2 : !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.fuse_elementwise %root {max_operands = 4} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

!t = tensor<6x6xf32>

// The producer has fewer loops than its reader and is returned, too: along the
// columns, where it is written several times, nothing is parallel.
// CHECK-LABEL: func.func @fewer_loops(
// CHECK:         %[[R:.*]]:2 = linalg.generic {indexing_maps = [#[[ROW:.*]], #[[ROW]], #{{.*}}], iterator_types = ["parallel", "reduction"]}
// CHECK:           %[[X:.*]] = arith.negf
// CHECK-NEXT:      linalg.yield %[[X]], %[[X]]
// CHECK:         return %[[R]]#0, %[[R]]#1
module {
  func.func @fewer_loops(%a: tensor<6xf32>) -> (tensor<6xf32>, !t) {
    %e = tensor.empty() : !t
    %f = tensor.empty() : tensor<6xf32>
    %0 = linalg.negf ins(%a : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
    %1 = linalg.broadcast ins(%0 : tensor<6xf32>) outs(%e : !t) dimensions = [1]
    return %0, %1 : tensor<6xf32>, !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.fuse_elementwise %root {diff_shapes} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

!t = tensor<6x6xi32>

// Calls and a store keep their order; the division, which could trap, is not
// taken past the call.
// CHECK-LABEL: func.func @effects(
// CHECK:         %[[R:.*]]:2 = linalg.generic
// CHECK:           %[[S:.*]] = arith.addi %{{.*}}, %{{.*}}
// CHECK-NEXT:      %[[P:.*]] = arith.muli %[[S]], %{{.*}}
// CHECK:         call @see(%[[R]]#0)
// CHECK-NEXT:    memref.store %{{.*}}, %{{.*}}[%c0]
// CHECK-NEXT:    call @see(%[[R]]#1)
// CHECK:         linalg.div ins(%[[R]]#1, %{{.*}} :
// CHECK:         return
module {
  func.func private @see(!t)
  func.func @effects(%a: !t, %b: !t, %m: memref<4xi32>, %v: i32) -> !t {
    %c0 = arith.constant 0 : index
    %e = tensor.empty() : !t
    %0 = linalg.add ins(%a, %b : !t, !t) outs(%e : !t) -> !t
    func.call @see(%0) : (!t) -> ()
    memref.store %v, %m[%c0] : memref<4xi32>
    %1 = linalg.mul ins(%0, %b : !t, !t) outs(%e : !t) -> !t
    func.call @see(%1) : (!t) -> ()
    %2 = linalg.div ins(%1, %b : !t, !t) outs(%e : !t) -> !t
    return %2 : !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

!t = tensor<6xf32>

// A loop body is a block of its own; what is read in it stays. The loop's value
// is overwritten where it is read, as before.
// CHECK-LABEL: func.func @in_a_loop(
// CHECK:         %[[N:.*]] = linalg.negf
// CHECK:         scf.for %{{.*}} = %c0 to %{{.*}} step %c1 iter_args(
// CHECK-NEXT:      %[[M:.*]] = linalg.generic {{.*}} ins(%[[N]], %[[ACC:.*]] : {{.*}}) outs(%[[ACC]] :
// CHECK:             %[[S:.*]] = arith.addf %{{.*}}, %{{.*}}
// CHECK-NEXT:        %{{.*}} = math.absf %[[S]]
// CHECK:           scf.yield %[[M]]
module {
  func.func @in_a_loop(%a: !t, %n: index) -> !t {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %e = tensor.empty() : !t
    %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
    %1 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> !t {
      %2 = linalg.add ins(%0, %acc : !t, !t) outs(%e : !t) -> !t
      %3 = linalg.abs ins(%2 : !t) outs(%acc : !t) -> !t
      scf.yield %3 : !t
    }
    return %1 : !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A function next to an op: all that is in the function takes part.
// CHECK-LABEL: func.func @op_and_function(
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%arg0 :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[Y:.*]] = arith.negf %[[X]]
// CHECK-NEXT:      %{{.*}} = math.absf %[[Y]]
// CHECK:         return %[[R]]
// CHECK-LABEL: func.func @not_a_target(
// CHECK:         %[[N:.*]] = linalg.negf {chosen} ins(%arg0 :
// CHECK:         %[[A:.*]] = linalg.abs ins(%[[N]] :
// CHECK:         return %[[A]]
!t = tensor<6x6xf32>
module {
  func.func @op_and_function(%a: !t) -> !t {
    %e = tensor.empty() : !t
    %0 = linalg.negf {chosen} ins(%a : !t) outs(%e : !t) -> !t
    %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
    return %1 : !t
  }
  func.func @not_a_target(%a: !t) -> !t {
    %e = tensor.empty() : !t
    %0 = linalg.negf {chosen} ins(%a : !t) outs(%e : !t) -> !t
    %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
    return %1 : !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %functions : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %op = transform.structured.match attributes {chosen} in %root : (!transform.any_op) -> !transform.any_op
    %both = transform.merge_handles %first, %op : !transform.any_op
    %0 = transform.heddle.fuse_elementwise %both : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A target that may be empty, and is, gives nothing.
// CHECK-LABEL: func.func @nothing_to_find(
// CHECK-NEXT:    return %arg0
module {
  func.func @nothing_to_find(%a: tensor<6xf32>) -> tensor<6xf32> {
    return %a : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %none = transform.structured.match ops{["linalg.exp"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    %0 = transform.heddle.fuse_elementwise %none {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.heddle.fuse_pad %none {heddle.may_be_empty} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.debug.emit_remark_at %0, "not to be seen" : !transform.any_op
  }
}
