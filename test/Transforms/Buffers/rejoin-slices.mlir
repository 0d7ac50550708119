// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=SAME

// What is computed in %b is inserted into %a, and both are the same elements of one
// buffer: nothing is copied.
// SAME: same: equal
// CHECK-LABEL: func.func @same(
// CHECK:         %[[ROWS:.*]] = memref.alloc() {{.*}} : memref<1x16xf32>
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     copy
// CHECK:         linalg.exp ins(
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     copy
// CHECK:         return
func.func @same(%x: tensor<9xf32>, %o: tensor<1x9xf32>) -> tensor<1x9xf32> {
  %rows = bufferization.alloc_tensor() : tensor<1x16xf32>
  %a = tensor.extract_slice %rows[0, 0] [1, 9] [1, 1] : tensor<1x16xf32> to tensor<1x9xf32>
  %b = tensor.extract_slice %rows[0, 0] [1, 9] [1, 1] : tensor<1x16xf32> to tensor<9xf32>
  %0 = linalg.exp ins(%x : tensor<9xf32>) outs(%b : tensor<9xf32>) -> tensor<9xf32>
  %1 = tensor.insert_slice %0 into %a[0, 0] [1, 9] [1, 1] : tensor<9xf32> into tensor<1x9xf32>
  %2 = linalg.sqrt ins(%1 : tensor<1x9xf32>) outs(%o : tensor<1x9xf32>) -> tensor<1x9xf32>
  return %2 : tensor<1x9xf32>
}

// The slice is of other elements, or the insertion goes elsewhere: two values that are
// both read stay apart.
// SAME: others: equal
// SAME: elsewhere: equal
func.func @others(%x: tensor<9xf32>, %o: tensor<1x9xf32>) -> tensor<1x9xf32> {
  %rows = bufferization.alloc_tensor() : tensor<1x16xf32>
  %a = tensor.extract_slice %rows[0, 0] [1, 9] [1, 1] : tensor<1x16xf32> to tensor<1x9xf32>
  %b = tensor.extract_slice %rows[0, 3] [1, 9] [1, 1] : tensor<1x16xf32> to tensor<9xf32>
  %0 = linalg.exp ins(%x : tensor<9xf32>) outs(%b : tensor<9xf32>) -> tensor<9xf32>
  %1 = tensor.insert_slice %0 into %a[0, 0] [1, 9] [1, 1] : tensor<9xf32> into tensor<1x9xf32>
  %s = linalg.square ins(%x : tensor<9xf32>) outs(%b : tensor<9xf32>) -> tensor<9xf32>
  %t = tensor.expand_shape %s [[0, 1]] output_shape [1, 9] : tensor<9xf32> into tensor<1x9xf32>
  %2 = linalg.add ins(%1, %t : tensor<1x9xf32>, tensor<1x9xf32>) outs(%o : tensor<1x9xf32>) -> tensor<1x9xf32>
  return %2 : tensor<1x9xf32>
}
func.func @elsewhere(%x: tensor<4xf32>, %o: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = bufferization.alloc_tensor() : tensor<1x16xf32>
  %a = tensor.extract_slice %rows[0, 0] [1, 4] [1, 1] : tensor<1x16xf32> to tensor<1x4xf32>
  %b = tensor.extract_slice %rows[0, 0] [1, 4] [1, 1] : tensor<1x16xf32> to tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%a : tensor<1x4xf32>) -> tensor<1x4xf32>
  %0 = linalg.square ins(%x : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert_slice %0 into %a[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<1x4xf32>
  %2 = linalg.add ins(%1, %f : tensor<1x4xf32>, tensor<1x4xf32>) outs(%o : tensor<1x4xf32>) -> tensor<1x4xf32>
  return %2 : tensor<1x4xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
}
