// One matmul, with exp on an input, under three orders of its loops.
// RUN: split-file %s %t
// RUN: cat %t/payload.mlir %t/k-outermost.mlir > %t.k.mlir
// RUN: heddle-opt %t.k.mlir --apply-schedule | FileCheck %s --check-prefix=KMN
// RUN: cat %t/payload.mlir %t/k-innermost.mlir > %t.mnk.mlir
// RUN: heddle-opt %t.mnk.mlir --apply-schedule \
// RUN:   | FileCheck %s --check-prefix=MNK
// RUN: cat %t/payload.mlir %t/m-and-k.mlir > %t.mk.mlir
// RUN: heddle-opt %t.mk.mlir --apply-schedule | FileCheck %s --check-prefix=MK
// RUN: cat %t/dynamic.mlir %t/k-outermost.mlir > %t.dk.mlir
// RUN: cat %t/dynamic.mlir %t/k-innermost.mlir > %t.dmnk.mlir

// RUN: heddle check %t.k.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: heddle check %t.mnk.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: heddle check %t.mk.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: heddle check %t.dk.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: heddle check %t.dmnk.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: exp_matmul: equal: {{.*}}random data bit for bit

// k outermost: the fill is before all loops, each of which carries the whole
// product. exp depends on m and k, not on n: it is in the m loop,
// and the matmul reads its tile as it is.
// KMN-LABEL: func.func @exp_matmul(
// KMN-SAME:    %[[A:.*]]: tensor<37x29xf32>, %[[B:.*]]: tensor<29x23xf32>)
// KMN:         %[[INIT:.*]] = linalg.fill {{.*}} -> tensor<37x23xf32>
// KMN:         %[[R:.*]] = scf.for %[[K:[^ ]*]] = {{.*}} iter_args(%[[C0:.*]] = %[[INIT]]) -> (tensor<37x23xf32>)
// KMN:           %[[R1:.*]] = scf.for %[[M:[^ ]*]] = {{.*}} iter_args(%[[C1:.*]] = %[[C0]]) -> (tensor<37x23xf32>)
// KMN:             %[[AT:.*]] = tensor.extract_slice %[[A]][%[[M]], %[[K]]] [%{{.*}}, %{{.*}}] [1, 1]
// KMN:             %[[E:.*]] = linalg.exp ins(%[[AT]] :
// KMN:             %[[R2:.*]] = scf.for %[[N:[^ ]*]] = {{.*}} iter_args(%[[C2:.*]] = %[[C1]]) -> (tensor<37x23xf32>)
// KMN:               %[[BT:.*]] = tensor.extract_slice %[[B]][%[[K]], %[[N]]]
// KMN:               %[[CT:.*]] = tensor.extract_slice %[[C2]][%[[M]], %[[N]]]
// KMN:               %[[T:.*]] = linalg.matmul ins(%[[E]], %[[BT]] : {{.*}}) outs(%[[CT]] :
// KMN:               %[[NEXT:.*]] = tensor.insert_slice %[[T]] into %[[C2]][%[[M]], %[[N]]]
// KMN:               scf.yield %[[NEXT]]
// KMN:             scf.yield %[[R2]]
// KMN:           scf.yield %[[R1]]
// KMN-NOT:     linalg
// KMN:         return %[[R]]

// k innermost: the fill goes into the n loop, and the k loop carries one tile.
// MNK-LABEL: func.func @exp_matmul(
// MNK-NOT:     linalg
// MNK:         scf.for %[[M:[^ ]*]] = {{.*}} -> (tensor<37x23xf32>)
// MNK-NOT:       linalg.fill
// MNK:           scf.for %[[N:[^ ]*]] = {{.*}} iter_args(%[[C1:.*]] = %{{.*}}) -> (tensor<37x23xf32>)
// MNK:             %[[INIT:.*]] = linalg.fill {{.*}} -> tensor<?x?xf32>
// MNK:             %[[TILE:.*]] = scf.for %[[K:[^ ]*]] = {{.*}} iter_args(%[[ACC:.*]] = %[[INIT]]) -> (tensor<?x?xf32>)
// MNK-NOT:           linalg.fill
// MNK:               %[[T:.*]] = linalg.matmul {{.*}} outs(%[[ACC]] :
// MNK:               scf.yield %[[T]]
// MNK:             tensor.insert_slice %[[TILE]] into %[[C1]][%[[M]], %[[N]]]

// m and k: the fill is in the m loop, outside the k loop.
// MK-LABEL: func.func @exp_matmul(
// MK-NOT:     linalg
// MK:         scf.for %[[M:[^ ]*]] = {{.*}} iter_args(%[[C:.*]] = %{{.*}}) -> (tensor<37x23xf32>)
// MK:           %[[INIT:.*]] = linalg.fill {{.*}} -> tensor<?x23xf32>
// MK:           %[[ROWS:.*]] = scf.for %[[K:[^ ]*]] = {{.*}} iter_args(%[[ACC:.*]] = %[[INIT]]) -> (tensor<?x23xf32>)
// MK:             %[[E:.*]] = linalg.exp ins(%{{.*}}) outs
// MK:             linalg.matmul ins(%[[E]], %{{.*}}) outs(%[[ACC]] :
// MK:           tensor.insert_slice %[[ROWS]] into %[[C]][%[[M]], 0]

//--- payload.mlir
func.func @exp_matmul(%a: tensor<37x29xf32>, %b: tensor<29x23xf32>)
    -> tensor<37x23xf32> {
  %zero = arith.constant 0.0 : f32
  %ae = tensor.empty() : tensor<37x29xf32>
  %e = linalg.exp ins(%a : tensor<37x29xf32>) outs(%ae : tensor<37x29xf32>) -> tensor<37x29xf32>
  %ce = tensor.empty() : tensor<37x23xf32>
  %f = linalg.fill ins(%zero : f32) outs(%ce : tensor<37x23xf32>) -> tensor<37x23xf32>
  %c = linalg.matmul ins(%e, %b : tensor<37x29xf32>, tensor<29x23xf32>)
                     outs(%f : tensor<37x23xf32>) -> tensor<37x23xf32>
  return %c : tensor<37x23xf32>
}
//--- dynamic.mlir
func.func @exp_matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %k = tensor.dim %a, %c1 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %ae = tensor.empty(%m, %k) : tensor<?x?xf32>
  %e = linalg.exp ins(%a : tensor<?x?xf32>) outs(%ae : tensor<?x?xf32>) -> tensor<?x?xf32>
  %ce = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%ce : tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = linalg.matmul ins(%e, %b : tensor<?x?xf32>, tensor<?x?xf32>)
                     outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}
//--- k-outermost.mlir
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %loops:3 = transform.structured.fuse_ext %0 tile_sizes [16, 8, 4] interchange [2, 0, 1]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
//--- k-innermost.mlir
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %loops:3 = transform.structured.fuse_ext %0 tile_sizes [16, 8, 4]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
//--- m-and-k.mlir
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %loops:2 = transform.structured.fuse_ext %0 tile_sizes [16, 0, 4]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
