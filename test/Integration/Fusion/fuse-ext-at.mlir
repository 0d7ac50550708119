// 'at' overrules the plan: the producer is computed in the loop that the author names,
// once per iteration, and the results are the same; sizes that the tiles do not divide,
// and others known at run time only.
// RUN: heddle apply %s | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=EQUAL
// EQUAL-DAG: inner: equal
// EQUAL-DAG: outer: equal
// EQUAL-DAG: parallel: equal
// EQUAL-DAG: product: equal
// EQUAL-DAG: twice: equal

module attributes {transform.with_named_sequence} {
// The plan computes the rows of a once; the author has them in the inner loop, too.
// CHECK-LABEL: func.func @inner(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:       linalg.exp {{.*}}ins(
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg.exp {{.*}}ins(%{{.*}} : tensor<?x{{[9?]}}xf32>)
// CHECK:             linalg.matmul {{.*}}ins(
func.func @inner(%a: tensor<7x9xf32>, %b: tensor<9x10xf32>, %c: tensor<7x10xf32>) -> tensor<7x10xf32> {
  %e = tensor.empty() : tensor<7x9xf32>
  %0 = linalg.exp ins(%a : tensor<7x9xf32>) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %1 = linalg.matmul {root = 0} ins(%0, %b : tensor<7x9xf32>, tensor<9x10xf32>) outs(%c : tensor<7x10xf32>) -> tensor<7x10xf32>
  return %1 : tensor<7x10xf32>
}

// The columns of b are computed for each tile of rows as a whole, not per tile of columns.
// CHECK-LABEL: func.func @outer(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           linalg.abs {outer} ins(%{{.*}} : tensor<?x?xf32>)
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:         linalg.abs {{.*}}ins(
// CHECK:             linalg.matmul {{.*}}ins(
func.func @outer(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.abs {outer} ins(%b : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.matmul {root = 1} ins(%a, %0 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// A forall is one loop, and the loop inside of it the next.
// CHECK-LABEL: func.func @parallel(
// CHECK:         scf.forall (%{{.*}}) = (0, 0) to (7, 10)
// CHECK-NOT:       linalg.exp {{.*}}ins(
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg.exp {{.*}}ins(%{{.*}} : tensor<?x{{[9?]}}xf32>)
// CHECK:             linalg.matmul {{.*}}ins(
func.func @parallel(%a: tensor<7x9xf32>, %b: tensor<9x10xf32>, %c: tensor<7x10xf32>) -> tensor<7x10xf32> {
  %e = tensor.empty() : tensor<7x9xf32>
  %0 = linalg.exp ins(%a : tensor<7x9xf32>) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %1 = linalg.matmul {root = 2} ins(%0, %b : tensor<7x9xf32>, tensor<9x10xf32>) outs(%c : tensor<7x10xf32>) -> tensor<7x10xf32>
  return %1 : tensor<7x10xf32>
}

// A product that the plan would not compute again for each tile of columns, since it
// takes five times the work.
// CHECK-LABEL: func.func @product(
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:       linalg.matmul {{.*}}ins(
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg.matmul {{.*}}ins(
// CHECK:             linalg.matmul {{.*}}ins(
func.func @product(%a: tensor<7x9xf32>, %w: tensor<9x9xf32>, %z: tensor<7x9xf32>, %b: tensor<9x10xf32>, %c: tensor<7x10xf32>) -> tensor<7x10xf32> {
  %0 = linalg.matmul {placed} ins(%a, %w : tensor<7x9xf32>, tensor<9x9xf32>) outs(%z : tensor<7x9xf32>) -> tensor<7x9xf32>
  %1 = linalg.matmul {root = 3} ins(%0, %b : tensor<7x9xf32>, tensor<9x10xf32>) outs(%c : tensor<7x10xf32>) -> tensor<7x10xf32>
  return %1 : tensor<7x10xf32>
}

// Two targets with a nest each read one op. The first nest computes it in its outer
// loop and returns it, and the second one reads that.
// CHECK-LABEL: func.func @twice(
// CHECK:         %[[FIRST:.*]]:2 = scf.for %{{.*}} = %{{.*}} to
// CHECK:           linalg.exp {{.*}}ins(%{{.*}} : tensor<?x{{[9?]}}xf32>)
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK-NOT:         linalg.exp {{.*}}ins(
// CHECK:             tensor.extract_slice %[[FIRST]]#1
func.func @twice(%a: tensor<7x9xf32>, %b: tensor<9x10xf32>, %c: tensor<7x10xf32>, %d: tensor<7x10xf32>) -> (tensor<7x10xf32>, tensor<7x10xf32>) {
  %e = tensor.empty() : tensor<7x9xf32>
  %0 = linalg.exp {both} ins(%a : tensor<7x9xf32>) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %1 = linalg.matmul {root = 4} ins(%0, %b : tensor<7x9xf32>, tensor<9x10xf32>) outs(%c : tensor<7x10xf32>) -> tensor<7x10xf32>
  %2 = linalg.matmul {root = 4} ins(%0, %b : tensor<7x9xf32>, tensor<9x10xf32>) outs(%d : tensor<7x10xf32>) -> tensor<7x10xf32>
  return %1, %2 : tensor<7x10xf32>, tensor<7x10xf32>
}

transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
  %root0 = transform.structured.match attributes {root = 0} in %module : (!transform.any_op) -> !transform.any_op
  %exp0 = transform.get_producer_of_operand %root0[0] : (!transform.any_op) -> !transform.any_op
  %t0, %l0:2 = transform.structured.fuse_ext %root0 tile_sizes [3, 2] at %exp0, 1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

  %root1 = transform.structured.match attributes {root = 1} in %module : (!transform.any_op) -> !transform.any_op
  %outer = transform.structured.match attributes {outer} in %module : (!transform.any_op) -> !transform.any_op
  %t1, %l1:2 = transform.structured.fuse_ext %root1 tile_sizes [3, 2] at %outer, 0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

  %root2 = transform.structured.match attributes {root = 2} in %module : (!transform.any_op) -> !transform.any_op
  %exp2 = transform.get_producer_of_operand %root2[0] : (!transform.any_op) -> !transform.any_op
  %t2, %l2:2 = transform.structured.fuse_ext %root2 tile_sizes [3, 2, 4] at %exp2, 1 {use_forall} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

  %root3 = transform.structured.match attributes {root = 3} in %module : (!transform.any_op) -> !transform.any_op
  %placed = transform.structured.match attributes {placed} in %module : (!transform.any_op) -> !transform.any_op
  %t3, %l3:2 = transform.structured.fuse_ext %root3 tile_sizes [3, 2] at %placed, 1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)

  %root4 = transform.structured.match attributes {root = 4} in %module : (!transform.any_op) -> !transform.any_op
  %both = transform.structured.match attributes {both} in %module : (!transform.any_op) -> !transform.any_op
  %t4, %l4:2 = transform.structured.fuse_ext %root4 tile_sizes [3, 2] at %both, 0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}
