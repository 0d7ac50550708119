// What a function computes for memory is not written into it before the payload does so
// if somebody could see that, and a buffer of a tensor has what the tensor has.
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/cleanup.mlir --allow-unchanged | FileCheck %s
// CHECK-NOT: different
// CHECK-DAG: written_after: equal
// CHECK-DAG: memory_written_after: equal
// CHECK-DAG: memory_read_before: equal
// CHECK-DAG: memory_written_before: equal
// CHECK-DAG: tensor_read_before: equal
// CHECK-DAG: to_buffer_then_written: equal
// CHECK-DAG: two_to_buffers: equal
// CHECK-DAG: tensor_later_loop: equal
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s --check-prefix=MEMORY

// An op writes over the value after it was put into memory.
func.func @written_after(%t: tensor<5xf32>, %c: memref<5xf32>, %q: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.abs ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
  %s = linalg.negf ins(%r : tensor<5xf32>) outs(%r : tensor<5xf32>) -> tensor<5xf32>
  %u = linalg.add ins(%s, %s : tensor<5xf32>, tensor<5xf32>) outs(%q : tensor<5xf32>) -> tensor<5xf32>
  return %u : tensor<5xf32>
}

// An op on memory writes into it, and then the value is read.
func.func @memory_written_after(%t: tensor<5xf32>, %c: memref<5xf32>, %q: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.abs ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
  linalg.add ins(%c, %c : memref<5xf32>, memref<5xf32>) outs(%c : memref<5xf32>)
  %u = linalg.add ins(%r, %r : tensor<5xf32>, tensor<5xf32>) outs(%q : tensor<5xf32>) -> tensor<5xf32>
  return %u : tensor<5xf32>
}

// An op on memory reads what was in it before.
// MEMORY: memory of @memory_read_before: 1 allocation (20 B, 1 x), 1 copy (20 B, 1 x)
func.func @memory_read_before(%t: tensor<5xf32>, %c: memref<5xf32>, %d: memref<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.abs ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  linalg.negf ins(%c : memref<5xf32>) outs(%d : memref<5xf32>)
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
  return
}

// An op on memory writes into it after the value was computed.
func.func @memory_written_before(%t: tensor<5xf32>, %c: memref<5xf32>, %x: f32) {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.abs ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  linalg.fill ins(%x : f32) outs(%c : memref<5xf32>)
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
  return
}

// What was in the memory before is read as a tensor.
func.func @tensor_read_before(%t: tensor<5xf32>, %c: memref<5xf32>, %d: memref<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %v = bufferization.to_tensor %c restrict : memref<5xf32> to tensor<5xf32>
  %r = linalg.abs ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %e2 = tensor.empty() : tensor<5xf32>
  %s = linalg.negf ins(%v : tensor<5xf32>) outs(%e2 : tensor<5xf32>) -> tensor<5xf32>
  bufferization.materialize_in_destination %s in restrict writable %d : (tensor<5xf32>, memref<5xf32>) -> ()
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
  return
}

// The buffer of a tensor is read after a later op could write over the tensor.
func.func @to_buffer_then_written(%t: tensor<5xf32>, %q: tensor<5xf32>, %d: memref<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.abs ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %m = bufferization.to_buffer %r read_only : tensor<5xf32> to memref<5xf32>
  %s = linalg.negf ins(%r : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  linalg.add ins(%m, %m : memref<5xf32>, memref<5xf32>) outs(%d : memref<5xf32>)
  %u = linalg.add ins(%s, %s : tensor<5xf32>, tensor<5xf32>) outs(%q : tensor<5xf32>) -> tensor<5xf32>
  return %u : tensor<5xf32>
}

// One tensor, two buffers: an op writes into the first, then another reads both.
func.func @two_to_buffers(%t: tensor<5xf32>, %d: memref<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.abs ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %m = bufferization.to_buffer %r : tensor<5xf32> to memref<5xf32>
  linalg.add ins(%m, %m : memref<5xf32>, memref<5xf32>) outs(%m : memref<5xf32>)
  %n = bufferization.to_buffer %r : tensor<5xf32> to memref<5xf32>
  linalg.add ins(%m, %n : memref<5xf32>, memref<5xf32>) outs(%d : memref<5xf32>)
  return
}

// The memory gets a value of each iteration.
func.func @tensor_later_loop(%t: tensor<5xf32>, %c: memref<5xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %f) -> tensor<5xf32> {
    bufferization.materialize_in_destination %a in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
    %s = linalg.add ins(%a, %t : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %s : tensor<5xf32>
  }
  return
}
