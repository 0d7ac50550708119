// Stock mlir-opt takes a linalg.map never to read its destination: bufferization
// gives the body memory that nobody wrote. With the plugin it knows better.
// RUN: mlir-opt %s --one-shot-bufferize=bufferize-function-boundaries \
// RUN:   | FileCheck %s --check-prefix=STOCK
// RUN: mlir-opt --load-dialect-plugin=%heddle_libs/HeddlePlugin.so %s \
// RUN:   --one-shot-bufferize=bufferize-function-boundaries \
// RUN:   | FileCheck %s --check-prefixes=CHECK
// RUN: heddle-opt %s --one-shot-bufferize=bufferize-function-boundaries \
// RUN:   | FileCheck %s --check-prefixes=CHECK

// STOCK-LABEL: func.func @accumulate(
// STOCK-NOT:     memref.copy
// STOCK:         return

// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32, {{.*}}>, %[[START:.*]]: memref<8xf32, {{.*}}>)
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK-NEXT:    memref.copy %[[START]], %[[NEW]]
// CHECK-NEXT:    linalg.map ins(%[[X]] : {{.*}}) outs(%[[NEW]] :
func.func @accumulate(%x: tensor<8xf32>, %start: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = linalg.map ins(%x : tensor<8xf32>) outs(%start : tensor<8xf32>)
    (%new: f32, %old: f32) {
      %sum = arith.addf %new, %old : f32
      linalg.yield %sum : f32
    }
  return %0, %start : tensor<8xf32>, tensor<8xf32>
}
