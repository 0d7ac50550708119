// Code that reports its parallel loops, allocations and accesses.
// RUN: heddle-opt %s --heddle-watch-loops | FileCheck %s --check-prefix=LOOPS
// RUN: heddle-opt %s --heddle-lower-to-llvm=watch | FileCheck %s

// The dims of the loop come with it, and each iteration begins with a call.
// LOOPS-LABEL: func @copy(
// LOOPS:         %[[SITE:.*]] = arith.constant 0 : i64
// LOOPS:         %[[DIMS:.*]] = arith.constant 1 : i64
// LOOPS:         call @heddle_watch_enter(%[[SITE]], %[[DIMS]])
// LOOPS:         call @heddle_watch_dim(%{{.*}}, %{{.*}}, %{{.*}}) : (i64, i64, i64)
// LOOPS:         scf.forall (%{{.*}}) in (6)
// LOOPS-NEXT:      func.call @heddle_watch_iteration()
// LOOPS:         }
// LOOPS-NEXT:    call @heddle_watch_leave()

// A load and a store of 4 bytes.
// CHECK-LABEL: llvm.func @copy(
// CHECK:         llvm.call @heddle_watch_iteration()
// CHECK:         %[[FROM:.*]] = llvm.getelementptr
// CHECK:         %[[BYTES:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK:         llvm.call @heddle_watch_read(%[[FROM]], %[[BYTES]], %{{.*}})
// CHECK-NEXT:    llvm.load %[[FROM]]
// CHECK:         %[[TO:.*]] = llvm.getelementptr
// CHECK:         llvm.call @heddle_watch_write(%[[TO]], %{{.*}}, %{{.*}})
// CHECK-NEXT:    llvm.store %{{.*}}, %[[TO]]
func.func @copy(%a: memref<6xf32>, %o: memref<6xf32>) {
  scf.forall (%i) in (6) {
    %x = memref.load %a[%i] : memref<6xf32>
    memref.store %x, %o[%i] : memref<6xf32>
  }
  return
}

// An alignment would make the block larger than the buffer. The sizes of the
// stack buffer are those of the data and of the margins around it.
// LOOPS-LABEL: func @buffers(
// LOOPS:         call @heddle_watch_heap(
// LOOPS-NEXT:    %[[ALLOC:.*]] = memref.alloc() : memref<4xf32>
// LOOPS:         call @heddle_watch_heap(
// LOOPS-NEXT:    memref.dealloc %[[ALLOC]]
// CHECK-LABEL: llvm.func @buffers(
// CHECK:         %[[STACK:.*]] = llvm.alloca %{{.*}} x i8 {alignment = 64 : i64}
// CHECK:         %[[DATA:.*]] = llvm.getelementptr %[[STACK]][64]
// CHECK:         llvm.call @heddle_watch_stack(%[[DATA]],
func.func @buffers() {
  %heap = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  %stack = memref.alloca() : memref<4xf32>
  memref.copy %stack, %heap : memref<4xf32> to memref<4xf32>
  memref.dealloc %heap : memref<4xf32>
  return
}

// The mask of up to 64 lanes is a number; the rest of a longer one is another.
// CHECK-LABEL: llvm.func @masked(
// CHECK:         %[[LOW:.*]] = llvm.bitcast %{{.*}} : vector<64xi1> to i64
// CHECK:         llvm.call @heddle_watch_write_masked(%[[P:.*]], %{{.*}}, %[[LOW]], %{{.*}})
// CHECK:         %[[NEXT:.*]] = llvm.getelementptr %[[P]][256]
// CHECK:         %[[HIGH:.*]] = llvm.bitcast %{{.*}} : vector<64xi1> to i64
// CHECK:         llvm.call @heddle_watch_write_masked(%[[NEXT]], %{{.*}}, %[[HIGH]], %{{.*}})
// CHECK:         llvm.intr.masked.store %{{.*}}, %[[P]]
func.func @masked(%o: memref<?xf32>, %m: vector<96xi1>, %x: vector<96xf32>) {
  %c0 = arith.constant 0 : index
  vector.maskedstore %o[%c0], %m, %x : memref<?xf32>, vector<96xi1>, vector<96xf32>
  return
}

// A transfer that may leave its buffer is a masked access.
// CHECK-LABEL: llvm.func @leaves(
// CHECK:         llvm.call @heddle_watch_read_masked(%[[P:.*]], %{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NEXT:    llvm.intr.masked.load %[[P]],
func.func @leaves(%a: memref<?xf32>, %i: index) -> vector<4xf32> {
  %zero = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%i], %zero : memref<?xf32>, vector<4xf32>
  return %x : vector<4xf32>
}
