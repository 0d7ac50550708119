// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Attention in the loop over the keys: the maximum, the sum and the accumulator
// are carried, the last one rescaled. The dims are tiled in every order. No size
// is divided by its tile.

// Rows around keys; one division for the rows of a tile, after the keys.
// SAME: rows_keys: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @rows_keys(
// CHECK-NOT:     tensor<13x11xf32>
// CHECK:         scf.for {{.*}} iter_args(%[[O:.*]] = %{{.*}}) -> (tensor<13x6xf32>)
// CHECK-DAG:       %[[M0:.*]] = linalg.fill ins(%{{.*}}) outs(%{{.*}} : tensor<?xf32>)
// CHECK-DAG:       %[[A0:.*]] = linalg.fill ins(%{{.*}}) outs(%{{.*}} : tensor<?x6xf32>)
// CHECK:           %[[S:.*]]:3 = scf.for {{.*}} iter_args(%[[A:.*]] = %[[A0]], %[[M:.*]] = %[[M0]], %[[L:.*]] = %{{.*}}) -> (tensor<?x6xf32>, tensor<?xf32>, tensor<?xf32>)
// CHECK:             %[[X:.*]] = linalg.matmul ins(%
// CHECK:             %[[U:.*]]:4 = linalg_ext.unnorm_softmax dimension(1) ins(%[[X]] : {{.*}}) outs(%{{.*}}, %[[M]], %[[L]], %{{.*}} :
// CHECK:             %[[R:.*]] = linalg.generic {{.*}} ins(%[[U]]#3 : tensor<?xf32>) outs(%[[A]] : tensor<?x6xf32>)
// CHECK:               arith.mulf %{{.*}}, %
// CHECK:             %[[P:.*]] = linalg.matmul {rows_keys} ins(%[[U]]#0, %{{.*}}) outs(%[[R]] :
// CHECK:             scf.yield %[[P]], %[[U]]#1, %[[U]]#2
// CHECK:           %[[D:.*]] = linalg.generic {{.*}} ins(%[[S]]#0, %[[S]]#2 :
// CHECK:             arith.divf %{{.*}}, %
// CHECK:           tensor.insert_slice %[[D]] into %[[O]]
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @rows_keys(%q: tensor<13x8xf32>, %k: tensor<8x11xf32>, %v: tensor<11x6xf32>) -> tensor<13x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %s = linalg.matmul ins(%q, %k : tensor<13x8xf32>, tensor<8x11xf32>) outs(%z : tensor<13x11xf32>) -> tensor<13x11xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %eo = tensor.empty() : tensor<13x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %r = linalg.matmul {rows_keys} ins(%p, %v : tensor<13x11xf32>, tensor<11x6xf32>) outs(%zo : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// Rows, keys, values: softmax stays in the loop over keys. What the product
// starts from is added once.
// SAME: rows_keys_values: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @rows_keys_values(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg.matmul ins(%
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg.matmul {rows_keys_values} ins(%
// CHECK-NOT:     linalg_ext
// CHECK:         arith.divf %{{.*}}, %
// CHECK:         arith.addf %{{.*}}, %
// CHECK:         return
func.func @rows_keys_values(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %z: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {rows_keys_values} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Rows, values, keys: softmax is carried anew for each tile of values.
// SAME: rows_values_keys: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @rows_values_keys(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             scf.for %{{.*}} = %{{.*}} to
// CHECK:               linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:               linalg.matmul {rows_values_keys} ins(%
// CHECK:             arith.divf %{{.*}}, %
func.func @rows_values_keys(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x7xf32>, %z: tensor<?x?xf32>, %o: tensor<?x7xf32>) -> tensor<?x7xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {rows_values_keys} ins(%p, %v : tensor<?x?xf32>, tensor<?x7xf32>) outs(%o : tensor<?x7xf32>) -> tensor<?x7xf32>
  return %r : tensor<?x7xf32>
}

// Keys around rows: the loops carry the statistics of all rows; the division is
// after the nest.
// SAME: keys_rows: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @keys_rows(
// CHECK:         scf.for {{.*}} -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
// CHECK:           scf.for {{.*}} -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
// CHECK:             linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:             linalg.matmul {keys_rows} ins(%
// CHECK:         arith.divf %{{.*}}, %
func.func @keys_rows(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %z: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {keys_rows} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Keys, values, rows: the rows are not inside the loop over keys alone, so the
// tiles of softmax have all rows.
// SAME: keys_values_rows: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @keys_values_rows(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             scf.for %{{.*}} = %{{.*}} to
// CHECK:               linalg.matmul {keys_values_rows} ins(%
func.func @keys_values_rows(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %z: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {keys_values_rows} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Keys alone.
// SAME: keys: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @keys(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:           linalg.matmul {keys} ins(%
func.func @keys(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %z: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {keys} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The rows as a forall.
// SAME: forall: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @forall(
// CHECK:         scf.forall (%{{.*}}) = 
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg_ext.unnorm_softmax dimension(1) ins(%
func.func @forall(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %z: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {forall} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {rows_keys} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {rows_keys_values} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [4, 5, 3] interchange [0, 2, 1] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {rows_values_keys} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [4, 4, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {keys_rows} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %3 tile_sizes [4, 0, 3] interchange [2, 0, 1] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {keys_values_rows} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %4 tile_sizes [4, 2, 3] interchange [2, 1, 0] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {keys} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %5 tile_sizes [0, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {forall} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %6 tile_sizes [4, 0, 3] {online, use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
