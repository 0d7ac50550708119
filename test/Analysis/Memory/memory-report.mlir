// RUN: heddle-opt %s --test-memory-report -o /dev/null | FileCheck %s
// RUN: heddle-opt %s --test-memory-report=json -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=JSON

// Trip counts are multiplied along the loops, the last iteration counts whole. The
// loop that is named is the innermost one.
// CHECK-LABEL: memory of @static_loops: 3 allocations (1984 B, 31 x), 1 copy (1920 B, 30 x)
// CHECK-NEXT:    alloc memref<16xf32>: 64 B x 1 at {{.*}}memory-report.mlir:[[@LINE+26]]:8{{$}}
// CHECK-NEXT:    alloc memref<4x4xf32>: 64 B x 30 at {{.*}}:[[@LINE+28]]:12, in 'scf.forall' at {{.*}}memory-report.mlir:[[@LINE+27]]:5{{$}}
// CHECK-NEXT:    copy memref<4x4xf32>: 64 B x 30 at {{.*}}:[[@LINE+28]]:7, in 'scf.forall' at {{.*}}memory-report.mlir:[[@LINE+26]]:5{{$}}
// CHECK-NEXT:    alloc memref<4x4xf32>: 64 B x 0 at {{.*}}:[[@LINE+30]]:12, in 'scf.for' at {{.*}}memory-report.mlir:[[@LINE+29]]:5{{$}}
// JSON:        "allocated_bytes": "1984",
// JSON-NEXT:   "allocations": 3,
// JSON-NEXT:   "copied_bytes": "1920",
// JSON-NEXT:   "copies": 1,
// JSON-NEXT:   "events": [
// JSON-NOT:      "loop"
// JSON:          "type": "memref<16xf32>"
// JSON:          "kind": "alloc",
// JSON:          "loop": {
// JSON-NEXT:       "location": {
// JSON-NEXT:         "column": 5,
// JSON-NEXT:         "file": "{{.*}}memory-report.mlir",
// JSON-NEXT:         "line": [[# @LINE + 12]]
// JSON-NEXT:       },
// JSON-NEXT:       "op": "scf.forall"
// JSON-NEXT:     },
func.func @static_loops(%a: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c17 = arith.constant 17 : index
  %0 = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %c10 step %c1 {
    scf.forall (%j) in (3) {
      %1 = memref.alloc() : memref<4x4xf32>
      memref.copy %a, %1 : memref<4x4xf32> to memref<4x4xf32>
    }
    scf.for %j = %c10 to %c4 step %c1 {
      %1 = memref.alloc() : memref<4x4xf32>
    }
  }
  return
}

// Extents of arguments are named after them, other values are explained.
// CHECK-LABEL: memory of @symbols: 3 allocations
// CHECK-SAME:    (4*arg0[0]*arg0[1] + 2*arg1*ceil(arg0[0]/8) + s0*ceil((arg1 - 4)/s0) B, 1 + ceil(arg0[0]/8) + ceil((arg1 - 4)/s0) x), 1 copy (4*arg0[0]*arg0[1] B, 1 x)
// CHECK:         alloc memref<?x?xf32>: 4*arg0[0]*arg0[1] B x 1 at
// CHECK-NEXT:    copy memref<?x?xf32>: 4*arg0[0]*arg0[1] B x 1 at
// CHECK-NEXT:    alloc memref<?xf16>: 2*arg1 B x ceil(arg0[0]/8) at
// CHECK-NEXT:    alloc memref<?xi8>: s0 B x ceil((arg1 - 4)/s0) at
// CHECK-NEXT:    s0 = arith.addi at {{.*}}memory-report.mlir:[[@LINE+13]]:8
func.func @symbols(%a: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %d0 = memref.dim %a, %c0 : memref<?x?xf32>
  %d1 = memref.dim %a, %c1 : memref<?x?xf32>
  %0 = memref.alloc(%d0, %d1) : memref<?x?xf32>
  linalg.copy ins(%a : memref<?x?xf32>) outs(%0 : memref<?x?xf32>)
  scf.for %i = %c0 to %d0 step %c8 {
    %1 = memref.alloc(%n) : memref<?xf16>
  }
  %s = arith.addi %n, %n : index
  scf.for %i = %c4 to %n step %s {
    %1 = memref.alloc(%s) : memref<?xi8>
  }
  return
}

// Sizes that are computed as products, like terms of a sum, and a step that is
// a product itself. An extent is never below zero, an argument may be.
// CHECK-LABEL: memory of @products: 4 allocations
// CHECK-SAME:    (128*arg0[0] + 12*arg1*arg0[0] + max(arg1, 0) B, 4 x), 1 copy (4*arg0[0]*ceil(arg0[0]/(8*arg1)) B, ceil(arg0[0]/(8*arg1)) x)
// CHECK-NEXT:    alloc memref<?xi8>: 64*arg0[0] B x 1 at
// CHECK-NEXT:    alloc memref<?xi8>: 64*arg0[0] B x 1 at
// CHECK-NEXT:    alloc memref<?xi8>: 12*arg1*arg0[0] B x 1 at
// CHECK-NEXT:    alloc memref<?xi8>: max(arg1, 0) B x 1 at
// CHECK-NEXT:    copy memref<?xf32>: 4*arg0[0] B x ceil(arg0[0]/(8*arg1)) at
// CHECK-NOT:     s0 =
func.func @products(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %d = memref.dim %a, %c0 : memref<?xf32>
  %extent = arith.maxsi %d, %c0 : index
  %bytes = arith.muli %c64, %extent : index
  %0 = memref.alloc(%bytes) : memref<?xi8>
  %1 = memref.alloc(%bytes) : memref<?xi8>
  %three = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%n]
  %twelve = arith.muli %three, %c4 : index
  %rows = arith.muli %twelve, %d : index
  %2 = memref.alloc(%rows) : memref<?xi8>
  %positive = arith.maxsi %n, %c0 : index
  %3 = memref.alloc(%positive) : memref<?xi8>
  %step = arith.muli %c8, %n : index
  scf.for %i = %c0 to %d step %step {
    memref.copy %a, %a : memref<?xf32> to memref<?xf32>
  }
  return
}

