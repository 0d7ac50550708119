// Buffers that share places hold the right numbers, with calls, loops, branches,
// slices, and extents 0 and 1; nothing is accessed beyond the arena, and nothing
// leaks. The callee has an arena of its own.
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir -s %t/function.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir -s %t/stack.mlir | FileCheck %s
// RUN: heddle check %t/parallel.mlir -s %t/function.mlir \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// RUN: env OMP_NUM_THREADS=2 heddle check %t/parallel.mlir -s %t/argument.mlir --openmp \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// CHECK: caller: equal
// CHECK: empty: equal
// PARALLEL: parallel: equal: {{.*}} no race in 2 parallel loops

// With an arena as an argument, the caller is refused, and not the callee.
// RUN: not heddle apply %t/payload.mlir -s %t/argument.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CALLED
// CALLED: '@callee' is used here: its arena cannot be an argument

//--- payload.mlir
func.func private @callee(%x: memref<16xf32>, %y: memref<16xf32>) {
  %t = memref.alloc() : memref<16xf32>
  linalg.floor ins(%x : memref<16xf32>) outs(%t : memref<16xf32>)
  linalg.abs ins(%t : memref<16xf32>) outs(%y : memref<16xf32>)
  memref.dealloc %t : memref<16xf32>
  return
}
func.func @caller(%a: memref<16xf32>, %b: memref<16xf32>, %n: i1) -> memref<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %t = memref.alloc() : memref<16xf32>
  %u = memref.alloc() : memref<16xf32>
  %r = memref.alloc() : memref<16xf32>
  func.call @callee(%a, %t) : (memref<16xf32>, memref<16xf32>) -> ()
  linalg.negf ins(%a : memref<16xf32>) outs(%b : memref<16xf32>)
  scf.for %i = %c0 to %c5 step %c1 {
    %v = memref.alloc() : memref<16xf32>
    linalg.add ins(%t, %b : memref<16xf32>, memref<16xf32>) outs(%v : memref<16xf32>)
    scf.if %n {
      %w = memref.alloc() : memref<16xf32>
      linalg.abs ins(%v : memref<16xf32>) outs(%w : memref<16xf32>)
      linalg.add ins(%w, %v : memref<16xf32>, memref<16xf32>) outs(%b : memref<16xf32>)
      memref.dealloc %w : memref<16xf32>
    } else {
      %w = memref.alloc() : memref<32xf32>
      %s = memref.subview %w[16] [16] [1] : memref<32xf32> to memref<16xf32, strided<[1], offset: 16>>
      linalg.floor ins(%v : memref<16xf32>) outs(%s : memref<16xf32, strided<[1], offset: 16>>)
      linalg.add ins(%s, %a : memref<16xf32, strided<[1], offset: 16>>, memref<16xf32>) outs(%b : memref<16xf32>)
      memref.dealloc %w : memref<32xf32>
    }
    memref.dealloc %v : memref<16xf32>
  }
  memref.dealloc %t : memref<16xf32>
  linalg.abs ins(%b : memref<16xf32>) outs(%u : memref<16xf32>)
  linalg.add ins(%u, %a : memref<16xf32>, memref<16xf32>) outs(%r : memref<16xf32>)
  memref.dealloc %u : memref<16xf32>
  return %r : memref<16xf32>
}
func.func @empty(%a: memref<1xf32>, %i: memref<3xi32>) {
  %none = memref.alloc() : memref<0x8xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%none : memref<0x8xf32>)
  %one = memref.alloc() : memref<1xf32>
  %ints = memref.alloc() : memref<3xi32>
  linalg.abs ins(%a : memref<1xf32>) outs(%one : memref<1xf32>)
  linalg.copy ins(%i : memref<3xi32>) outs(%ints : memref<3xi32>)
  linalg.negf ins(%one : memref<1xf32>) outs(%a : memref<1xf32>)
  linalg.add ins(%ints, %ints : memref<3xi32>, memref<3xi32>) outs(%i : memref<3xi32>)
  memref.dealloc %ints : memref<3xi32>
  memref.dealloc %one : memref<1xf32>
  memref.dealloc %none : memref<0x8xf32>
  return
}

//--- parallel.mlir
// Each iteration has its own places; the buffers of the loops share places with
// each other and not with the one that is read in both.
func.func @parallel(%a: memref<64x32xf32>, %b: memref<64x32xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c3 = arith.constant 3 : index
  %c56 = arith.constant 56 : index
  %s = memref.alloc() : memref<64x32xf32>
  linalg.negf ins(%a : memref<64x32xf32>) outs(%s : memref<64x32xf32>)
  scf.forall (%i) = (8) to (64) step (8) {
    %t = memref.alloc() : memref<8x32xf32>
    %u = memref.alloc() : memref<8x32xf32>
    %sa = memref.subview %s[%i, 0] [8, 32] [1, 1] : memref<64x32xf32> to memref<8x32xf32, strided<[32, 1], offset: ?>>
    %sb = memref.subview %b[%i, 0] [8, 32] [1, 1] : memref<64x32xf32> to memref<8x32xf32, strided<[32, 1], offset: ?>>
    linalg.abs ins(%sa : memref<8x32xf32, strided<[32, 1], offset: ?>>) outs(%t : memref<8x32xf32>)
    linalg.negf ins(%t : memref<8x32xf32>) outs(%u : memref<8x32xf32>)
    linalg.sub ins(%u, %t : memref<8x32xf32>, memref<8x32xf32>) outs(%sb : memref<8x32xf32, strided<[32, 1], offset: ?>>)
    memref.dealloc %t : memref<8x32xf32>
    memref.dealloc %u : memref<8x32xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c56, %c8) step (%c8, %c3) {
    %t = memref.alloc() : memref<8x2xf32>
    %sa = memref.subview %s[%i, %j] [8, 2] [1, 1] : memref<64x32xf32> to memref<8x2xf32, strided<[32, 1], offset: ?>>
    %sb = memref.subview %a[%i, %j] [8, 2] [1, 1] : memref<64x32xf32> to memref<8x2xf32, strided<[32, 1], offset: ?>>
    linalg.abs ins(%sa : memref<8x2xf32, strided<[32, 1], offset: ?>>) outs(%t : memref<8x2xf32>)
    linalg.floor ins(%t : memref<8x2xf32>) outs(%sb : memref<8x2xf32, strided<[32, 1], offset: ?>>)
    memref.dealloc %t : memref<8x2xf32>
  }
  memref.dealloc %s : memref<64x32xf32>
  return
}

//--- function.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %planned = transform.heddle.plan_memory %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- stack.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %planned = transform.heddle.plan_memory %module {arena = "stack"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- argument.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %planned = transform.heddle.plan_memory %module {arena = "argument"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
