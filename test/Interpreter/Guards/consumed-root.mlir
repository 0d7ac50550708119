// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// 'transform.cleanup' takes no handle, so it may be after an op that
// consumed the only one.
// CHECK-LABEL: func.func @cleaned(
// CHECK-SAME:    %[[A:.*]]: memref<8xf32>
// CHECK-NEXT:    linalg.exp ins(%[[A]] : memref<8xf32>) outs(%[[A]] : memref<8xf32>)
// CHECK-NEXT:    return
func.func @cleaned(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
  %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  transform.cleanup
  transform.yield
}
}
