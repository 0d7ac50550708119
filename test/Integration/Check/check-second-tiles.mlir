// A mistake in the second tile of 256 alone, of an extent that is that of rows and of
// columns: 513 rows take more work than other long runs, and one run may take it.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK: products: different: {{.*}} [{{.*}}arg0=513x64, arg1=513]

//--- payload.mlir
func.func @products(%x: memref<?x64xi32>, %y: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?x64xi32>
  scf.for %i = %c0 to %n step %c1 {
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%all = %zero) -> i32 {
      %s = scf.for %k = %c0 to %c64 step %c1 iter_args(%acc = %all) -> i32 {
        %a = memref.load %x[%i, %k] : memref<?x64xi32>
        %b = memref.load %x[%j, %k] : memref<?x64xi32>
        %p = arith.muli %a, %b : i32
        %q = arith.addi %acc, %p : i32
        scf.yield %q : i32
      }
      scf.yield %s : i32
    }
    memref.store %sum, %y[%i] : memref<?xi32>
  }
  return
}
//--- scheduled.mlir
// The sum of full tiles starts anew in each of them.
func.func @products(%x: memref<?x64xi32>, %y: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %x, %c0 : memref<?x64xi32>
  %full = affine.apply affine_map<()[s0] -> ((s0 floordiv 256) * 256)>()[%n]
  scf.for %i = %c0 to %n step %c1 {
    %tiles = scf.for %j0 = %c0 to %full step %c256 iter_args(%old = %zero) -> i32 {
      %end = arith.addi %j0, %c256 : index
      %t = scf.for %j = %j0 to %end step %c1 iter_args(%all = %zero) -> i32 {
        %s = scf.for %k = %c0 to %c64 step %c1 iter_args(%acc = %all) -> i32 {
          %a = memref.load %x[%i, %k] : memref<?x64xi32>
          %b = memref.load %x[%j, %k] : memref<?x64xi32>
          %p = arith.muli %a, %b : i32
          %q = arith.addi %acc, %p : i32
          scf.yield %q : i32
        }
        scf.yield %s : i32
      }
      scf.yield %t : i32
    }
    %sum = scf.for %j = %full to %n step %c1 iter_args(%all = %tiles) -> i32 {
      %s = scf.for %k = %c0 to %c64 step %c1 iter_args(%acc = %all) -> i32 {
        %a = memref.load %x[%i, %k] : memref<?x64xi32>
        %b = memref.load %x[%j, %k] : memref<?x64xi32>
        %p = arith.muli %a, %b : i32
        %q = arith.addi %acc, %p : i32
        scf.yield %q : i32
      }
      scf.yield %s : i32
    }
    memref.store %sum, %y[%i] : memref<?xi32>
  }
  return
}
