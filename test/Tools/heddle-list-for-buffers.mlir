// Ops on buffers have no results, which most matchers of the library look at.

// RUN: heddle list --for %s | FileCheck %s
// CHECK: elementwise/vectorized   expects an op on tensors, not {{.*}}linalg.matmul{{.*}} at {{.*}}heddle-list-for-buffers.mlir:[[# @LINE + 5]]:3
// RUN: not heddle apply %s -s %scripts/conv-2d/vectorized.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=APPLY
// APPLY: does not fit: expects a linalg.conv_2d_nhwc_hwcf
func.func @matmul(%a: memref<4x5xf32>, %b: memref<5x6xf32>, %c: memref<4x6xf32>) {
  linalg.matmul ins(%a, %b : memref<4x5xf32>, memref<5x6xf32>) outs(%c : memref<4x6xf32>)
  return
}
