// RUN: heddle-opt %s --heddle-lower-to-llvm | FileCheck %s

// A copy of no elements does nothing: between views, the conversion to LLVM
// would call a runtime function that no program has.
// CHECK-NOT:   @memrefCopy
// CHECK-LABEL: llvm.func @empty_views(
// CHECK-NEXT:  {{^ +llvm.return$}}
// CHECK-NEXT:  }
func.func @empty_views(%a: memref<0x4xi32, strided<[4, 1], offset: 6>>,
                       %b: memref<0x4xi32, strided<[4, 1], offset: 2>>,
                       %c: memref<0x4xi32>) {
  memref.copy %a, %b : memref<0x4xi32, strided<[4, 1], offset: 6>>
    to memref<0x4xi32, strided<[4, 1], offset: 2>>
  memref.copy %a, %c : memref<0x4xi32, strided<[4, 1], offset: 6>>
    to memref<0x4xi32>
  return
}

// A copy that is empty only at run time stays.
// CHECK-LABEL: llvm.func @dynamic_copy(
// CHECK:         "llvm.intr.memcpy"(%{{.*}}, %{{.*}}, %{{.*}})
func.func @dynamic_copy(%a: memref<?xi32>, %b: memref<?xi32>) {
  memref.copy %a, %b : memref<?xi32> to memref<?xi32>
  return
}
