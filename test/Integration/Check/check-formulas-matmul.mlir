// A matmul whose k loop runs in another order and one whose k loop is tiled are
// the same formula. One without the relu and one without a factor are not, though
// the factor is 1 + 2^-40 and no float shows it.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/backwards.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: heddle check %t/payload.mlir --scheduled %t/tiled.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: sed 's/arith.maximumf %all_k, %zero/arith.addf %all_k, %zero/' %t/tiled.mlir > %t/dropped.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/dropped.mlir | FileCheck %s --check-prefix=DROPPED
// RUN: sed 's/%ab = arith.mulf %a, %b : f32/%o = arith.constant 0x2B800000 : f32 %ao = arith.mulf %a, %o : f32 %aa = arith.addf %a, %ao : f32 %ab = arith.mulf %aa, %b : f32/' \
// RUN:   %t/backwards.mlir > %t/factor.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/factor.mlir | FileCheck %s --check-prefix=FACTOR

// EQUAL: matmul: equal: {{.*}}equal as formulas ({{[0-9]+}} elements
// FACTOR: matmul: different: different as formulas: argument 2[0, 0] ({{[0-9]+}} of 35 elements differ); the floats agree:
// DROPPED: matmul: different: argument 2

//--- payload.mlir
func.func @matmul(%x: memref<5x13xf32>, %y: memref<13x7xf32>, %z: memref<5x7xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 7 {
      %all_k = affine.for %k = 0 to 13 iter_args(%acc = %zero) -> f32 {
        %a = affine.load %x[%i, %k] : memref<5x13xf32>
        %b = affine.load %y[%k, %j] : memref<13x7xf32>
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        affine.yield %next : f32
      }
      %r = arith.maximumf %all_k, %zero : f32
      affine.store %r, %z[%i, %j] : memref<5x7xf32>
    }
  }
  return
}

//--- backwards.mlir
func.func @matmul(%x: memref<5x13xf32>, %y: memref<13x7xf32>, %z: memref<5x7xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 7 {
      %all_k = affine.for %k = 0 to 13 iter_args(%acc = %zero) -> f32 {
        %a = affine.load %x[%i, 12 - %k] : memref<5x13xf32>
        %b = affine.load %y[12 - %k, %j] : memref<13x7xf32>
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %acc, %ab : f32
        affine.yield %next : f32
      }
      %r = arith.maximumf %all_k, %zero : f32
      affine.store %r, %z[%i, %j] : memref<5x7xf32>
    }
  }
  return
}

//--- tiled.mlir
func.func @matmul(%x: memref<5x13xf32>, %y: memref<13x7xf32>, %z: memref<5x7xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c13 = arith.constant 13 : index
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 7 {
      %all_k = scf.for %kk = %c0 to %c13 step %c4 iter_args(%all = %zero) -> f32 {
        %end = affine.min affine_map<(d) -> (d + 4, 13)>(%kk)
        %k_part = scf.for %k = %kk to %end step %c1 iter_args(%acc = %zero) -> f32 {
          %a = memref.load %x[%i, %k] : memref<5x13xf32>
          %b = memref.load %y[%k, %j] : memref<13x7xf32>
          %ab = arith.mulf %b, %a : f32
          %next = arith.addf %acc, %ab : f32
          scf.yield %next : f32
        }
        %next = arith.addf %k_part, %all : f32
        scf.yield %next : f32
      }
      %r = arith.maximumf %all_k, %zero : f32
      affine.store %r, %z[%i, %j] : memref<5x7xf32>
    }
  }
  return
}
