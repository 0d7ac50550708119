// A function that keeps a number of its first call is right as long as all calls have the
// same numbers. Rows that iterations share race only if there are more iterations than
// rows.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged | FileCheck %s --check-prefix=RIGHT

// CHECK:      cached: different: {{.*}}[random data, called 2 times, on other numbers before]
// CHECK-NEXT: scratch_rows: race: {{.*}} iterations (0) and (64) of the 'scf.parallel'

// RIGHT-COUNT-2: equal

//--- payload.mlir
func.func @cached(%x: memref<6xf32>, %y: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1.0 : f32
  %sc = memref.load %x[%c0] : memref<6xf32>
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf32>
    %w = arith.mulf %v, %sc : f32
    memref.store %w, %y[%i] : memref<6xf32>
  }
  return
}

func.func @scratch_rows(%x: memref<?x5xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %m = arith.constant 64 : index
  %n = memref.dim %x, %c0 : memref<?x5xf32>
  %s = memref.alloc(%n) : memref<?x5xf32>
  scf.for %i = %c0 to %n step %c1 {
    %r = arith.addi %i, %c0 : index
    scf.for %j = %c0 to %c5 step %c1 {
      %v = memref.load %x[%i, %j] : memref<?x5xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %s[%r, %j] : memref<?x5xf32>
    }
    %a = memref.load %s[%r, %c4] : memref<?x5xf32>
    %b = memref.load %s[%r, %c0] : memref<?x5xf32>
    %q = arith.subf %a, %b : f32
    memref.store %q, %y[%i] : memref<?xf32>
    
  }
  memref.dealloc %s : memref<?x5xf32>
  return
}

//--- scheduled.mlir
memref.global "private" @cache : memref<2xf32> = dense<0.0>
func.func @cached(%x: memref<6xf32>, %y: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %one = arith.constant 1.0 : f32
  %g = memref.get_global @cache : memref<2xf32>
  %k = memref.load %g[%c0] : memref<2xf32>
  %h = arith.cmpf oeq, %k, %one : f32
  %sc = scf.if %h -> f32 {
    %u = memref.load %g[%c1] : memref<2xf32>
    scf.yield %u : f32
  } else {
    %u = memref.load %x[%c0] : memref<6xf32>
    memref.store %u, %g[%c1] : memref<2xf32>
    memref.store %one, %g[%c0] : memref<2xf32>
    scf.yield %u : f32
  }
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf32>
    %w = arith.mulf %v, %sc : f32
    memref.store %w, %y[%i] : memref<6xf32>
  }
  return
}

func.func @scratch_rows(%x: memref<?x5xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %m = arith.constant 64 : index
  %n = memref.dim %x, %c0 : memref<?x5xf32>
  %s = memref.alloc() : memref<64x5xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %r = arith.remui %i, %m : index
    scf.for %j = %c0 to %c5 step %c1 {
      %v = memref.load %x[%i, %j] : memref<?x5xf32>
      %w = arith.mulf %v, %v : f32
      memref.store %w, %s[%r, %j] : memref<64x5xf32>
    }
    %a = memref.load %s[%r, %c4] : memref<64x5xf32>
    %b = memref.load %s[%r, %c0] : memref<64x5xf32>
    %q = arith.subf %a, %b : f32
    memref.store %q, %y[%i] : memref<?xf32>
    scf.reduce
  }
  memref.dealloc %s : memref<64x5xf32>
  return
}
