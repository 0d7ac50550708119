// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// An empty tensor whose size becomes known stays in its memory space.
// CHECK-LABEL: func.func @cast_of_empty(
// CHECK-SAME:    %[[A:.*]]: tensor<8x5xf32, 1 : i64>, %[[M:.*]]: index, %{{.*}}: index)
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<8x5xf32, 1 : i64>
// CHECK:         %[[R:.*]] = linalg.abs ins(%[[A]] : {{.*}}) outs(%[[E]] : tensor<8x5xf32, 1 : i64>)
func.func @cast_of_empty(%a: tensor<8x5xf32, 1>, %m: index, %n: index) -> tensor<?x?xf32, 1> {
  %e = tensor.empty(%m, %n) : tensor<?x?xf32, 1>
  %c = tensor.cast %e : tensor<?x?xf32, 1> to tensor<8x5xf32, 1>
  %0 = linalg.abs ins(%a : tensor<8x5xf32, 1>) outs(%c : tensor<8x5xf32, 1>) -> tensor<8x5xf32, 1>
  %r = tensor.cast %0 : tensor<8x5xf32, 1> to tensor<?x?xf32, 1>
  return %r : tensor<?x?xf32, 1>
}

// One of two sizes.
// CHECK-LABEL: func.func @part_of_sizes(
// CHECK-SAME:    %[[A:.*]]: tensor<?x5xf32, 2 : i64>, %[[M:.*]]: index)
// CHECK:         %[[E:.*]] = tensor.empty(%[[M]]) : tensor<?x5xf32, 2 : i64>
// CHECK:         linalg.abs ins(%[[A]] : {{.*}}) outs(%[[E]] : tensor<?x5xf32, 2 : i64>)
func.func @part_of_sizes(%a: tensor<?x5xf32, 2>, %m: index) -> tensor<?x5xf32, 2> {
  %e = tensor.empty(%m, %m) : tensor<?x?xf32, 2>
  %c = tensor.cast %e : tensor<?x?xf32, 2> to tensor<?x5xf32, 2>
  %0 = linalg.abs ins(%a : tensor<?x5xf32, 2>) outs(%c : tensor<?x5xf32, 2>) -> tensor<?x5xf32, 2>
  return %0 : tensor<?x5xf32, 2>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.cleanup %f : !transform.any_op
    transform.yield
  }
}
