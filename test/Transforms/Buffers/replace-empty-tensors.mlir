// RUN: heddle-opt %s --heddle-replace-empty-tensors | FileCheck %s

// One insertion: what is computed into the empty tensor is computed in place.
// CHECK-LABEL: func.func @one_insertion(
// CHECK:         scf.forall {{.*}} shared_outs(%[[ACC:.*]] = %{{.*}})
// CHECK:           %[[S:.*]] = tensor.extract_slice %[[ACC]][%[[I:.*]]] [2] [1]
// CHECK:           %[[T:.*]] = linalg.exp {{.*}} outs(%[[S]] :
// CHECK:           tensor.parallel_insert_slice %[[T]] into %[[ACC]][%[[I]]] [2] [1]
func.func @one_insertion(%a: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) = (0) to (4) step (2) shared_outs(%acc = %out) -> tensor<4xf32> {
    %at = tensor.extract_slice %a[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %e = tensor.empty() : tensor<2xf32>
    %t = linalg.exp ins(%at : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %acc[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// The second result may take the buffer of the first, and both are inserted:
// the empty tensor stays.
// CHECK-LABEL: func.func @two_insertions(
// CHECK:         scf.forall {{.*}} shared_outs(
// CHECK:           %[[E:.*]] = tensor.empty() : tensor<2xf32>
// CHECK:           %[[T:.*]] = linalg.exp {{.*}} outs(%[[E]] :
// CHECK:           %[[S:.*]] = linalg.add {{.*}} outs(%[[T]] :
func.func @two_insertions(%a: tensor<4xf32>, %out: tensor<4xf32>, %out1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) = (0) to (4) step (2) shared_outs(%acc = %out, %acc1 = %out1) -> (tensor<4xf32>, tensor<4xf32>) {
    %at = tensor.extract_slice %a[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %e = tensor.empty() : tensor<2xf32>
    %t = linalg.exp ins(%at : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %s = linalg.add ins(%t, %at : tensor<2xf32>, tensor<2xf32>) outs(%t : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %acc[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %t into %acc1[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// The function returns what it inserts, too: a caller frees both.
// CHECK-LABEL: func.func @returned(
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<2xf32>
// CHECK:         %[[T:.*]] = linalg.exp {{.*}} outs(%[[E]] :
// CHECK:         %[[I:.*]] = tensor.insert_slice %[[T]] into
// CHECK:         return %[[T]], %[[I]]
func.func @returned(%a: tensor<2xf32>, %out: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %t = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %r = tensor.insert_slice %t into %out[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %t, %r : tensor<2xf32>, tensor<4xf32>
}

// So it does through a loop.
// CHECK-LABEL: func.func @returned_by_a_loop(
// CHECK:         scf.for {{.*}} iter_args(
// CHECK:           %[[E:.*]] = tensor.empty() : tensor<2xf32>
// CHECK:           linalg.exp {{.*}} outs(%[[E]] :
func.func @returned_by_a_loop(%a: tensor<2xf32>, %out: tensor<4xf32>, %n: index) -> (tensor<2xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%last = %a, %acc = %out) -> (tensor<2xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<2xf32>
    %t = linalg.exp ins(%last : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %s = tensor.insert_slice %t into %acc[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    scf.yield %t, %s : tensor<2xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<4xf32>
}

// The destination would be computed before the memory that it reads is written.
// CHECK-LABEL: func.func @written_in_between(
// CHECK-SAME:    %[[M:[^:]*]]: memref<2xf32>
// CHECK:         %[[A:.*]] = bufferization.to_tensor %[[M]]
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<2xf32>
// CHECK:         %[[T:.*]] = linalg.fill {{.*}} outs(%[[E]] :
// CHECK:         linalg.add {{.*}} outs(%[[M]] :
// CHECK:         %[[D:.*]] = tensor.insert_slice %[[A]] into
// CHECK:         tensor.insert_slice %[[T]] into %[[D]]
func.func @written_in_between(%m: memref<2xf32>, %out: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %a = bufferization.to_tensor %m restrict : memref<2xf32> to tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %t = linalg.fill ins(%v : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  linalg.add ins(%m, %m : memref<2xf32>, memref<2xf32>) outs(%m : memref<2xf32>)
  %d = tensor.insert_slice %a into %out[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %r = tensor.insert_slice %t into %d[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}

// Other memory is written: the destination moves up, and the fill writes into it.
// CHECK-LABEL: func.func @other_memory_written(
// CHECK:         %[[D:.*]] = tensor.insert_slice
// CHECK:         %[[P:.*]] = tensor.extract_slice %[[D]][2] [2] [1]
// CHECK:         linalg.fill {{.*}} outs(%[[P]] :
// CHECK:         linalg.add {{.*}} outs(%{{.*}} : memref<2xf32>)
func.func @other_memory_written(%m: memref<2xf32>, %out: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %a = bufferization.to_tensor %m restrict : memref<2xf32> to tensor<2xf32>
  %other = memref.alloc() : memref<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %t = linalg.fill ins(%v : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  linalg.add ins(%m, %m : memref<2xf32>, memref<2xf32>) outs(%other : memref<2xf32>)
  %d = tensor.insert_slice %a into %out[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %r = tensor.insert_slice %t into %d[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}
