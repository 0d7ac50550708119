// RUN: heddle-opt %s --test-memory-report -o /dev/null | FileCheck %s

// Upstream's analysis of bounds crashes on the sizes of the difference.
// CHECK: memory of @report: 1 allocation (4*s0 B, 1 x), 0 copies, peak unknown
// CHECK: s0 = tensor.dim
func.func @report(%a: tensor<?xi32>, %b: tensor<?xi32>) -> memref<?xi32> {
  %c0 = arith.constant 0 : index
  %s = arith.subi %a, %b : tensor<?xi32>
  %d = tensor.dim %s, %c0 : tensor<?xi32>
  %m = memref.alloc(%d) : memref<?xi32>
  return %m : memref<?xi32>
}

// Nobody says how large a memref is in memory.
// CHECK: memory of @boxes: 1 allocation (3*s0 B, 1 x), 0 copies, peak unknown
// CHECK: s0 = bytes of an element
func.func @boxes() {
  %m = memref.alloc() : memref<3xmemref<4xi32>>
  memref.dealloc %m : memref<3xmemref<4xi32>>
  return
}
