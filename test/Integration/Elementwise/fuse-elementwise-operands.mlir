// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
#scalar = affine_map<(d0, d1) -> ()>
#row = affine_map<(d0, d1) -> (d0)>
#line = affine_map<(d0) -> (d0)>
#first = affine_map<(d0) -> (0, d0)>
#zero = affine_map<(d0) -> (0)>
#none = affine_map<() -> ()>

// CHECK-DAG: #[[$ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$SCALAR:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$LINE:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0) -> (0, d0)>
// CHECK-DAG: #[[$ZERO:.*]] = affine_map<(d0) -> (0)>
// CHECK-DAG: #[[$NONE:.*]] = affine_map<() -> ()>

// The consumer reduces, and reads with a constant.
// SAME: into_reduction: equal
// CHECK-LABEL: func.func @into_reduction(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<1x10xf32>, %[[B:[a-z0-9]+]]: tensor<1x10xf32>, %[[C:[a-z0-9]+]]: tensor<1xf32>)
// CHECK:         linalg.generic {indexing_maps = [#[[$FIRST]], #[[$FIRST]], #[[$ZERO]]], iterator_types = ["reduction"]}
// CHECK-SAME:      ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[Z:.*]]: f32):
// CHECK-NEXT:      %[[T3:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT:      %[[T4:.*]] = arith.addf %[[T3]], %[[Z]]
// CHECK-NEXT:      linalg.yield %[[T4]]
func.func @into_reduction(%a: tensor<1x10xf32>, %b: tensor<1x10xf32>, %c: tensor<1xf32>) -> tensor<1xf32> {
  %e = tensor.empty() : tensor<1x10xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<1x10xf32>, tensor<1x10xf32>) outs(%e : tensor<1x10xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<1x10xf32>
  %1 = linalg.generic {indexing_maps = [#first, #zero], iterator_types = ["reduction"]}
      ins(%0 : tensor<1x10xf32>) outs(%c : tensor<1xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %x, %acc : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  return %1 : tensor<1xf32>
}

// A tensor of one value becomes that value.
// SAME: splat: equal
// CHECK-LABEL: func.func @splat(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK:         %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK:         linalg.generic {indexing_maps = [#[[$LINE]], #[[$LINE]]], iterator_types = ["parallel"]}
// CHECK-SAME:      ins(%[[A]] : tensor<4xf32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[T:.*]] = arith.addf %[[X]], %[[ONE]]
// CHECK-NEXT:      linalg.yield %[[T]]
func.func @splat(%a: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#line, #line, #line], iterator_types = ["parallel"]}
      ins(%a, %one : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Of two results the consumer reads one; the other is gone.
// SAME: two_results: equal
// CHECK-LABEL: func.func @two_results(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<f32>, %[[B:[a-z0-9]+]]: tensor<f32>, %[[C:[a-z0-9]+]]: tensor<f32>)
// CHECK:         %[[R:.*]] = linalg.generic {indexing_maps = [#[[$NONE]], #[[$NONE]], #[[$NONE]]], iterator_types = []}
// CHECK-SAME:      ins(%[[A]], %[[B]] : tensor<f32>, tensor<f32>) outs(%[[C]] : tensor<f32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[T0:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT:      %[[T1:.*]] = arith.addf %[[T0]], %[[Y]]
// CHECK-NEXT:      %[[T2:.*]] = arith.addf %[[T1]], %[[Y]]
// CHECK-NEXT:      %[[T3:.*]] = arith.addf %[[T2]], %[[Y]]
// CHECK-NEXT:      linalg.yield %[[T3]]
// CHECK:         return %[[R]]
func.func @two_results(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  %f = tensor.empty() : tensor<f32>
  %0:2 = linalg.generic {indexing_maps = [#none, #none, #none, #none, #none], iterator_types = []}
      ins(%a, %b, %b : tensor<f32>, tensor<f32>, tensor<f32>) outs(%e, %f : tensor<f32>, tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32, %p: f32):
    %s = arith.addf %x, %y : f32
    %t = arith.addf %s, %z : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  %1 = linalg.generic {indexing_maps = [#none, #none, #none], iterator_types = []}
      ins(%0#1, %b : tensor<f32>, tensor<f32>) outs(%c : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %t = arith.addf %s, %y : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %1 : tensor<f32>
}

// Both results of the producer are returned: the merged op has three.
// SAME: kept_results: equal
// CHECK-LABEL: func.func @kept_results(
// CHECK:         %[[R:.*]]:3 = linalg.generic
// CHECK-NEXT:    ^bb0(%[[X:[a-z0-9_]*]]: f32, %[[Y:[a-z0-9_]*]]: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[S:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT:      %[[T:.*]] = arith.negf %[[S]]
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[T]], %[[Y]]
// CHECK-NEXT:      linalg.yield %[[S]], %[[T]], %[[P]]
// CHECK:         return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @kept_results(%a: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) {
  %e = tensor.empty() : tensor<5x7xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<5x7xf32>) outs(%e, %e : tensor<5x7xf32>, tensor<5x7xf32>) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %s = arith.addf %x, %x : f32
    %t = arith.negf %s : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<5x7xf32>, tensor<5x7xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0#1, %b : tensor<5x7xf32>, tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<5x7xf32>
  return %0#0, %0#1, %1 : tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
}

// A constant whose extent the reduction needs is left alone.
// CHECK-LABEL: func.func private @constant_in_reduction(
// CHECK:         %[[THREE:.*]] = arith.constant dense<3.000000e+00> : tensor<3x2xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[THREE]] : tensor<3x2xf32>)
func.func private @constant_in_reduction(%c: tensor<3xf32>) -> tensor<3xf32> {
  %three = arith.constant dense<3.0> : tensor<3x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%three : tensor<3x2xf32>) outs(%c : tensor<3xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %x, %acc : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A scalar has no extents. What is reduced along gets its extent from an operand
// that has nothing else.
// SAME: only_a_shape: equal
// CHECK-LABEL: func.func @only_a_shape(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<f32>, %[[N:[a-z0-9]+]]: index
// CHECK:         %[[FILL:.*]] = linalg.fill
// CHECK:         %[[SHAPE:.*]] = tensor.empty(%[[N]]) : tensor<?xi8>
// CHECK-NEXT:    linalg.generic {indexing_maps = [#[[$SCALAR]], #{{.*}}, #[[$ROW]]], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME:      ins(%[[A]], %[[SHAPE]] : tensor<f32>, tensor<?xi8>) outs(%[[FILL]] :
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %{{.*}}: i8, %[[M:.*]]: f32):
// CHECK-NEXT:      %[[T:.*]] = arith.maximumf %[[X]], %[[M]]
// CHECK-NEXT:      linalg.yield %[[T]]
func.func @only_a_shape(%a: tensor<f32>, %n: index) -> tensor<?xf32> {
  %low = arith.constant -100.0 : f32
  %0 = tensor.empty(%n, %n) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<f32>) outs(%0 : tensor<?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  %2 = tensor.empty(%n) : tensor<?xf32>
  %3 = linalg.fill ins(%low : f32) outs(%2 : tensor<?xf32>) -> tensor<?xf32>
  %4 = linalg.generic {indexing_maps = [#swap, #row], iterator_types = ["parallel", "reduction"]}
      ins(%1 : tensor<?x?xf32>) outs(%3 : tensor<?xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.maximumf %x, %acc : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %4 : tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %merged = transform.heddle.fuse_elementwise %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
