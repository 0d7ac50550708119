// Parallel loops that are fused, run before and after; without the check of
// memory, heddle check finds those that must stay apart.
//
// RUN: split-file %s %t
// RUN: heddle apply %t/legal.mlir -s %t/schedule.mlir | FileCheck %s
// RUN: heddle check %t/legal.mlir -s %t/schedule.mlir \
// RUN:   | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/shifted.mlir -s %t/schedule.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHIFTED
// RUN: not heddle check %t/shifted.mlir -s %t/schedule.mlir \
// RUN:   --test-break=no_memory_check | FileCheck %s --check-prefix=BROKEN

// CHECK-LABEL: func.func @normalize(
// CHECK:         scf.parallel (%{{.*}}) = (%c0) to (%{{.*}}) step (%c1)
// CHECK:         scf.parallel (%{{.*}}) = (%c0) to (%{{.*}}) step (%c1)
// CHECK-NOT:     scf.parallel
// EQUAL: normalize: equal: random data bit for bit ({{[0-9]+}} runs)
// SHIFTED: note: 'memref.load' of the second loop reads [i0 + 1 : i0 + 2] of argument 0
// BROKEN: shifted: race: the scheduled function runs iterations (0) and (1) of the 'scf.parallel' at {{.*}} on one element: one reads argument 0[1], the other writes it at

//--- legal.mlir
// The largest element, the elements below it, and their halves: the first must
// come before the second, the others are one loop.
func.func @normalize(%a: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant -1.0e+6 : f32
  %half = arith.constant 0.5 : f32
  %n = memref.dim %a, %c0 : memref<?xf32>
  %t = memref.alloc(%n) : memref<?xf32>
  %max = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    %x = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.maximumf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.subf %x, %max : f32
    memref.store %y, %t[%i] : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %t[%i] : memref<?xf32>
    %y = arith.mulf %x, %half : f32
    memref.store %y, %a[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return %max : f32
}

//--- shifted.mlir
func.func @shifted(%t: memref<17xf32>, %r: memref<17xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %x = memref.load %t[%i] : memref<17xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %t[%i] : memref<17xf32>
  }
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %t[%j] : memref<17xf32>
    memref.store %x, %r[%i] : memref<17xf32>
  }
  return
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %functions = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %fused = transform.heddle.fuse_parallel_loops %functions : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
