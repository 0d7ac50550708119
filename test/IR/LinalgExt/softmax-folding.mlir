// RUN: heddle-opt %s --canonicalize | FileCheck %s
// RUN: heddle-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize \
// RUN:   | FileCheck %s --check-prefix=DIM

// A cast that loses extents is folded away.
// CHECK-LABEL: func @memref_cast(
// CHECK-SAME:    %[[X:.*]]: memref<4x8xf32>
// CHECK:         linalg_ext.softmax dimension(1) ins(%[[X]] : memref<4x8xf32>)
func.func @memref_cast(%x: memref<4x8xf32>, %m: memref<?xf32>) {
  %0 = memref.cast %x : memref<4x8xf32> to memref<?x?xf32>
  linalg_ext.softmax dimension(1) ins(%0 : memref<?x?xf32>) outs(%0, %m, %m, %m : memref<?x?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>)
  return
}

// So is one of a destination: the result has its type then.
// CHECK-LABEL: func @tensor_cast(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xf32>, %[[Y:.*]]: tensor<4x8xf32>
// CHECK:         %[[R:.*]]:4 = linalg_ext.unnorm_softmax dimension(1) ins(%[[X]] : tensor<?x?xf32>) outs(%[[Y]], {{.*}}) : tensor<4x8xf32>, tensor<?xf32>
// CHECK:         %[[C:.*]] = tensor.cast %[[R]]#0 : tensor<4x8xf32> to tensor<?x?xf32>
// CHECK:         return %[[C]]
func.func @tensor_cast(%x: tensor<?x?xf32>, %y: tensor<4x8xf32>, %m: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %y : tensor<4x8xf32> to tensor<?x?xf32>
  %1:4 = linalg_ext.unnorm_softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%0, %m, %m, %m : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %1#0 : tensor<?x?xf32>
}

// Without a use of its results the op is dead.
// CHECK-LABEL: func @dead(
// CHECK-NOT:     linalg_ext
func.func @dead(%x: tensor<?x?xf32>, %m: tensor<?xf32>) {
  %1:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%x, %m, %m, %m : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return
}

// A size of a result is that of its destination.
// DIM-LABEL: func @size(
// DIM-SAME:    %[[X:.*]]: tensor<?x?xf32>, %[[M:.*]]: tensor<?xf32>
// DIM:         %[[D:.*]] = tensor.dim %[[M]], %{{.*}}
// DIM:         return %[[D]]
func.func @size(%x: tensor<?x?xf32>, %m: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%x, %m, %m, %m : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %1 = tensor.dim %0#2, %c0 : tensor<?xf32>
  return %1 : index
}
