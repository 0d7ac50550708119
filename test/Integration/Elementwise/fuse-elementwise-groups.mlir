// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#turned = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#of3 = affine_map<(d0, d1, d2) -> (d0)>
!t = tensor<5x7xf32>

// Two consumers of one producer, which goes.
// SAME: two_consumers: equal
// CHECK-LABEL: func.func @two_consumers(
// CHECK:         %[[R:.*]]:2 = linalg.generic
// CHECK:           %[[X:.*]] = math.exp
// CHECK-NEXT:      %[[Y:.*]] = arith.negf %[[X]]
// CHECK-NEXT:      %[[Z:.*]] = math.absf %[[X]]
// CHECK-NEXT:      linalg.yield %[[Y]], %[[Z]]
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @two_consumers(%a: !t) -> (!t, !t) {
  %e = tensor.empty() : !t
  %0 = linalg.exp ins(%a : !t) outs(%e : !t) -> !t
  %1 = linalg.negf ins(%0 : !t) outs(%e : !t) -> !t
  %2 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
  return %1, %2 : !t, !t
}

// Named ops, a map and a transpose take part; the result of the sum is kept for
// the matmul, which stays and comes after the merged op.
// SAME: kept_for_a_matmul: equal
// CHECK-LABEL: func.func @kept_for_a_matmul(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<6x6xf32>, %[[B:[a-z0-9]+]]: tensor<6x6xf32>
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[B]], %[[A]] :
// CHECK:           %[[S:.*]] = arith.addf
// CHECK-NEXT:      %[[T:.*]] = arith.mulf %[[S]], %[[S]]
// CHECK-NEXT:      linalg.yield %[[S]], %[[T]]
// CHECK:         %[[M:.*]] = linalg.matmul ins(%[[R]]#0, %[[R]]#0
// CHECK:         return %[[M]], %[[R]]#1
func.func @kept_for_a_matmul(%a: tensor<6x6xf32>, %b: tensor<6x6xf32>, %c: tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<6x6xf32>) {
  %e = tensor.empty() : tensor<6x6xf32>
  %0 = linalg.transpose ins(%b : tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) permutation = [1, 0]
  %1 = linalg.add ins(%0, %a : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = linalg.matmul ins(%1, %1 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%c : tensor<6x6xf32>) -> tensor<6x6xf32>
  %f = tensor.empty() : tensor<6x6xf32>
  %3 = linalg.map ins(%1 : tensor<6x6xf32>) outs(%f : tensor<6x6xf32>)
    (%x: f32, %o: f32) {
      %s = arith.mulf %x, %x : f32
      linalg.yield %s : f32
    }
  return %2, %3 : tensor<6x6xf32>, tensor<6x6xf32>
}

// From the sum a path leads through the matmul to the product: no merge.
// SAME: path_outside: equal
// CHECK-LABEL: func.func @path_outside(
// CHECK:         %[[S:.*]] = linalg.add
// CHECK:         %[[M:.*]] = linalg.matmul ins(%[[S]], %[[S]]
// CHECK:         linalg.generic {{.*}} ins(%[[S]], %[[M]] :
// CHECK:           %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}}
// CHECK-NEXT:      %{{.*}} = arith.negf %[[P]]
func.func @path_outside(%a: tensor<6x6xf32>, %c: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %e = tensor.empty() : tensor<6x6xf32>
  %1 = linalg.add ins(%a, %a : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = linalg.matmul ins(%1, %1 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%c : tensor<6x6xf32>) -> tensor<6x6xf32>
  %3 = linalg.mul ins(%1, %2 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %4 = linalg.negf ins(%3 : tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %4 : tensor<6x6xf32>
}

// The reader of the sum needs another matmul, so that the sum waits for it.
// SAME: producer_waits: equal
// CHECK-LABEL: func.func @producer_waits(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%{{.*}}, %[[M]] :
// CHECK:           %[[S:.*]] = arith.addf
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[S]]
// CHECK-NEXT:      linalg.yield %[[S]], %[[P]]
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @producer_waits(%a: tensor<6x6xf32>, %c: tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<6x6xf32>) {
  %e = tensor.empty() : tensor<6x6xf32>
  %1 = linalg.add ins(%a, %a : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = linalg.matmul ins(%a, %a : tensor<6x6xf32>, tensor<6x6xf32>) outs(%c : tensor<6x6xf32>) -> tensor<6x6xf32>
  %3 = linalg.mul ins(%1, %2 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %1, %3 : tensor<6x6xf32>, tensor<6x6xf32>
}

// Both results of the producer are read, the first one transposed: it would have
// to be computed for two iterations at once.
// SAME: two_maps: equal
// CHECK-LABEL: func.func @two_maps(
// CHECK:         %[[P:.*]]:2 = linalg.generic
// CHECK:         %{{.*}} = linalg.generic {{.*}} ins(%[[P]]#0, %[[P]]#1 :
func.func @two_maps(%a: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %e = tensor.empty() : tensor<6x6xf32>
  %f = linalg.exp ins(%a : tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%f : tensor<6x6xf32>) outs(%e, %e : tensor<6x6xf32>, tensor<6x6xf32>) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %s = arith.addf %x, %x : f32
    %t = arith.negf %x : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<6x6xf32>, tensor<6x6xf32>)
  %1 = linalg.generic {indexing_maps = [#swap, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0#0, %0#1 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  return %1 : tensor<6x6xf32>
}

// Of the three results the first is used by nobody and the second is kept: each
// use still gets its own value.
// SAME: unused_first_result: equal
// CHECK-LABEL: func.func @unused_first_result(
// CHECK:         %[[R:.*]]:3 = linalg.generic
// CHECK:           %[[S:.*]] = arith.addf
// CHECK-NEXT:      %[[T:.*]] = arith.negf
// CHECK-NEXT:      %[[P:.*]] = arith.mulf
// CHECK-NEXT:      %[[Q:.*]] = arith.subf %[[P]], %[[T]]
// CHECK-NEXT:      linalg.yield %[[T]], %[[P]], %[[Q]]
// CHECK:         return %[[R]]#1, %[[R]]#0, %[[R]]#2
func.func @unused_first_result(%a: !t) -> (!t, !t, !t) {
  %e = tensor.empty() : !t
  %0:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : !t) outs(%e, %e, %e : !t, !t, !t) {
  ^bb0(%x: f32, %o: f32, %p: f32, %q: f32):
    %s = arith.addf %x, %x : f32
    %t = arith.negf %x : f32
    %u = arith.mulf %x, %x : f32
    linalg.yield %s, %t, %u : f32, f32, f32
  } -> (!t, !t, !t)
  %1 = linalg.sub ins(%0#2, %0#1 : !t, !t) outs(%e : !t) -> !t
  return %0#2, %0#1, %1 : !t, !t, !t
}

// A reduction and its operand are computed together; along the reduction
// neither of the two is parallel.
// SAME: kept_and_reduced: equal
// CHECK-LABEL: func.func @kept_and_reduced(
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK:           %[[X:.*]] = math.exp
// CHECK-NEXT:      %[[S:.*]] = arith.addf %{{.*}}, %[[X]]
// CHECK-NEXT:      linalg.yield %[[X]], %[[S]]
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @kept_and_reduced(%a: !t, %c: tensor<5xf32>) -> (!t, tensor<5xf32>) {
  %e = tensor.empty() : !t
  %0 = linalg.exp ins(%a : !t) outs(%e : !t) -> !t
  %1 = linalg.reduce {arith.addf} ins(%0 : !t) outs(%c : tensor<5xf32>) dimensions = [1]
  return %0, %1 : !t, tensor<5xf32>
}

// The second sum would run over the columns of each row first: it stays apart.
// SAME: order_of_sums: equal
// CHECK-LABEL: func.func @order_of_sums(
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "reduction"]}
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} ins(%[[R]]#0 :
// CHECK:         return %[[R]]#1, %[[S]]
func.func @order_of_sums(%a: tensor<4x3x5xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x3x5xf32>
  %0 = linalg.negf ins(%a : tensor<4x3x5xf32>) outs(%e : tensor<4x3x5xf32>) -> tensor<4x3x5xf32>
  %1 = linalg.generic {indexing_maps = [#all, #of3], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%0 : tensor<4x3x5xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#turned, #of3], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%0 : tensor<4x3x5xf32>) outs(%b : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %merged = transform.heddle.fuse_elementwise %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
