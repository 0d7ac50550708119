// The schedules of the library tile tensors: no matcher takes an op on buffers,
// whatever it computes.

// RUN: heddle list --for %s | FileCheck %s
// CHECK-NOT: in @matmul
// CHECK: elementwise/vectorized   expects an op on tensors, not {{.*}}linalg.matmul{{.*}} at {{.*}}heddle-list-for-buffers.mlir:[[# @LINE + 7]]:3
// CHECK: matmul/packed   expects an op on tensors, not
// CHECK: matmul/vectorized   expects an op on tensors, not
// RUN: not heddle apply %s -s %scripts/conv-2d/vectorized.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=APPLY
// APPLY: does not fit: expects an op on tensors
func.func @matmul(%a: memref<4x5xf32>, %b: memref<5x6xf32>, %c: memref<4x6xf32>) {
  linalg.matmul ins(%a, %b : memref<4x5xf32>, memref<5x6xf32>) outs(%c : memref<4x6xf32>)
  return
}
