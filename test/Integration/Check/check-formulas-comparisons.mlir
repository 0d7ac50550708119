// Maxima, choices and roundings that are the same formula in exact numbers,
// and such that are not. Each function adds up something of its elements, so
// that a rounding is no difference.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/equal.mlir \
// RUN:   | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/payload.mlir --scheduled %t/different.mlir \
// RUN:   --function scale --function slope \
// RUN:   | FileCheck %s --check-prefix=DIFFERENT

// A scale moves through a maximum, a slope is a maximum or a choice, a floor is
// taken of a quotient, a maximum of numbers that are nearly equal is a choice.
// EQUAL:      scale: equal: {{.*}}equal as formulas (60 elements, 56 comparisons, 4 points)
// EQUAL-NEXT: slope: equal: {{.*}}equal as formulas (
// EQUAL-NEXT: rounds: equal: {{.*}}equal as formulas (
// EQUAL-NEXT: tie: equal: {{.*}}equal as formulas (60 elements, 56 comparisons, 56 of them near a tie, 4 points)

// The scale and the slope differ by less than f32 can hold.
// DIFFERENT:      scale: different: different as formulas: result 0 (1 of 1 elements differ); the floats agree: random data
// DIFFERENT-NEXT: slope: different: different as formulas: result 0 (1 of 1 elements differ); the floats agree: random data

//--- payload.mlir
func.func @scale(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 3.0 : f32
    %m = arith.maximumf %x, %y : f32
    %r = arith.mulf %m, %c : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @slope(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 0.1 : f32
    %s = arith.mulf %x, %c : f32
    %r = arith.maximumf %x, %s : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @rounds(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 100.0 : f32
    %s = arith.mulf %x, %c : f32
    %r = math.floor %s : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @tie(%xs: memref<7xf64>, %ys: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f64 {
    %x = memref.load %xs[%i] : memref<7xf64>
    %y = memref.load %ys[%i] : memref<7xf64>
    %tiny = arith.constant 1.0e-13 : f64
    %z = arith.addf %x, %tiny : f64
    %r = arith.maximumf %x, %z : f64
    %next = arith.addf %acc, %r : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

//--- equal.mlir
func.func @scale(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 3.0 : f32
    %a = arith.mulf %x, %c : f32
    %b = arith.mulf %y, %c : f32
    %r = arith.maximumf %b, %a : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @slope(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 0.1 : f32
    %s = arith.mulf %c, %x : f32
    %p = arith.cmpf ogt, %x, %zero : f32
    %r = arith.select %p, %x, %s : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @rounds(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 0.01 : f32
    %s = arith.divf %x, %c : f32
    %r = math.floor %s : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @tie(%xs: memref<7xf64>, %ys: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f64 {
    %x = memref.load %xs[%i] : memref<7xf64>
    %y = memref.load %ys[%i] : memref<7xf64>
    %tiny = arith.constant 1.0e-13 : f64
    %z = arith.addf %x, %tiny : f64
    %p = arith.cmpf olt, %z, %x : f64
    %r = arith.select %p, %x, %z : f64
    %next = arith.addf %acc, %r : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

//--- different.mlir
func.func @scale(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 3.0 : f32
    %tiny = arith.constant 0x32000000 : f32
    %m = arith.maximumf %x, %y : f32
    %a = arith.mulf %m, %c : f32
    %b = arith.mulf %a, %tiny : f32
    %r = arith.addf %a, %b : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @slope(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 0.1 : f32
    %tiny = arith.constant 0x32000000 : f32
    %s = arith.mulf %x, %c : f32
    %a = arith.mulf %s, %tiny : f32
    %b = arith.subf %s, %a : f32
    %r = arith.maximumf %x, %b : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
