// Tensors that ops on memory read and write (to_buffer), and results that have to be in
// memory that is given (materialize_in_destination): right, and without needless copies.
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: heddle-opt %t/payload.mlir --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s --check-prefix=MEMORY
// RUN: heddle check %t/fused.mlir | FileCheck %s --check-prefix=FUSED
// CHECK-NOT: different
// CHECK-DAG: read: equal
// CHECK-DAG: written: equal
// CHECK-DAG: written_last: equal
// CHECK-DAG: given: equal
// CHECK-DAG: given_dynamic: equal
// CHECK-DAG: passed_on: equal
// CHECK-DAG: read_after: equal
// FUSED: tiles: equal

//--- payload.mlir
// What an op on memory only reads is the buffer of the tensor itself.
// MEMORY: memory of @read: 1 allocation (20 B, 1 x), 0 copies
func.func @read(%t: tensor<5xf32>, %out: memref<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %v = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %m = bufferization.to_buffer %v read_only : tensor<5xf32> to memref<5xf32>
  linalg.add ins(%m, %m : memref<5xf32>, memref<5xf32>) outs(%out : memref<5xf32>)
  return
}

// An op on memory overwrites what an op on tensors reads later: one copy, and that of the
// payload.
// MEMORY: memory of @written: 1 allocation (20 B, 1 x), 2 copies (40 B, 2 x)
// MEMORY:       because 'bufferization.to_buffer' would overwrite what 'linalg.exp' still reads
func.func @written(%t: tensor<5xf32>, %out: memref<5xf32>, %r: tensor<5xf32>) -> tensor<5xf32> {
  %m = bufferization.to_buffer %t : tensor<5xf32> to memref<5xf32>
  linalg.negf ins(%m : memref<5xf32>) outs(%m : memref<5xf32>)
  memref.copy %m, %out : memref<5xf32> to memref<5xf32>
  %0 = linalg.exp ins(%t : tensor<5xf32>) outs(%r : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// Nothing reads the tensor later. The copy that is left is the payload's.
// MEMORY: memory of @written_last: 1 allocation (20 B, 1 x), 1 copy (20 B, 1 x)
func.func @written_last(%t: tensor<5xf32>, %out: memref<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %v = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %m = bufferization.to_buffer %v : tensor<5xf32> to memref<5xf32>
  linalg.negf ins(%m : memref<5xf32>) outs(%m : memref<5xf32>)
  memref.copy %m, %out : memref<5xf32> to memref<5xf32>
  return
}

// The product is computed in the memory that is given.
// MEMORY: memory of @given: 0 allocations, 0 copies
func.func @given(%a: memref<7x9xf32>, %b: memref<9x5xf32>, %c: memref<7x5xf32>) {
  %ta = bufferization.to_tensor %a restrict : memref<7x9xf32> to tensor<7x9xf32>
  %tb = bufferization.to_tensor %b restrict : memref<9x5xf32> to tensor<9x5xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
  %p = linalg.matmul ins(%ta, %tb : tensor<7x9xf32>, tensor<9x5xf32>) outs(%init : tensor<7x5xf32>) -> tensor<7x5xf32>
  %r = linalg.exp ins(%p : tensor<7x5xf32>) outs(%e : tensor<7x5xf32>) -> tensor<7x5xf32>
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<7x5xf32>, memref<7x5xf32>) -> ()
  return
}

// MEMORY: memory of @given_dynamic: 0 allocations, 0 copies
func.func @given_dynamic(%a: memref<?x?xf32>, %c: memref<?x?xf32>) {
  %ta = bufferization.to_tensor %a restrict : memref<?x?xf32> to tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %c, %c0 : memref<?x?xf32>
  %n = memref.dim %c, %c1 : memref<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.exp ins(%ta : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
  return
}

// Nothing is computed, so there is one copy.
// MEMORY: memory of @passed_on: 0 allocations, 1 copy (20 B, 1 x)
// MEMORY:       because 'bufferization.materialize_in_destination' gets what is computed in another buffer
func.func @passed_on(%t: tensor<5xf32>, %c: memref<5xf32>) {
  bufferization.materialize_in_destination %t in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
  return
}

// What goes into one memory is read for another one: both are computed in place.
// MEMORY: memory of @read_after: 0 allocations, 0 copies
func.func @read_after(%t: tensor<5xf32>, %c: memref<5xf32>, %d: memref<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.exp ins(%t : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<5xf32>, memref<5xf32>) -> ()
  %s = linalg.negf ins(%r : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  bufferization.materialize_in_destination %s in restrict writable %d : (tensor<5xf32>, memref<5xf32>) -> ()
  return
}

//--- fused.mlir
// A fused nest writes its tiles into the memory that is given.
func.func @tiles(%a: memref<7x9xf32>, %c: memref<7x9xf32>) {
  %ta = bufferization.to_tensor %a restrict : memref<7x9xf32> to tensor<7x9xf32>
  %e = tensor.empty() : tensor<7x9xf32>
  %p = linalg.exp ins(%ta : tensor<7x9xf32>) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %r = linalg.add ins(%p, %ta : tensor<7x9xf32>, tensor<7x9xf32>) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<7x9xf32>, memref<7x9xf32>) -> ()
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %add = transform.structured.match ops{["linalg.add"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.fuse_ext %add tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %buffers = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.heddle.assert_memory %buffers {allocations = 1, copies = 0} : !transform.any_op
    transform.yield
  }
}
