// RUN: heddle-opt %s --pass-pipeline='builtin.module(func.func(heddle-copy-before-write))' \
// RUN:   | FileCheck %s
// RUN: heddle-opt %s --heddle-default-bufferize=separate-buffers \
// RUN:   | FileCheck %s --check-prefix=BUFFER

// The callee may write into its argument, so each call gets a copy.
// CHECK-LABEL: func @calls(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf32>)
// CHECK:         %[[C0:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK:         %[[R0:.*]] = call @callee(%[[C0]])
// CHECK:         %[[C1:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK:         %[[R1:.*]] = call @callee(%[[C1]])
// CHECK:         return %[[R0]], %[[R1]]
// BUFFER-LABEL: func @calls(
// BUFFER-SAME:    %[[A:.*]]: memref<?xf32>)
// BUFFER:         %[[C0:.*]] = memref.alloc
// BUFFER:         memref.copy %[[A]], %[[C0]]
// BUFFER:         call @callee(%[[C0]])
// BUFFER:         %[[C1:.*]] = memref.alloc
// BUFFER:         memref.copy %[[A]], %[[C1]]
// BUFFER:         call @callee(%[[C1]])
func.func @calls(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = func.call @callee(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = func.call @callee(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// Overwritten values are copied too: the analysis does not run.
// CHECK-LABEL: func private @callee(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf32>)
// CHECK:         %[[C:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK:         linalg.exp ins(%[[A]] : tensor<?xf32>) outs(%[[C]] :
func.func private @callee(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// An empty tensor that two ops start from becomes two buffers, without a copy.
// CHECK-LABEL: func @shared_empty(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf32>, %[[N:.*]]: index)
// CHECK:         %[[E0:.*]] = bufferization.alloc_tensor(%[[N]]) : tensor<?xf32>
// CHECK:         linalg.exp {{.*}} outs(%[[E0]] :
// CHECK:         %[[E1:.*]] = bufferization.alloc_tensor(%[[N]]) : tensor<?xf32>
// CHECK:         linalg.log {{.*}} outs(%[[E1]] :
func.func @shared_empty(%a: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.log ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// Loops carry copies, one for each start; what a parallel loop inserts goes
// into its own copy.
// CHECK-LABEL: func @loops(
// CHECK-SAME:    %[[A:.*]]: tensor<8xf32>, %[[V:.*]]: f32)
// CHECK:         %[[P:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK:         %[[Q:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK:         scf.for {{.*}} iter_args(%[[X:.*]] = %[[P]], %[[Y:.*]] = %[[Q]])
// CHECK:           %[[C:.*]] = bufferization.alloc_tensor() copy(%[[X]])
// CHECK:           %[[I:.*]] = tensor.insert %[[V]] into %[[C]]
// CHECK:           scf.yield %[[I]], %[[I]]
// CHECK:         %[[S:.*]] = bufferization.alloc_tensor() copy(
// CHECK:         scf.forall {{.*}} shared_outs(%[[O:.*]] = %[[S]])
// CHECK:           tensor.parallel_insert_slice %{{.*}} into %[[O]]
func.func @loops(%a: tensor<8xf32>, %v: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %a, %y = %a) -> (tensor<8xf32>, tensor<8xf32>) {
    %n = tensor.insert %v into %x[%i] : tensor<8xf32>
    scf.yield %n, %n : tensor<8xf32>, tensor<8xf32>
  }
  %f = scf.forall (%i) in (8) shared_outs(%o = %r#0) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %r#1[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %f, %r#1 : tensor<8xf32>, tensor<8xf32>
}
