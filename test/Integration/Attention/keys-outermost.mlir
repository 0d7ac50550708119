// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// The loop over the keys is the outer one, and neither tile size divides its extent.
// Each iteration takes the maximum, the sum and the accumulator of some rows from the
// tensors that both loops carry, scales the accumulator by the weight that softmax
// gives these rows, and puts all three back.

// SAME: attention: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @attention(
// CHECK-SAME:    %{{.*}}: tensor<13x5xf32>, %{{.*}}: tensor<5x19xf32>, %[[V:.*]]: tensor<19x6xf32>)
// CHECK-NOT:     tensor<13x19xf32>
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[C13:.*]] = arith.constant 13 : index
// CHECK-DAG:     %[[C19:.*]] = arith.constant 19 : index
// CHECK-DAG:     %[[INF:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     %[[M0:.*]] = linalg.fill ins(%[[INF]] : f32) outs(%{{.*}} : tensor<13xf32>)
// CHECK-DAG:     %[[L0:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<13xf32>)
// CHECK-DAG:     %[[O0:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<13x6xf32>)
// CHECK:         %[[ALL:.*]]:3 = scf.for %[[J:.*]] = %[[C0]] to %[[C19]] step %[[C8]] iter_args(%[[O1:.*]] = %[[O0]], %[[M1:.*]] = %[[M0]], %[[L1:.*]] = %[[L0]])
// CHECK:           %[[ROWS:.*]]:3 = scf.for %[[I:.*]] = %[[C0]] to %[[C13]] step %[[C4]] iter_args(%[[O:.*]] = %[[O1]], %[[M:.*]] = %[[M1]], %[[L:.*]] = %[[L1]])
// CHECK:             %[[S:.*]] = linalg.matmul ins(
// CHECK-DAG:         %[[MI:.*]] = tensor.extract_slice %[[M]][%[[I]]]
// CHECK-DAG:         %[[LI:.*]] = tensor.extract_slice %[[L]][%[[I]]]
// CHECK:             %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(1) ins(%[[S]] : {{.*}}) outs(%{{.*}}, %[[MI]], %[[LI]], %{{.*}} :
// CHECK-DAG:         %[[M2:.*]] = tensor.insert_slice %[[P]]#1 into %[[M]][%[[I]]]
// CHECK-DAG:         %[[L2:.*]] = tensor.insert_slice %[[P]]#2 into %[[L]][%[[I]]]
// CHECK:             %[[OI:.*]] = tensor.extract_slice %[[O]][%[[I]], 0]
// CHECK:             %[[SCALED:.*]] = linalg.generic {{.*}} ins(%[[P]]#3 : {{.*}}) outs(%[[OI]] :
// CHECK-NEXT:        ^bb0(%[[WEIGHT:.*]]: f32, %[[OLD:.*]]: f32):
// CHECK-NEXT:          %[[NEW:.*]] = arith.mulf %[[OLD]], %[[WEIGHT]] : f32
// CHECK-NEXT:          linalg.yield %[[NEW]] : f32
// CHECK:             %[[VJ:.*]] = tensor.extract_slice %[[V]][%[[J]], 0]
// CHECK:             %[[R:.*]] = linalg.matmul {root} ins(%[[P]]#0, %[[VJ]] : {{.*}}) outs(%[[SCALED]] :
// CHECK:             %[[O2:.*]] = tensor.insert_slice %[[R]] into %[[O]][%[[I]], 0]
// CHECK:             scf.yield %[[O2]], %[[M2]], %[[L2]]
// CHECK:           scf.yield %[[ROWS]]#0, %[[ROWS]]#1, %[[ROWS]]#2
// CHECK:         %[[D:.*]] = linalg.generic {{.*}} ins(%[[ALL]]#0, %[[ALL]]#2 :
// CHECK:           arith.divf %{{.*}}, %
// CHECK-NOT:     tensor<13x19xf32>
// CHECK:         return %[[D]]
func.func @attention(%q: tensor<13x5xf32>, %k: tensor<5x19xf32>, %v: tensor<19x6xf32>) -> tensor<13x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x19xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x19xf32>) -> tensor<13x19xf32>
  %s = linalg.matmul ins(%q, %k : tensor<13x5xf32>, tensor<5x19xf32>) outs(%z : tensor<13x19xf32>) -> tensor<13x19xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<13x19xf32>) outs(%e : tensor<13x19xf32>) -> tensor<13x19xf32>
  %eo = tensor.empty() : tensor<13x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %r = linalg.matmul {root} ins(%p, %v : tensor<13x19xf32>, tensor<19x6xf32>) outs(%zo : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 8] interchange [2, 1, 0] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
