// Buffers that are never freed, where the payload is to blame. Where the schedule
// is: check-memory-errors.mlir.

// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

//--- payload.mlir

// The payload leaves it to Heddle to free its buffer.
func.func @left_to_heddle(%x: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

//--- scheduled.mlir

// The schedule frees a buffer of its own, so Heddle frees nothing any more.
// CHECK: left_to_heddle: equal
func.func @left_to_heddle(%x: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  %own = memref.alloc() : memref<8xf32>
  memref.copy %a, %own : memref<8xf32> to memref<8xf32>
  linalg.exp ins(%own : memref<8xf32>) outs(%x : memref<8xf32>)
  memref.dealloc %own : memref<8xf32>
  return
}
