// RUN: heddle-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// A size of a result is that of its destination: nobody needs the op to know it.

// CHECK-LABEL: func @scan(
// CHECK-SAME:    %{{.*}}: tensor<?x?xf32>, %[[Y:.*]]: tensor<?x?xf32>, %[[A:.*]]: tensor<?xf32>)
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:     %[[D:.*]] = tensor.dim %[[Y]], %[[C1]]
// CHECK-DAG:     %[[E:.*]] = tensor.dim %[[A]], %[[C0]]
// CHECK-NOT:     linalg_ext
// CHECK:         return %[[D]], %[[E]]
func.func @scan(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %a: tensor<?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = linalg_ext.scan dimension(1) inclusive(true) ins(%x : tensor<?x?xf32>) outs(%y, %a : tensor<?x?xf32>, tensor<?xf32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.addf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<?x?xf32>, tensor<?xf32>
  %1 = tensor.dim %0#0, %c1 : tensor<?x?xf32>
  %2 = tensor.dim %0#1, %c0 : tensor<?xf32>
  return %1, %2 : index, index
}

// CHECK-LABEL: func @topk(
// CHECK-SAME:    %{{.*}}: tensor<?x?xf32>, %[[V:.*]]: tensor<?x?xf32>, %[[I:.*]]: tensor<?x?xi32>)
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:     %[[D:.*]] = tensor.dim %[[V]], %[[C1]]
// CHECK-DAG:     %[[E:.*]] = tensor.dim %[[I]], %[[C0]]
// CHECK-NOT:     linalg_ext
// CHECK:         return %[[D]], %[[E]]
func.func @topk(%x: tensor<?x?xf32>, %v: tensor<?x?xf32>, %i: tensor<?x?xi32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = linalg_ext.topk dimension(1) ins(%x : tensor<?x?xf32>) outs(%v, %i : tensor<?x?xf32>, tensor<?x?xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  } -> tensor<?x?xf32>, tensor<?x?xi32>
  %1 = tensor.dim %0#0, %c1 : tensor<?x?xf32>
  %2 = tensor.dim %0#1, %c0 : tensor<?x?xi32>
  return %1, %2 : index, index
}

// CHECK-LABEL: func @scatter(
// CHECK-SAME:    %{{.*}}: tensor<?x1xi32>, %{{.*}}: tensor<?x?xf32>, %[[S:.*]]: tensor<?x?xf32>)
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[D:.*]] = tensor.dim %[[S]], %[[C0]]
// CHECK-NOT:     linalg_ext
// CHECK:         return %[[D]]
func.func @scatter(%i: tensor<?x1xi32>, %u: tensor<?x?xf32>, %s: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = linalg_ext.scatter ins(%i, %u : tensor<?x1xi32>, tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  } -> tensor<?x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %1 : index
}

// CHECK-LABEL: func @diag(
// CHECK-SAME:    %{{.*}}: tensor<?xf32>, %[[Y:.*]]: tensor<?x?xf32>)
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[D:.*]] = tensor.dim %[[Y]], %[[C1]]
// CHECK-NOT:     linalg_ext
// CHECK:         return %[[D]]
func.func @diag(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = linalg_ext.diag ins(%x : tensor<?xf32>) outs(%y : tensor<?x?xf32>) : tensor<?x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %1 : index
}

// A static size of the destination is a number.
// CHECK-LABEL: func @batch_matmul(
// CHECK-SAME:    %{{.*}}: tensor<2x?x?xf32>, %{{.*}}: tensor<2x?x?xf32>, %[[C:.*]]: tensor<2x?x?xf32>)
// CHECK-DAG:     %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[D:.*]] = tensor.dim %[[C]], %[[C2]]
// CHECK-NOT:     linalg_ext
// CHECK:         return %[[C2]], %[[D]]
func.func @batch_matmul(%a: tensor<2x?x?xf32>, %b: tensor<2x?x?xf32>, %c: tensor<2x?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<2x?x?xf32>, tensor<2x?x?xf32>) outs(%c : tensor<2x?x?xf32>) layout = "nt"
  %1 = tensor.dim %0, %c0 : tensor<2x?x?xf32>
  %2 = tensor.dim %0, %c2 : tensor<2x?x?xf32>
  return %1, %2 : index, index
}
