// Roots of numbers that are no squares in the field: a root keeps products, so
// norms of every row are decided, also after an exponential that mixes the
// rows. Where a function uses that the square of a root is its operand, signs
// may differ, and nothing is decided.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/equal.mlir | FileCheck %s
// RUN: not heddle check %t/payload.mlir --scheduled %t/different.mlir \
// RUN:   --function norms --function argument \
// RUN:   | FileCheck %s --check-prefix=DIFFERENT

// CHECK:      norms: equal: {{.*}}equal as formulas (
// CHECK-NEXT: argument: equal: {{.*}}not decided as formulas: a difference may be one of the signs of roots or logarithms

// DIFFERENT:      norms: different: different as formulas: argument 1[0] (16 of 16 elements differ)
// DIFFERENT-NEXT: argument: different: different as formulas: result 0

//--- payload.mlir
// Each row is divided by its norm, and summed with weights that depend on all.
func.func @norms(%x: memref<16x3xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %a = memref.load %x[%i, %c0] : memref<16x3xf32>
    %b = memref.load %x[%i, %c1] : memref<16x3xf32>
    %aa = arith.mulf %a, %a : f32
    %bb = arith.mulf %b, %b : f32
    %s = arith.addf %aa, %bb : f32
    %r = math.rsqrt %s : f32
    %p = arith.mulf %a, %r : f32
    %e = math.exp %p : f32
    %next = arith.addf %acc, %e : f32
    scf.yield %next : f32
  }
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %x[%i, %c2] : memref<16x3xf32>
    %q = arith.divf %c, %sum : f32
    memref.store %q, %y[%i] : memref<16xf32>
  }
  return
}
func.func @argument(%x: memref<7xf32>, %y: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %a = memref.load %x[%i] : memref<7xf32>
    %b = memref.load %y[%i] : memref<7xf32>
    %s = arith.mulf %a, %a : f32
    %t = arith.mulf %b, %b : f32
    %u = arith.addf %s, %t : f32
    %r = math.sqrt %u : f32
    %v = arith.mulf %r, %r : f32
    %next = arith.addf %acc, %v : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

//--- equal.mlir
func.func @norms(%x: memref<16x3xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %c15 = arith.constant 15 : index
    %i = arith.subi %c15, %k : index
    %a = memref.load %x[%i, %c0] : memref<16x3xf32>
    %b = memref.load %x[%i, %c1] : memref<16x3xf32>
    %aa = arith.mulf %a, %a : f32
    %bb = arith.mulf %b, %b : f32
    %s = arith.addf %bb, %aa : f32
    %r = math.rsqrt %s : f32
    %p = arith.mulf %a, %r : f32
    %e = math.exp %p : f32
    %next = arith.addf %acc, %e : f32
    scf.yield %next : f32
  }
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %x[%i, %c2] : memref<16x3xf32>
    %q = arith.divf %c, %sum : f32
    memref.store %q, %y[%i] : memref<16xf32>
  }
  return
}
func.func @argument(%x: memref<7xf32>, %y: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %a = memref.load %x[%i] : memref<7xf32>
    %b = memref.load %y[%i] : memref<7xf32>
    %s = arith.mulf %a, %a : f32
    %t = arith.mulf %b, %b : f32
    %u = arith.addf %s, %t : f32
    %v = arith.addf %u, %zero : f32
    %next = arith.addf %acc, %v : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

//--- different.mlir
// A term, and a root, that differ by a factor of 1 + 2^-40.
func.func @norms(%x: memref<16x3xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %tiny = arith.constant 0x2B800000 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %a = memref.load %x[%i, %c0] : memref<16x3xf32>
    %b = memref.load %x[%i, %c1] : memref<16x3xf32>
    %aa = arith.mulf %a, %a : f32
    %bb = arith.mulf %b, %b : f32
    %s = arith.addf %aa, %bb : f32
    %r = math.rsqrt %s : f32
    %p = arith.mulf %a, %r : f32
    %e = math.exp %p : f32
    %w = arith.mulf %e, %tiny : f32
    %v = arith.addf %e, %w : f32
    %next = arith.addf %acc, %v : f32
    scf.yield %next : f32
  }
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %x[%i, %c2] : memref<16x3xf32>
    %q = arith.divf %c, %sum : f32
    memref.store %q, %y[%i] : memref<16xf32>
  }
  return
}
func.func @argument(%x: memref<7xf32>, %y: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %a = memref.load %x[%i] : memref<7xf32>
    %b = memref.load %y[%i] : memref<7xf32>
    %s = arith.mulf %a, %a : f32
    %t = arith.mulf %b, %b : f32
    %u = arith.addf %s, %t : f32
    %tiny = arith.constant 0x2B800000 : f32
    %r = math.sqrt %u : f32
    %w = arith.mulf %r, %tiny : f32
    %z = arith.addf %r, %w : f32
    %v = arith.mulf %r, %z : f32
    %next = arith.addf %acc, %v : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
