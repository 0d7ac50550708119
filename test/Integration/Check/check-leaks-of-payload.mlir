// A payload that frees a buffer and leaks another one: what leaks without the
// schedule may leak with it.

// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

//--- payload.mlir
func.func @leaks(%x: memref<8xf32>) {
  %freed = memref.alloc() : memref<8xf32>
  memref.dealloc %freed : memref<8xf32>
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

//--- scheduled.mlir

// CHECK: leaks: equal
func.func @leaks(%x: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%x : memref<8xf32>)
  %freed = memref.alloc() : memref<8xf32>
  memref.dealloc %freed : memref<8xf32>
  return
}
