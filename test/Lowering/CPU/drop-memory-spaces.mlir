// RUN: heddle-opt %s --split-input-file --heddle-drop-memory-spaces \
// RUN:   | FileCheck %s
// RUN: heddle-opt %s --split-input-file --heddle-lower-to-llvm \
// RUN:   | FileCheck %s --check-prefix=LLVM

// A buffer of a space that malloc and free do not know.
// CHECK-LABEL: func.func @scratch(%arg0: memref<4xf32>)
// CHECK-NEXT:    %[[T:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    memref.copy %arg0, %[[T]] : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:    memref.dealloc %[[T]] : memref<4xf32>
// LLVM-LABEL: llvm.func @scratch(
// LLVM-NOT:     addrspace
// LLVM-NOT:     ptr<
// LLVM:         llvm.call @free(%{{.*}}) : (!llvm.ptr) -> ()
func.func @scratch(%a: memref<4xf32, 1>) {
  %t = memref.alloc() : memref<4xf32, 3>
  memref.copy %a, %t : memref<4xf32, 1> to memref<4xf32, 3>
  memref.dealloc %t : memref<4xf32, 3>
  return
}

// -----

// A segment of x86, a cast to it, and a call.
// CHECK-LABEL: func.func private @user(memref<?xf32>)
// CHECK-LABEL: func.func @cast(%arg0: memref<?xf32>)
// CHECK-NEXT:    call @user(%arg0) : (memref<?xf32>) -> ()
// LLVM-LABEL: llvm.func @cast(
// LLVM-NOT:     addrspace
// LLVM-NOT:     ptr<
func.func private @user(memref<?xf32, 256>)
func.func @cast(%a: memref<?xf32>) {
  %b = memref.memory_space_cast %a : memref<?xf32> to memref<?xf32, 256>
  call @user(%b) : (memref<?xf32, 256>) -> ()
  return
}

// -----

// A constant in a space.
// CHECK: memref.global "private" constant @table : memref<2xf32> = dense<{{.*}}>
// CHECK-LABEL: func.func @first() -> f32
// CHECK-NEXT:    %[[G:.*]] = memref.get_global @table : memref<2xf32>
// CHECK-NEXT:    %{{.*}} = arith.constant 0
// CHECK-NEXT:    memref.load %[[G]]
// LLVM: llvm.mlir.global private constant @table
// LLVM-SAME: {addr_space = 0 : i32}
memref.global "private" constant @table : memref<2xf32, 3> = dense<[1.0, 2.0]>
func.func @first() -> f32 {
  %g = memref.get_global @table : memref<2xf32, 3>
  %c0 = arith.constant 0 : index
  %x = memref.load %g[%c0] : memref<2xf32, 3>
  return %x : f32
}
