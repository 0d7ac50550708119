// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext=shared-input | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
!s = tensor<6x6xf32>

// Two ops that read one input become one op.
// SAME: input_sharing: equal
// CHECK-LABEL: func.func @input_sharing(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: {{.*}}, %[[B:[a-z0-9]+]]: {{.*}}, %[[C:[a-z0-9]+]]: tensor<?x?xf32>)
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK-NEXT:    %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[A]], %[[B]], %[[C]] : {{.*}}) outs(%[[E]], %[[E]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[X]], %[[Z]]
// CHECK-NEXT:      linalg.yield %[[S]], %[[P]]
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @input_sharing(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dim = tensor.dim %a, %c0 : tensor<?x?xf32>
  %dim_0 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %0 = tensor.empty(%dim, %dim_0) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %c : tensor<?x?xf32>, tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}

// Five of them, one of which is also initialized by the shared value, one reads
// it transposed, and one reduces.
// SAME: five_siblings: equal
// CHECK-LABEL: func.func @five_siblings(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<6x6xf32>, %[[C:[a-z0-9]+]]: tensor<6xf32>)
// CHECK:         %[[R:.*]]:5 = linalg.generic {{.*}} ins(%[[A]] : tensor<6x6xf32>) outs(
// CHECK:           linalg.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
// CHECK-NOT:     linalg.
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4
func.func @five_siblings(%a: !s, %c: tensor<6xf32>) -> (!s, !s, !s, !s, tensor<6xf32>) {
  %e = tensor.empty() : !s
  %0 = linalg.negf ins(%a : !s) outs(%e : !s) -> !s
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : !s) outs(%a : !s) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.mulf %x, %o : f32
    linalg.yield %s : f32
  } -> !s
  %2 = linalg.transpose ins(%a : !s) outs(%e : !s) permutation = [1, 0]
  %3 = linalg.abs ins(%a : !s) outs(%e : !s) -> !s
  %4 = linalg.reduce {arith.addf} ins(%a : !s) outs(%c : tensor<6xf32>) dimensions = [0]
  return %0, %1, %2, %3, %4 : !s, !s, !s, !s, tensor<6xf32>
}

// The first sibling waits for the matmul that the second one reads; the third
// feeds that matmul and cannot.
// SAME: around_a_matmul: equal
// CHECK-LABEL: func.func @around_a_matmul(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<6x6xf32>
// CHECK:         %[[F:.*]] = linalg.abs ins(%[[A]] :
// CHECK:         %[[M:.*]] = linalg.matmul ins(%[[F]], %[[F]]
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[A]], %[[M]] :
// CHECK:           %[[X:.*]] = arith.negf %{{.*}}
// CHECK-NEXT:      %[[Y:.*]] = arith.mulf %{{.*}}, %{{.*}}
// CHECK-NEXT:      linalg.yield %[[X]], %[[Y]]
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @around_a_matmul(%a: !s, %c: !s) -> (!s, !s) {
  %e = tensor.empty() : !s
  %0 = linalg.negf ins(%a : !s) outs(%e : !s) -> !s
  %1 = linalg.abs ins(%a : !s) outs(%e : !s) -> !s
  %2 = linalg.matmul ins(%1, %1 : !s, !s) outs(%c : !s) -> !s
  %3 = linalg.mul ins(%a, %2 : !s, !s) outs(%e : !s) -> !s
  return %0, %3 : !s, !s
}

// Siblings in two rounds, with a matmul between that each of the second reads.
// SAME: two_rounds: equal
// CHECK-LABEL: func.func @two_rounds(
// CHECK:         %[[P:.*]]:2 = linalg.generic
// CHECK:         %[[M:.*]] = linalg.matmul ins(%[[P]]#0, %[[P]]#1
// CHECK:         %[[Q:.*]]:2 = linalg.generic {{.*}} ins(%[[M]] :
// CHECK:         return %[[Q]]#0, %[[Q]]#1
func.func @two_rounds(%a: !s, %c: !s) -> (!s, !s) {
  %e = tensor.empty() : !s
  %0 = linalg.negf ins(%a : !s) outs(%e : !s) -> !s
  %1 = linalg.abs ins(%a : !s) outs(%e : !s) -> !s
  %2 = linalg.matmul ins(%0, %1 : !s, !s) outs(%c : !s) -> !s
  %3 = linalg.negf ins(%2 : !s) outs(%e : !s) -> !s
  %4 = linalg.abs ins(%2 : !s) outs(%e : !s) -> !s
  return %3, %4 : !s, !s
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %merged = transform.heddle.fuse_elementwise %module {shared_input} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
