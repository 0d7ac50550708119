// RUN: heddle-opt %s --heddle-default-bufferize | FileCheck %s

// Results are buffers of the caller, intermediates are freed, and a
// destination-passing matmul works in place of its argument.
// CHECK-LABEL: func @dps(
// CHECK-SAME:    %[[A:.*]]: memref<4x8xf32>, %[[B:.*]]: memref<8x4xf32>, %[[C:.*]]: memref<4x4xf32>)
// CHECK:         %[[T:.*]] = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK:         linalg.matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[T]] :
// CHECK:         linalg.add ins(%[[T]], %[[T]] : {{.*}}) outs(%[[C]] :
// CHECK:         memref.dealloc %[[T]]
func.func @dps(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>)
    -> tensor<4x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>)
                     outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.add ins(%0, %0 : tensor<4x4xf32>, tensor<4x4xf32>)
                  outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// Each buffer is freed at its last use, before the next one is allocated.
// CHECK-LABEL: func @layers(
// CHECK:         linalg.matmul {{.*}} outs(%[[A:.*]] : memref<4x4xf32>)
// CHECK:         linalg.matmul ins(%[[A]], {{.*}} outs(%[[B:.*]] : memref<4x4xf32>)
// CHECK-NEXT:    memref.dealloc %[[A]] :
// CHECK-NEXT:    %[[C:.*]] = memref.alloc()
// CHECK:         linalg.matmul ins(%[[B]], {{.*}} outs(%[[C]] : memref<4x4xf32>)
// CHECK-NEXT:    memref.dealloc %[[B]] :
// CHECK-NEXT:    return %[[C]]
func.func @layers(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)
                     outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%0, %x : tensor<4x4xf32>, tensor<4x4xf32>)
                     outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.matmul ins(%1, %x : tensor<4x4xf32>, tensor<4x4xf32>)
                     outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// Softmax and concat have no bufferization of their own.
// CHECK-LABEL: func @decomposed(
// CHECK-NOT:     linalg.softmax
// CHECK-NOT:     tensor.concat
// CHECK:         %[[R:.*]] = memref.alloc() {{.*}} : memref<2x6xf32>
// CHECK:         memref.subview %[[R]][0, 0] [2, 3] [1, 1]
// CHECK:         memref.subview %[[R]][0, 3] [2, 3] [1, 1]
// CHECK:         return %[[R]]
func.func @decomposed(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>)
    -> tensor<2x6xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.softmax dimension(1) ins(%a : tensor<2x3xf32>)
                      outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tensor.concat dim(1) %0, %b
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return %1 : tensor<2x6xf32>
}

// Payload on buffers stays as it is.
// CHECK-LABEL: func @buffers(
// CHECK-SAME:    %[[M:.*]]: memref<?xf32>)
// CHECK-NEXT:    %[[Z:.*]] = arith.constant
// CHECK-NEXT:    linalg.fill ins(%[[Z]] : f32) outs(%[[M]] : memref<?xf32>)
// CHECK-NEXT:    return
func.func @buffers(%m: memref<?xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%m : memref<?xf32>)
  return
}

// A tile buffer is allocated once in front of the loops that use it, with the
// largest size; its size is computed where it changes.
// CHECK-LABEL: func @tile_size(
// CHECK:         %[[B:.*]] = memref.alloc() {{.*}} : memref<512xi8>
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{[a-z0-9]+}} {
// CHECK:           %[[H:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK:           %[[T:.*]] = memref.view %[[B]][%{{.*}}][%[[H]]] : {{.*}} to memref<?x16xf32>
// CHECK-NEXT:      scf.for %{{.*}} = %
// CHECK-NOT:         memref.alloc
// CHECK:             linalg.exp {{.*}} outs(%[[T]] : memref<?x16xf32>)
// CHECK-NOT:         memref.dealloc
// CHECK:           }
// CHECK:         }
// CHECK-NEXT:    memref.dealloc %[[B]]
func.func @tile_size(%a: tensor<21x64xf32>, %o: tensor<21x64xf32>)
    -> tensor<21x64xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c21 = arith.constant 21 : index
  %c64 = arith.constant 64 : index
  %0 = scf.for %i = %c0 to %c21 step %c8 iter_args(%x = %o)
      -> (tensor<21x64xf32>) {
    %1 = scf.for %j = %c0 to %c64 step %c16 iter_args(%y = %x)
        -> (tensor<21x64xf32>) {
      %h = affine.min affine_map<(i) -> (21 - i, 8)>(%i)
      %s = tensor.extract_slice %a[%i, %j] [%h, 16] [1, 1]
          : tensor<21x64xf32> to tensor<?x16xf32>
      %e = tensor.empty(%h) : tensor<?x16xf32>
      %t = linalg.exp ins(%s : tensor<?x16xf32>) outs(%e : tensor<?x16xf32>)
          -> tensor<?x16xf32>
      %d = tensor.extract_slice %y[%i, %j] [%h, 16] [1, 1]
          : tensor<21x64xf32> to tensor<?x16xf32>
      %u = linalg.add ins(%t, %s : tensor<?x16xf32>, tensor<?x16xf32>)
          outs(%d : tensor<?x16xf32>) -> tensor<?x16xf32>
      %v = tensor.insert_slice %u into %y[%i, %j] [%h, 16] [1, 1]
          : tensor<?x16xf32> into tensor<21x64xf32>
      scf.yield %v : tensor<21x64xf32>
    }
    scf.yield %1 : tensor<21x64xf32>
  }
  return %0 : tensor<21x64xf32>
}
