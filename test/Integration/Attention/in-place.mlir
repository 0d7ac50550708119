// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=SAME

// Whatever the order of the loops, and with dynamic sizes, the loops update the
// maximum, the sum and the accumulator in place: nothing is copied.

// SAME: rows_keys_values: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @rows_keys_values(
// CHECK-NOT:     iter_args
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK-NOT:     iter_args
// CHECK:         return
func.func @rows_keys_values(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %e = linalg.negf ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%e : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {rows_keys_values} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// SAME: keys_rows: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @keys_rows(
// CHECK-NOT:     iter_args
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK-NOT:     iter_args
// CHECK:         return
func.func @keys_rows(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %e = linalg.negf ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%e : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {keys_rows} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// SAME: forall: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @forall(
// CHECK:         scf.forall (%{{.*}}) =
// CHECK-NOT:     iter_args
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK-NOT:     iter_args
// CHECK:         return
func.func @forall(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %e = linalg.negf ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%e : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {forall} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {rows_keys_values} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 5, 3] interchange [0, 2, 1] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {keys_rows} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [4, 0, 3] interchange [2, 0, 1] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {forall} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [4, 0, 3] {online, use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %buffers = transform.heddle.bufferize %root {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
  transform.heddle.assert_memory %buffers {copies = 0} : !transform.any_op
}
