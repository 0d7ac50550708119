// Two elements that index one place, also in iterations that run in parallel, and indices
// that need the highest bit of a narrow type.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged | FileCheck %s --check-prefix=RIGHT

// CHECK:      table_i8: different: {{.*}}
// CHECK-NEXT: scatter_duplicates: different: {{.*}}[random data, repeated indices]
// CHECK-NEXT: scatter_parallel: race: {{.*}} on one element: {{.*}}[random data, repeated indices]

// RIGHT-COUNT-3: equal

//--- payload.mlir
func.func @table_i8(%t: memref<256xf32>, %i: memref<40xi8>, %y: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  scf.for %k = %c0 to %c40 step %c1 {
    %b = memref.load %i[%k] : memref<40xi8>
    %j = arith.index_castui %b : i8 to index
    %v = memref.load %t[%j] : memref<256xf32>
    memref.store %v, %y[%k] : memref<40xf32>
  }
  return
}

func.func @scatter_duplicates(%i: memref<8xi32>, %x: memref<8xf32>, %y: memref<50xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c1 {
    %b = memref.load %i[%k] : memref<8xi32>
    %j = arith.index_cast %b : i32 to index
    %v = memref.load %x[%k] : memref<8xf32>
    %o = memref.load %y[%j] : memref<50xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%j] : memref<50xf32>
  }
  return
}

func.func @scatter_parallel(%i: memref<3xi32>, %x: memref<3xf32>, %y: memref<5000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %k = %c0 to %c3 step %c1 {
    %b = memref.load %i[%k] : memref<3xi32>
    %j = arith.index_cast %b : i32 to index
    %v = memref.load %x[%k] : memref<3xf32>
    %o = memref.load %y[%j] : memref<5000xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%j] : memref<5000xf32>
  }
  return
}

//--- scheduled.mlir
func.func @table_i8(%t: memref<256xf32>, %i: memref<40xi8>, %y: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c127 = arith.constant 127 : i8
  scf.for %k = %c0 to %c40 step %c1 {
    %b0 = memref.load %i[%k] : memref<40xi8>
    %b = arith.andi %b0, %c127 : i8
    %j = arith.index_castui %b : i8 to index
    %v = memref.load %t[%j] : memref<256xf32>
    memref.store %v, %y[%k] : memref<40xf32>
  }
  return
}

func.func @scatter_duplicates(%i: memref<8xi32>, %x: memref<8xf32>, %y: memref<50xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %c8 step %c2 {
    %k1 = arith.addi %k, %c1 : index
    %b = memref.load %i[%k] : memref<8xi32>
    %b1 = memref.load %i[%k1] : memref<8xi32>
    %j = arith.index_cast %b : i32 to index
    %j1 = arith.index_cast %b1 : i32 to index
    %v = memref.load %x[%k] : memref<8xf32>
    %v1 = memref.load %x[%k1] : memref<8xf32>
    %o = memref.load %y[%j] : memref<50xf32>
    %o1 = memref.load %y[%j1] : memref<50xf32>
    %s = arith.addf %o, %v : f32
    %s1 = arith.addf %o1, %v1 : f32
    memref.store %s, %y[%j] : memref<50xf32>
    memref.store %s1, %y[%j1] : memref<50xf32>
  }
  return
}

func.func @scatter_parallel(%i: memref<3xi32>, %x: memref<3xf32>, %y: memref<5000xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%k) = (%c0) to (%c3) step (%c1) {
    %b = memref.load %i[%k] : memref<3xi32>
    %j = arith.index_cast %b : i32 to index
    %v = memref.load %x[%k] : memref<3xf32>
    %o = memref.load %y[%j] : memref<5000xf32>
    %s = arith.addf %o, %v : f32
    memref.store %s, %y[%j] : memref<5000xf32>
  }
  return
}
