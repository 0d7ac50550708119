// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Both ops are computed in the inner loop, tile by tile, on partial tiles too.
// SAME: chain: equal
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<64x101xf32>
// CHECK:         scf.for %[[I:[a-z0-9]+]] =
// CHECK:           scf.for %[[J:[a-z0-9]+]] = {{.*}} iter_args(%[[C:[a-z0-9]+]] =
// CHECK-DAG:         %[[X:.*]] = linalg.abs ins(
// CHECK-DAG:         %[[T:.*]] = tensor.extract_slice %[[C]][%[[I]], %[[J]]]
// CHECK:             %[[V:.*]] = linalg.negf {chain} ins({{.*}}) outs(%[[T]] :
// CHECK:             tensor.insert_slice %[[V]] into %[[C]][%[[I]], %[[J]]]
func.func @chain(%a: tensor<64x101xf32>) -> tensor<64x101xf32> {
  %e = tensor.empty() : tensor<64x101xf32>
  %0 = linalg.abs ins(%a : tensor<64x101xf32>) outs(%e : tensor<64x101xf32>) -> tensor<64x101xf32>
  %1 = linalg.negf {chain} ins(%0 : tensor<64x101xf32>) outs(%e : tensor<64x101xf32>) -> tensor<64x101xf32>
  return %1 : tensor<64x101xf32>
}

// Dynamic sizes come from the argument alone, so nothing keeps the producer
// before the loops.
// SAME: chain_dynamic: equal
// CHECK-LABEL: func.func @chain_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x?xf32>
// CHECK-NOT:     tensor.dim %{{[0-9]}}
// CHECK:         tensor.dim %[[A]]
// CHECK-NOT:     linalg.abs
// CHECK:         scf.for %{{.*}} to %{{.*}} step
// CHECK:           scf.for %{{.*}} to %{{.*}} step
// CHECK:             linalg.abs ins(
func.func @chain_dynamic(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.abs ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = tensor.dim %0, %c0 : tensor<?x?xf32>
  %q = tensor.dim %0, %c1 : tensor<?x?xf32>
  %f = tensor.empty(%p, %q) : tensor<?x?xf32>
  %1 = linalg.negf {chain_dynamic} ins(%0 : tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Only columns are tiled: one loop, rows stay whole.
// SAME: three_by_columns: equal
// CHECK-LABEL: func.func @three_by_columns(
// CHECK:         scf.for %[[J:[a-z0-9]+]] =
// CHECK-NOT:     scf.for
// CHECK:           %[[X:.*]] = linalg.abs ins(
// CHECK:           linalg.negf ins(%[[X]] :
// CHECK:           linalg.sub {three_by_columns} ins(
func.func @three_by_columns(%a: tensor<7x50xf32>) -> tensor<7x50xf32> {
  %e = tensor.empty() : tensor<7x50xf32>
  %0 = linalg.abs ins(%a : tensor<7x50xf32>) outs(%e : tensor<7x50xf32>) -> tensor<7x50xf32>
  %1 = linalg.negf ins(%0 : tensor<7x50xf32>) outs(%e : tensor<7x50xf32>) -> tensor<7x50xf32>
  %2 = linalg.sub {three_by_columns} ins(%0, %1 : tensor<7x50xf32>, tensor<7x50xf32>) outs(%e : tensor<7x50xf32>) -> tensor<7x50xf32>
  return %2 : tensor<7x50xf32>
}

// With the loops interchanged the outer one has the trip count of dimension 1.
// SAME: columns_first: equal
// CHECK-LABEL: func.func @columns_first(
// CHECK-DAG:     %[[ROWS:.*]] = arith.constant 33 : index
// CHECK-DAG:     %[[COLS:.*]] = arith.constant 70 : index
// CHECK:         scf.for %[[J:.*]] = %{{.*}} to %[[COLS]] step
// CHECK:           scf.for %[[I:.*]] = %{{.*}} to %[[ROWS]] step
// CHECK:             tensor.insert_slice %{{.*}} into %{{.*}}[%[[I]], %[[J]]]
func.func @columns_first(%a: tensor<33x70xf32>) -> tensor<33x70xf32> {
  %e = tensor.empty() : tensor<33x70xf32>
  %0 = linalg.abs ins(%a : tensor<33x70xf32>) outs(%e : tensor<33x70xf32>) -> tensor<33x70xf32>
  %1 = linalg.negf {columns_first} ins(%0 : tensor<33x70xf32>) outs(%e : tensor<33x70xf32>) -> tensor<33x70xf32>
  return %1 : tensor<33x70xf32>
}

// The destination is an argument: its tile is taken from what the loop carries.
// SAME: argument_as_destination: equal
// CHECK-LABEL: func.func @argument_as_destination(
// CHECK-SAME:    %{{.*}}: tensor<29xf32>, %[[OUT:.*]]: tensor<29xf32>
// CHECK:         %[[R:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[C:.*]] = %[[OUT]])
// CHECK:           %[[T:.*]] = tensor.extract_slice %[[C]][%[[I]]]
// CHECK:           %[[V:.*]] = linalg.add {argument_as_destination} ins({{.*}}) outs(%[[T]] :
// CHECK:           %[[N:.*]] = tensor.insert_slice %[[V]] into %[[C]][%[[I]]]
// CHECK:           scf.yield %[[N]]
// CHECK:         return %[[R]]
func.func @argument_as_destination(%a: tensor<29xf32>, %out: tensor<29xf32>) -> tensor<29xf32> {
  %e = tensor.empty() : tensor<29xf32>
  %0 = linalg.negf ins(%a : tensor<29xf32>) outs(%e : tensor<29xf32>) -> tensor<29xf32>
  %1 = linalg.add {argument_as_destination} ins(%0, %out : tensor<29xf32>, tensor<29xf32>) outs(%out : tensor<29xf32>) -> tensor<29xf32>
  return %1 : tensor<29xf32>
}

// The root is inside a loop and starts from what that loop carries.
// SAME: inside_a_loop: equal
// CHECK-LABEL: func.func @inside_a_loop(
// CHECK:         scf.for {{.*}} iter_args(%[[OUTER:.*]] = %
// CHECK:           scf.for %[[I:.*]] = {{.*}} iter_args(%[[C:.*]] = %[[OUTER]])
// CHECK:             tensor.extract_slice %[[C]][%[[I]]]
func.func @inside_a_loop(%a: tensor<19xf32>, %init: tensor<19xf32>) -> tensor<19xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<19xf32>
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %init) -> (tensor<19xf32>) {
    %0 = linalg.negf ins(%a : tensor<19xf32>) outs(%e : tensor<19xf32>) -> tensor<19xf32>
    %1 = linalg.add {inside_a_loop} ins(%0, %acc : tensor<19xf32>, tensor<19xf32>) outs(%acc : tensor<19xf32>) -> tensor<19xf32>
    scf.yield %1 : tensor<19xf32>
  }
  return %r : tensor<19xf32>
}

