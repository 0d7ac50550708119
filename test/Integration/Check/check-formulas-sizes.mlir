// A sum whose factor is 1 + 2^-40 for rows of more than 100 numbers: no float
// shows it, and no run but those near the constants of the scheduled function is
// of such a size. Where it
// is for no size, the formula is the same.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s
// RUN: sed 's/ugt, %n, %c100/ult, %n, %c0/' %t/scheduled.mlir > %t/equal.mlir
// RUN: heddle check %t/payload.mlir --scheduled %t/equal.mlir \
// RUN:   | FileCheck %s --check-prefix=EQUAL

// CHECK: sums: different: different as formulas: argument 1[0] ({{[0-9]+}} of {{[0-9]+}} elements differ); the floats agree: {{.*}} [random data, arg0=
// EQUAL: sums: equal: {{.*}}equal as formulas (

//--- payload.mlir
func.func @sums(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %next = arith.addf %acc, %a : f32
      scf.yield %next : f32
    }
    memref.store %sum, %y[%i] : memref<?xf32>
  }
  return
}

//--- scheduled.mlir
func.func @sums(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %tiny = arith.constant 0x2B800000 : f32
  %large = arith.cmpi ugt, %n, %c100 : index
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %next = arith.addf %acc, %a : f32
      scf.yield %next : f32
    }
    %more = arith.mulf %sum, %tiny : f32
    %other = arith.addf %sum, %more : f32
    %all = arith.select %large, %other, %sum : f32
    memref.store %all, %y[%i] : memref<?xf32>
  }
  return
}
