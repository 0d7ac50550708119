// RUN: heddle-opt %s --one-shot-bufferize="bufferize-function-boundaries" \
// RUN:   --canonicalize | FileCheck %s

// All destinations are used later, so that none can be written. The output and
// the scale are not read: they get a buffer and no copy. The maximum and the sum
// are copied.
// CHECK-LABEL: func @used_later(
// CHECK-SAME:    %[[X:.*]]: memref<4x8xf32, strided<[?, ?], offset: ?>>, %[[Y:.*]]: memref<4x8xf32, {{.*}}>, %[[M:[a-z0-9]*]]: memref<4xf32, {{.*}}>, %[[L:[a-z0-9]*]]: memref<4xf32, {{.*}}>, %[[S:[a-z0-9]*]]: memref<4xf32, {{.*}}>)
// CHECK-NEXT:    %[[D:.*]] = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK-NEXT:    %[[C:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:    memref.copy %[[M]], %[[C]]
// CHECK-NEXT:    %[[B:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:    memref.copy %[[L]], %[[B]]
// CHECK-NEXT:    %[[A:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:    linalg_ext.softmax dimension(1) ins(%[[X]] : {{.*}}) outs(%[[D]], %[[C]], %[[B]], %[[A]] :
// CHECK-NEXT:    return %[[D]], %[[C]], %[[B]], %[[A]], %[[Y]], %[[M]], %[[L]], %[[S]]
func.func @used_later(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %m: tensor<4xf32>, %l: tensor<4xf32>, %s: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%y, %m, %l, %s : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return %0#0, %0#1, %0#2, %0#3, %y, %m, %l, %s : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// All in place; the output over the input.
// CHECK-LABEL: func @in_place(
// CHECK-SAME:    %[[X:.*]]: memref<4x8xf32, {{.*}}>, %[[M:[a-z0-9]*]]: memref<4xf32, {{.*}}>, %[[L:[a-z0-9]*]]: memref<4xf32, {{.*}}>, %[[S:[a-z0-9]*]]: memref<4xf32, {{.*}}>)
// CHECK-NEXT:    linalg_ext.unnorm_softmax dimension(1) ins(%[[X]] : {{.*}}) outs(%[[X]], %[[M]], %[[L]], %[[S]] :
// CHECK-NEXT:    return %[[X]], %[[M]]
func.func @in_place(%x: tensor<4x8xf32>, %m: tensor<4xf32>, %l: tensor<4xf32>, %s: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %0:4 = linalg_ext.unnorm_softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%x, %m, %l, %s : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4xf32>
}

// The maximum may not be the buffer of the sum.
// CHECK-LABEL: func @one_buffer(
// CHECK:         memref.copy {{.*}}, %[[A:.*]] :
// CHECK:         memref.copy {{.*}}, %[[B:.*]] :
// CHECK:         linalg_ext.softmax {{.*}} outs(%{{.*}}, %[[A]], %[[B]], %{{.*}} :
func.func @one_buffer(%x: tensor<4x8xf32>, %m: tensor<4xf32>, %s: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%x, %m, %m, %s : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}
