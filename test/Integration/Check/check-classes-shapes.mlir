// Faults of sizes, layouts and loops, and what shows them: a function that is wrong
// for more than 100 columns, for squares of more than 9, for three times as many
// rows as columns, for arrays with gaps, for arrays that share their memory, in
// parallel.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      above: different: argument 1[0, 0] is {{.*}} [random data, arg0=101x101, arg1=101x101]
// CHECK-NEXT: square: different: argument 1[0, 0] is {{.*}} [random data, arg0=10x10, arg1=10x10]
// CHECK-NEXT: ratio: different: argument 1[0, 0] is {{.*}} [random data, arg0=18x6, arg1=18x6]
// CHECK-NEXT: strided: different: result 0 is {{.*}} [random data, with gaps between elements,
// CHECK-NEXT: alias: different: argument 0[{{[0-9]+}}] is {{.*}} [random data, arg1 in the memory of arg0]
// CHECK-NEXT: race: race: the scheduled function runs iterations (0) and (1) of the 'scf.parallel'

//--- payload.mlir
func.func @above(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %f = arith.constant 1.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %f : f32
      memref.store %b, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @square(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %f = arith.constant 1.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %f : f32
      memref.store %b, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @ratio(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %f = arith.constant 1.0 : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %f : f32
      memref.store %b, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @strided(%x: memref<?xf32, strided<[?], offset: ?>>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32, strided<[?], offset: ?>>
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %a = memref.load %x[%i] : memref<?xf32, strided<[?], offset: ?>>
    %next = arith.addf %acc, %a : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @alias(%x: memref<33xf32>, %y: memref<33xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %c1 : index
    %a = memref.load %x[%i] : memref<33xf32>
    memref.store %a, %y[%j] : memref<33xf32>
  }
  return
}
func.func @race(%x: memref<33xf32>, %y: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 33 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<33xf32>
    %s = memref.load %y[%c0] : memref<1xf32>
    %t = arith.addf %s, %a : f32
    memref.store %t, %y[%c0] : memref<1xf32>
  }
  return
}

//--- scheduled.mlir
func.func @above(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %c100 = arith.constant 100 : index
  %w = arith.cmpi ugt, %n, %c100 : index
  %f = arith.select %w, %two, %one : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %f : f32
      memref.store %b, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @square(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %c9 = arith.constant 9 : index
  %e = arith.cmpi eq, %m, %n : index
  %g = arith.cmpi ugt, %m, %c9 : index
  %w = arith.andi %e, %g : i1
  %f = arith.select %w, %two, %one : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %f : f32
      memref.store %b, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @ratio(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %c3 = arith.constant 3 : index
  %t = arith.muli %n, %c3 : index
  %c9 = arith.constant 9 : index
  %e = arith.cmpi eq, %m, %t : index
  %g = arith.cmpi ugt, %m, %c9 : index
  %w = arith.andi %e, %g : i1
  %f = arith.select %w, %two, %one : f32
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %x[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %f : f32
      memref.store %b, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
func.func @strided(%x: memref<?xf32, strided<[?], offset: ?>>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32, strided<[?], offset: ?>>
  %v = memref.reinterpret_cast %x to offset: [0], sizes: [%n], strides: [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %a = memref.load %v[%i] : memref<?xf32>
    %next = arith.addf %acc, %a : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @alias(%x: memref<33xf32>, %y: memref<33xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c1 {
    %k = arith.subi %n, %i : index
    %j = arith.addi %k, %c0 : index
    %l = arith.subi %j, %c1 : index
    %a = memref.load %x[%l] : memref<33xf32>
    memref.store %a, %y[%j] : memref<33xf32>
  }
  return
}
func.func @race(%x: memref<33xf32>, %y: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 33 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.load %x[%i] : memref<33xf32>
    %s = memref.load %y[%c0] : memref<1xf32>
    %t = arith.addf %s, %a : f32
    memref.store %t, %y[%c0] : memref<1xf32>
    scf.reduce
  }
  return
}
