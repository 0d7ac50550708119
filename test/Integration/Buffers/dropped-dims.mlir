// Views of buffers with unknown strides that drop one of two unit dims. Upstream
// would take the wrong one.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle apply %s | FileCheck %s --check-prefix=IR

// CHECK: slice: equal: whole numbers bit for bit
// CHECK: views: equal: whole numbers bit for bit

// The result of bufferize has the view in two steps.
// IR-LABEL: func.func @slice(
// IR:         %[[WHOLE:.*]] = memref.subview %{{.*}}[3, 1, 0] [1, 3, 1] [1, 1, 1] : {{.*}} to memref<1x3x1xf32, strided<[?, ?, ?], offset: ?>>
// IR:         memref.collapse_shape %[[WHOLE]] {{\[\[}}0], [1, 2]]
func.func @slice(%x: tensor<4x4x4xf32>) -> tensor<1x3xf32> {
  %v = tensor.extract_slice %x[3, 1, 0] [1, 3, 1] [1, 1, 1] : tensor<4x4x4xf32> to tensor<1x3xf32>
  return %v : tensor<1x3xf32>
}

// The payload has the view itself.
func.func @views(%m: memref<4x4x4xf32, strided<[?, ?, ?], offset: ?>>, %out: memref<1x3xf32>) {
  %v = memref.subview %m[3, 1, 0] [1, 3, 1] [1, 1, 1] : memref<4x4x4xf32, strided<[?, ?, ?], offset: ?>> to memref<1x3xf32, strided<[?, ?], offset: ?>>
  memref.copy %v, %out : memref<1x3xf32, strided<[?, ?], offset: ?>> to memref<1x3xf32>
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %buffers = transform.heddle.bufferize %module {layout = "inferred", returns = "keep"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
