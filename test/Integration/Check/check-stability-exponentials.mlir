// A difference of two numbers that are exponentiated is the same formula as the
// product of two exponentials, one of which overflows.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s

// CHECK: sum: different: less stable: on negative numbers of magnitude 2.6e+02 the largest argument of 'exp' is 2{{.*}}e+02, the payload's 0; random data {{.*}}; equal as formulas (
// CHECK: tanh_of: equal: {{.*}}equal as formulas (

//--- payload.mlir
func.func @sum(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%s = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %m = arith.maximumf %x, %y : f32
    %d = arith.subf %x, %m : f32
    %e = math.exp %d : f32
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  return %r : f32
}
func.func @tanh_of(%xs: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%s = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %p = arith.maximumf %x, %zero : f32
    %e = math.tanh %p : f32
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  return %r : f32
}

//--- scheduled.mlir
func.func @sum(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%s = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %m = arith.maximumf %x, %y : f32
    %n = arith.negf %m : f32
    %a = math.exp %x : f32
    %b = math.exp %n : f32
    %e = arith.mulf %a, %b : f32
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  return %r : f32
}
func.func @tanh_of(%xs: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%s = %zero) -> f32 {
    %k = arith.subi %c7, %c1 : index
    %j = arith.subi %k, %i : index
    %x = memref.load %xs[%j] : memref<7xf32>
    %p = arith.maximumf %zero, %x : f32
    %e = math.tanh %p : f32
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  return %r : f32
}
