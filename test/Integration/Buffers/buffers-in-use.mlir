// The buffer of a tensor has what the tensor has as long as the memref is in use, also if
// an op writes over the tensor before that.
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/bufferize-inferred.mlir | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/bufferize-out-params.mlir | FileCheck %s
// CHECK-NOT: different
// CHECK-DAG: argument: equal
// CHECK-DAG: part: equal
// CHECK-DAG: in_loop: equal
// CHECK-DAG: used_before: equal
// CHECK-DAG: tensor_again: equal
// CHECK-DAG: pointer: equal
// CHECK-DAG: stored: equal
// CHECK-DAG: stored_view: equal
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s --check-prefix=MEMORY

// MEMORY: memory of @argument: 1 allocation (20 B, 1 x), 2 copies (40 B, 2 x)
// MEMORY: because the tensor may be overwritten while the memref of 'bufferization.to_buffer' is in use
func.func @argument(%a: tensor<5xi32>, %k: i32, %m: memref<5xi32>) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %b = bufferization.to_buffer %a read_only : tensor<5xi32> to memref<5xi32>
  %t = tensor.insert %k into %a[%c0] : tensor<5xi32>
  memref.copy %b, %m : memref<5xi32> to memref<5xi32>
  return %t : tensor<5xi32>
}

// A view of the memref, and an op that writes into a part of the tensor, which is a
// result.
func.func @part(%a: tensor<?xi32>, %k: i32, %m: memref<2xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %r = linalg.add ins(%a, %a : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %s = tensor.extract_slice %r[0] [%n] [1] : tensor<?xi32> to tensor<?xi32>
  %b = bufferization.to_buffer %s read_only : tensor<?xi32> to memref<?xi32, strided<[1]>>
  %v = memref.subview %b[0] [%n] [1] : memref<?xi32, strided<[1]>> to memref<?xi32, strided<[1]>>
  %f = linalg.fill ins(%k : i32) outs(%r : tensor<?xi32>) -> tensor<?xi32>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %end = arith.minsi %n, %c2 : index
  scf.for %i = %c0 to %end step %c1 {
    %x = memref.load %v[%i] : memref<?xi32, strided<[1]>>
    memref.store %x, %m[%i] : memref<2xi32>
  }
  return %f : tensor<?xi32>
}

func.func @in_loop(%a: tensor<5xi32>, %m: memref<5xi32>) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %a) -> tensor<5xi32> {
    %b = bufferization.to_buffer %acc read_only : tensor<5xi32> to memref<5xi32>
    %t = linalg.add ins(%acc, %acc : tensor<5xi32>, tensor<5xi32>) outs(%acc : tensor<5xi32>) -> tensor<5xi32>
    memref.copy %b, %m : memref<5xi32> to memref<5xi32>
    scf.yield %t : tensor<5xi32>
  }
  return %r : tensor<5xi32>
}

// The memref is not used after the write.
// MEMORY: memory of @used_before: 0 allocations, 0 copies
func.func @used_before(%a: tensor<5xi32>, %k: i32) -> (tensor<5xi32>, i32) {
  %c0 = arith.constant 0 : index
  %b = bufferization.to_buffer %a read_only : tensor<5xi32> to memref<5xi32>
  %x = memref.load %b[%c0] : memref<5xi32>
  %t = tensor.insert %k into %a[%c0] : tensor<5xi32>
  return %t, %x : tensor<5xi32>, i32
}

// The memref becomes a tensor again, which is read after the write.
// MEMORY: memory of @tensor_again: 1 allocation (20 B, 1 x)
// MEMORY: because the tensor may be overwritten while the memref of 'bufferization.to_buffer' is in use
func.func @tensor_again(%a: tensor<5xi32>, %k: i32) -> (tensor<5xi32>, i32) {
  %c0 = arith.constant 0 : index
  %b = bufferization.to_buffer %a read_only : tensor<5xi32> to memref<5xi32>
  %v = memref.subview %b[0] [2] [1] : memref<5xi32> to memref<2xi32, strided<[1]>>
  %s = bufferization.to_tensor %v restrict : memref<2xi32, strided<[1]>> to tensor<2xi32>
  %t = tensor.insert %k into %a[%c0] : tensor<5xi32>
  %x = tensor.extract %s[%c0] : tensor<2xi32>
  return %t, %x : tensor<5xi32>, i32
}

// A pointer to it.
// MEMORY: memory of @pointer: 1 allocation (20 B, 1 x)
func.func @pointer(%a: tensor<5xi32>, %k: i32) -> (tensor<5xi32>, i32) {
  %c0 = arith.constant 0 : index
  %b = bufferization.to_buffer %a read_only : tensor<5xi32> to memref<5xi32>
  %i = memref.extract_aligned_pointer_as_index %b : memref<5xi32> -> index
  %t = tensor.insert %k into %a[%c0] : tensor<5xi32>
  %n = arith.index_cast %i : index to i64
  %p = llvm.inttoptr %n : i64 to !llvm.ptr
  %x = llvm.load %p : !llvm.ptr -> i32
  return %t, %x : tensor<5xi32>, i32
}

// The memref is in a memref of memrefs, and read from there after the write.
func.func @stored(%a: tensor<5xi32>, %k: i32, %m: memref<5xi32>) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %box = memref.alloca() : memref<memref<5xi32>>
  %b = bufferization.to_buffer %a read_only : tensor<5xi32> to memref<5xi32>
  memref.store %b, %box[] : memref<memref<5xi32>>
  %t = tensor.insert %k into %a[%c0] : tensor<5xi32>
  %again = memref.load %box[] : memref<memref<5xi32>>
  memref.copy %again, %m : memref<5xi32> to memref<5xi32>
  return %t : tensor<5xi32>
}

func.func @stored_view(%a: tensor<5xi32>, %k: i32, %m: memref<2xi32>) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %box = memref.alloca() : memref<3xmemref<2xi32, strided<[1]>>>
  %e = tensor.empty() : tensor<5xi32>
  %s = linalg.add ins(%a, %a : tensor<5xi32>, tensor<5xi32>) outs(%e : tensor<5xi32>) -> tensor<5xi32>
  %b = bufferization.to_buffer %s read_only : tensor<5xi32> to memref<5xi32>
  %v = memref.subview %b[0] [2] [1] : memref<5xi32> to memref<2xi32, strided<[1]>>
  memref.store %v, %box[%c0] : memref<3xmemref<2xi32, strided<[1]>>>
  %f = linalg.fill ins(%k : i32) outs(%s : tensor<5xi32>) -> tensor<5xi32>
  %again = memref.load %box[%c0] : memref<3xmemref<2xi32, strided<[1]>>>
  memref.copy %again, %m : memref<2xi32, strided<[1]>> to memref<2xi32>
  return %f : tensor<5xi32>
}