// A partial tile counts as its bound; a view counts what it shows.
// CHECK-LABEL: memory of @bounds: 1 allocation (<=128*ceil(arg0[0]/8) B, ceil(arg0[0]/8) x), 1 copy (<=128*ceil(arg0[0]/8) B, ceil(arg0[0]/8) x)
// CHECK-NEXT:    alloc memref<?x4xf32>: <=128 B x ceil(arg0[0]/8) at
// CHECK-NEXT:    copy memref<?x4xf32>: <=128 B x ceil(arg0[0]/8) at
func.func @bounds(%a: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %a, %c0 : memref<?x4xf32>
  scf.for %i = %c0 to %n step %c8 {
    %s = affine.min affine_map<(d0)[s0] -> (8, -d0 + s0)>(%i)[%n]
    %0 = memref.alloc(%s) : memref<?x4xf32>
    %v = memref.subview %a[%i, 0] [%s, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1], offset: ?>>
    memref.copy %v, %0 : memref<?x4xf32, strided<[4, 1], offset: ?>> to memref<?x4xf32>
  }
  return
}

// Buffers on the stack, clones, branches, and loops that cannot be counted.
// CHECK-LABEL: memory of @kinds: 1 allocation (8 B, 1 x), 1 stack buffer (32 B, 1 x), 2 copies (8 + 8*s0 B, 1 + s0 x)
// CHECK-NEXT:    stack memref<4xf64>: 32 B x 1 at
// CHECK-NEXT:    alloc memref<1xf64>: 8 B x 1 (in a branch) at
// CHECK-NEXT:    copy memref<1xf64>: 8 B x 1 (in a branch) at
// CHECK-NEXT:    copy memref<1xf64>: 8 B x s0 at
// CHECK-NEXT:    at the peak, {{.*}}
// CHECK-NEXT:      8 B of alloc memref<1xf64> at
// CHECK-NEXT:    s0 = iterations of the loop at {{.*}}memory-report.mlir:[[@LINE+6]]:3
func.func @kinds(%a: memref<1xf64>, %b: memref<1xf64>, %p: i1) {
  %0 = memref.alloca() : memref<4xf64>
  scf.if %p {
    %1 = bufferization.clone %a : memref<1xf64> to memref<1xf64>
  }
  scf.while : () -> () {
    scf.condition(%p)
  } do {
    memref.copy %a, %b : memref<1xf64> to memref<1xf64>
    scf.yield
  }
  return
}

// CHECK-LABEL: memory of @two_on_the_stack: 0 allocations, 2 stack buffers (48 B, 2 x), 0 copies
// CHECK-NEXT:    stack memref<4xf64>: 32 B x 1 at
// CHECK-NEXT:    stack memref<2xf64>: 16 B x 1 at
func.func @two_on_the_stack() {
  %0 = memref.alloca() : memref<4xf64>
  %1 = memref.alloca() : memref<2xf64>
  return
}

// Each extent of a buffer that comes from elsewhere has a name of its own.
// CHECK-LABEL: memory of @unknown_extents: 1 allocation (4*s0*s1 B, 1 x), 0 copies
// CHECK:         s0 = extent 0 of a buffer at {{.*}}memory-report.mlir:[[@LINE+4]]:8
// CHECK-NEXT:    s1 = extent 1 of a buffer at {{.*}}memory-report.mlir:[[@LINE+3]]:8
func.func private @make() -> memref<?x?xf32>
func.func @unknown_extents() {
  %0 = call @make() : () -> memref<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = memref.dim %0, %c0 : memref<?x?xf32>
  %d1 = memref.dim %0, %c1 : memref<?x?xf32>
  %1 = memref.alloc(%d0, %d1) : memref<?x?xf32>
  return
}

// An unranked buffer has no extents.
// CHECK-LABEL: memory of @unranked: 1 allocation (s0 B, 1 x), 1 copy (s0 B, 1 x), peak unknown
// CHECK:         s0 = bytes of an unranked buffer at {{.*}}memory-report.mlir:[[@LINE+3]]:8
func.func private @make_unranked() -> memref<*xf32>
func.func @unranked() {
  %0 = call @make_unranked() : () -> memref<*xf32>
  %1 = bufferization.clone %0 : memref<*xf32> to memref<*xf32>
  return
}

// A rank-reduced view whose strides do not tell which dim was dropped.
// CHECK-LABEL: memory of @ambiguous_view: 0 allocations, 1 copy (4*arg1 B, 1 x)
func.func @ambiguous_view(%a: memref<1x1x?xf32>, %n: index, %b: memref<1x?xf32>) {
  %v = memref.subview %a[0, 0, 0] [1, 1, %n] [3, 1, 1] : memref<1x1x?xf32> to memref<1x?xf32, strided<[?, 1]>>
  memref.copy %b, %v : memref<1x?xf32> to memref<1x?xf32, strided<[?, 1]>>
  return
}

// Ops on tensors are not counted, declarations are left out.
// CHECK-NOT:   @declared
// CHECK-LABEL: memory of @tensors: 0 allocations, 0 copies
// CHECK-NOT:   {{.}}
func.func private @declared(memref<4xf32>)
func.func @tensors(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.copy ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
