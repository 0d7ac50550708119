// RUN: heddle-opt %s --heddle-shorten-lifetimes | FileCheck %s

// What an async op started may still write when the op is done: the buffer is freed
// where it was, after the op that waits.
// CHECK-LABEL: func.func @later(
// CHECK:         %[[LATE:.*]] = memref.alloc()
// CHECK:         %[[TOKEN:.*]] = async.execute
// CHECK:         async.await %[[TOKEN]]
// CHECK-NEXT:    memref.dealloc %[[LATE]]
func.func @later(%x: memref<8xf32>) {
  %late = memref.alloc() : memref<8xf32>
  %token = async.execute {
    linalg.exp ins(%x : memref<8xf32>) outs(%late : memref<8xf32>)
    async.yield
  }
  async.await %token : !async.token
  memref.dealloc %late : memref<8xf32>
  return
}
