// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A softmax of named ops: reductions, a broadcast, a subtraction, an exponential and a
// division. The handle names the op that is made, and a handle to the division too.
// SAME-DAG: named: equal
// CHECK-LABEL: func @named(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<?x?xf32>, %[[Y:[a-z0-9]*]]: tensor<?x?xf32>,
// CHECK-NOT:     linalg.reduce
// CHECK-NOT:     linalg.exp
// CHECK:         %[[R:.*]]:4 = linalg_ext.softmax {division, raised} dimension(1) ins(%[[X]] : tensor<?x?xf32>) outs(%[[Y]],
// CHECK:         return %[[R]]#0
func.func @named(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %r: tensor<?xf32>) -> tensor<?x?xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<?x?xf32>) outs(%m0 : tensor<?xf32>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<?xf32>) outs(%y : tensor<?x?xf32>) dimensions = [1]
  %d = linalg.sub ins(%x, %mb : tensor<?x?xf32>, tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = linalg.exp ins(%d : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<?x?xf32>) outs(%l0 : tensor<?xf32>) dimensions = [1]
  %lb = linalg.broadcast ins(%l : tensor<?xf32>) outs(%y : tensor<?x?xf32>) dimensions = [1]
  %s = linalg.div {division} ins(%e, %lb : tensor<?x?xf32>, tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// The rows are the columns; what linalg has an op for as well.
// SAME-DAG: columns: equal
// CHECK-LABEL: func @columns(
// CHECK:         linalg_ext.softmax {raised} dimension(0)
// CHECK:         linalg_ext.softmax {raised} dimension(1)
// CHECK:         linalg_ext.batch_matmul {{.*}} layout = "nn" {raised}
func.func @columns(%x: tensor<11x7xf32>, %r: tensor<7xf32>, %b: tensor<1x7x3xf32>, %c: tensor<1x11x3xf32>) -> tensor<1x11x3xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<7xf32>) -> tensor<7xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<7xf32>) -> tensor<7xf32>
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<11x7xf32>) outs(%m0 : tensor<7xf32>) dimensions = [0]
  %mb = linalg.broadcast ins(%m : tensor<7xf32>) outs(%x : tensor<11x7xf32>) dimensions = [0]
  %d = linalg.sub ins(%x, %mb : tensor<11x7xf32>, tensor<11x7xf32>) outs(%x : tensor<11x7xf32>) -> tensor<11x7xf32>
  %e = linalg.exp ins(%d : tensor<11x7xf32>) outs(%x : tensor<11x7xf32>) -> tensor<11x7xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<11x7xf32>) outs(%l0 : tensor<7xf32>) dimensions = [0]
  %lb = linalg.broadcast ins(%l : tensor<7xf32>) outs(%x : tensor<11x7xf32>) dimensions = [0]
  %s = linalg.div ins(%e, %lb : tensor<11x7xf32>, tensor<11x7xf32>) outs(%x : tensor<11x7xf32>) -> tensor<11x7xf32>
  %t = linalg.softmax dimension(1) ins(%s : tensor<11x7xf32>) outs(%x : tensor<11x7xf32>) -> tensor<11x7xf32>
  %u = tensor.expand_shape %t [[0, 1], [2]] output_shape [1, 11, 7] : tensor<11x7xf32> into tensor<1x11x7xf32>
  %v = linalg.batch_matmul ins(%u, %b : tensor<1x11x7xf32>, tensor<1x7x3xf32>) outs(%c : tensor<1x11x3xf32>) -> tensor<1x11x3xf32>
  return %v : tensor<1x11x3xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %division = transform.structured.match attributes {division} in %root : (!transform.any_op) -> !transform.any_op
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.raise_to_linalg_ext %0 : (!transform.any_op) -> !transform.any_op
  transform.annotate %1 "raised" : !transform.any_op
  transform.annotate %division "division" : !transform.any_op
}