// The outer loop is peeled after fusion: the fused nest is ordinary IR.
// SAME: peeled: equal
// CHECK-LABEL: func.func @peeled(
// CHECK:         linalg.negf {peeled} ins(%{{.*}} : tensor<8x5xf32>)
// CHECK:         linalg.negf {peeled} ins(%{{.*}} : tensor<3x5xf32>)
func.func @peeled(%a: tensor<19x5xf32>) -> tensor<19x5xf32> {
  %e = tensor.empty() : tensor<19x5xf32>
  %0 = linalg.abs ins(%a : tensor<19x5xf32>) outs(%e : tensor<19x5xf32>) -> tensor<19x5xf32>
  %1 = linalg.negf {peeled} ins(%0 : tensor<19x5xf32>) outs(%e : tensor<19x5xf32>) -> tensor<19x5xf32>
  return %1 : tensor<19x5xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {chain} in %module : (!transform.any_op) -> !transform.any_op
  %t0:3 = transform.structured.fuse_ext %0 tile_sizes [32, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {chain_dynamic} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [32, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {three_by_columns} in %module : (!transform.any_op) -> !transform.any_op
  %t2:2 = transform.structured.fuse_ext %2 tile_sizes [0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {columns_first} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [32, 32] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {argument_as_destination} in %module : (!transform.any_op) -> !transform.any_op
  %t4:2 = transform.structured.fuse_ext %4 tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {inside_a_loop} in %module : (!transform.any_op) -> !transform.any_op
  %t5:2 = transform.structured.fuse_ext %5 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {peeled} in %module : (!transform.any_op) -> !transform.any_op
  %t6, %loop = transform.structured.fuse_ext %6 tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.op<"scf.for">)
  %main, %rest = transform.loop.peel %loop : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
  cleanup
}
