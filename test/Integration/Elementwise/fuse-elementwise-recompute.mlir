// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// What the author allows is merged: the negation is computed four times, ops
// that only move numbers are not counted, and a dynamic extent of the negation
// itself does not count as another one.
// SAME: product: equal
// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x5xf32>, %[[B:[a-z0-9]+]]: tensor<4x5xf32>,
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[A]], %[[B]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[O:.*]]: f32):
// CHECK-NEXT:      %[[N:.*]] = arith.negf %[[X]]
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[N]], %[[Y]]
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[P]], %[[O]]
// CHECK-NEXT:      linalg.yield %[[S]]
func.func @product(%a: tensor<?x5xf32>, %b: tensor<4x5xf32>, %c: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %e = tensor.empty() : tensor<5x4xf32>
  // expected-remark@below {{'linalg.negf' is computed 4 times}}
  %0 = linalg.negf ins(%a : tensor<?x5xf32>) outs(%a : tensor<?x5xf32>) -> tensor<?x5xf32>
  %1 = linalg.transpose ins(%b : tensor<4x5xf32>) outs(%e : tensor<5x4xf32>) permutation = [1, 0]
  // expected-note@below {{in the op that it is merged into}}
  %2 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0, %1 : tensor<?x5xf32>, tensor<5x4xf32>) outs(%c : tensor<?x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// A sum over rows that are scaled: the factor of a row stays before it, what is
// read once per element does not.
// SAME: scaled_sum: equal
// CHECK-LABEL: func.func @scaled_sum(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<3x8xf32>, %[[B:[a-z0-9]+]]: tensor<3xf32>,
// CHECK:         %[[F:.*]] = linalg.negf ins(%[[B]] :
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[A]], %[[F]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[O:.*]]: f32):
// CHECK-NEXT:      %[[Z:.*]] = math.absf %[[X]]
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[Z]], %[[Y]]
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[P]], %[[O]]
func.func @scaled_sum(%a: tensor<3x8xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3x8xf32>
  %f = tensor.empty() : tensor<3xf32>
  // expected-remark@below {{'linalg.negf' is not merged with 'linalg.generic': it would be computed 8 times, but 'max_recompute' is 4.00}}
  %0 = linalg.negf ins(%b : tensor<3xf32>) outs(%f : tensor<3xf32>) -> tensor<3xf32>
  %1 = linalg.abs ins(%a : tensor<3x8xf32>) outs(%e : tensor<3x8xf32>) -> tensor<3x8xf32>
  // expected-note@below {{this is the reader}}
  %2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%1, %0 : tensor<3x8xf32>, tensor<3xf32>) outs(%c : tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %2 : tensor<3xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %merged = transform.heddle.fuse_elementwise %module {max_recompute = 4.0, explain} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
