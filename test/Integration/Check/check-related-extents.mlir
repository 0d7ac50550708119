// Wrong only where two of several extents have a certain ratio or difference, and a
// third one is not equal to them. No comparison says so.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      twice_of_five: different: argument 5[] is
// CHECK-NEXT: one_more_of_six: different: argument 6[] is
// CHECK-NEXT: half_of_three: different: argument 3[] is
// CHECK-NEXT: equal_of_five: different: argument 5[] is
// CHECK-NEXT: one_more_of_four: different: argument 4[] is

//--- payload.mlir
func.func @twice_of_five(%x0: memref<?xf32>, %x1: memref<?xf32>, %x2: memref<?xf32>, %x3: memref<?xf32>, %x4: memref<?xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %o[] : memref<f32>
  %d0 = memref.dim %x0, %c0 : memref<?xf32>
  %d1 = memref.dim %x1, %c0 : memref<?xf32>
  %d2 = memref.dim %x2, %c0 : memref<?xf32>
  %d3 = memref.dim %x3, %c0 : memref<?xf32>
  %d4 = memref.dim %x4, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d0 step %c1 {
    %a = memref.load %x0[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d1 step %c1 {
    %a = memref.load %x1[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d2 step %c1 {
    %a = memref.load %x2[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d3 step %c1 {
    %a = memref.load %x3[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d4 step %c1 {
    %a = memref.load %x4[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  return
}
func.func @one_more_of_six(%x0: memref<?xf32>, %x1: memref<?xf32>, %x2: memref<?xf32>, %x3: memref<?xf32>, %x4: memref<?xf32>, %x5: memref<?xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %o[] : memref<f32>
  %d0 = memref.dim %x0, %c0 : memref<?xf32>
  %d1 = memref.dim %x1, %c0 : memref<?xf32>
  %d2 = memref.dim %x2, %c0 : memref<?xf32>
  %d3 = memref.dim %x3, %c0 : memref<?xf32>
  %d4 = memref.dim %x4, %c0 : memref<?xf32>
  %d5 = memref.dim %x5, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d0 step %c1 {
    %a = memref.load %x0[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d1 step %c1 {
    %a = memref.load %x1[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d2 step %c1 {
    %a = memref.load %x2[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d3 step %c1 {
    %a = memref.load %x3[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d4 step %c1 {
    %a = memref.load %x4[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d5 step %c1 {
    %a = memref.load %x5[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  return
}
func.func @half_of_three(%x0: memref<?xf32>, %x1: memref<?xf32>, %x2: memref<?xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %o[] : memref<f32>
  %d0 = memref.dim %x0, %c0 : memref<?xf32>
  %d1 = memref.dim %x1, %c0 : memref<?xf32>
  %d2 = memref.dim %x2, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d0 step %c1 {
    %a = memref.load %x0[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d1 step %c1 {
    %a = memref.load %x1[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d2 step %c1 {
    %a = memref.load %x2[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  return
}
func.func @equal_of_five(%x0: memref<?xf32>, %x1: memref<?xf32>, %x2: memref<?xf32>, %x3: memref<?xf32>, %x4: memref<?xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %o[] : memref<f32>
  %d0 = memref.dim %x0, %c0 : memref<?xf32>
  %d1 = memref.dim %x1, %c0 : memref<?xf32>
  %d2 = memref.dim %x2, %c0 : memref<?xf32>
  %d3 = memref.dim %x3, %c0 : memref<?xf32>
  %d4 = memref.dim %x4, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d0 step %c1 {
    %a = memref.load %x0[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d1 step %c1 {
    %a = memref.load %x1[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d2 step %c1 {
    %a = memref.load %x2[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d3 step %c1 {
    %a = memref.load %x3[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d4 step %c1 {
    %a = memref.load %x4[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  return
}
func.func @one_more_of_four(%x0: memref<?xf32>, %x1: memref<?xf32>, %x2: memref<?xf32>, %x3: memref<?xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %o[] : memref<f32>
  %d0 = memref.dim %x0, %c0 : memref<?xf32>
  %d1 = memref.dim %x1, %c0 : memref<?xf32>
  %d2 = memref.dim %x2, %c0 : memref<?xf32>
  %d3 = memref.dim %x3, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d0 step %c1 {
    %a = memref.load %x0[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d1 step %c1 {
    %a = memref.load %x1[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d2 step %c1 {
    %a = memref.load %x2[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d3 step %c1 {
    %a = memref.load %x3[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  return
}

//--- scheduled.mlir
func.func @twice_of_five(%x0: memref<?xf32>, %x1: memref<?xf32>, %x2: memref<?xf32>, %x3: memref<?xf32>, %x4: memref<?xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %o[] : memref<f32>
  %d0 = memref.dim %x0, %c0 : memref<?xf32>
  %d1 = memref.dim %x1, %c0 : memref<?xf32>
  %d2 = memref.dim %x2, %c0 : memref<?xf32>
  %d3 = memref.dim %x3, %c0 : memref<?xf32>
  %d4 = memref.dim %x4, %c0 : memref<?xf32>
  %c63 = arith.constant 63 : index
  %zi = arith.constant 0 : index
  %t = arith.addi %d0, %d0 : index
  %df = arith.subi %d4, %t : index
  %nk = arith.subi %zi, %df : index
  %ok = arith.ori %df, %nk : index
  %sk = arith.shrui %ok, %c63 : index
  %k = arith.subi %c1, %sk : index
  scf.for %i = %c0 to %d0 step %c1 {
    %a = memref.load %x0[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d1 step %c1 {
    %a = memref.load %x1[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d2 step %c1 {
    %a = memref.load %x2[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d3 step %c1 {
    %a = memref.load %x3[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d4 step %c1 {
    %a = memref.load %x4[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  %bad = arith.index_cast %k : index to i64
  %bf = arith.sitofp %bad : i64 to f32
  %l = memref.load %o[] : memref<f32>
  %m = arith.addf %l, %bf : f32
  memref.store %m, %o[] : memref<f32>
  return
}
func.func @one_more_of_six(%x0: memref<?xf32>, %x1: memref<?xf32>, %x2: memref<?xf32>, %x3: memref<?xf32>, %x4: memref<?xf32>, %x5: memref<?xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %o[] : memref<f32>
  %d0 = memref.dim %x0, %c0 : memref<?xf32>
  %d1 = memref.dim %x1, %c0 : memref<?xf32>
  %d2 = memref.dim %x2, %c0 : memref<?xf32>
  %d3 = memref.dim %x3, %c0 : memref<?xf32>
  %d4 = memref.dim %x4, %c0 : memref<?xf32>
  %d5 = memref.dim %x5, %c0 : memref<?xf32>
  %c63 = arith.constant 63 : index
  %zi = arith.constant 0 : index
  %t = arith.addi %d5, %c1 : index
  %df = arith.subi %d4, %t : index
  %nk = arith.subi %zi, %df : index
  %ok = arith.ori %df, %nk : index
  %sk = arith.shrui %ok, %c63 : index
  %k = arith.subi %c1, %sk : index
  scf.for %i = %c0 to %d0 step %c1 {
    %a = memref.load %x0[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d1 step %c1 {
    %a = memref.load %x1[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d2 step %c1 {
    %a = memref.load %x2[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d3 step %c1 {
    %a = memref.load %x3[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d4 step %c1 {
    %a = memref.load %x4[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d5 step %c1 {
    %a = memref.load %x5[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  %bad = arith.index_cast %k : index to i64
  %bf = arith.sitofp %bad : i64 to f32
  %l = memref.load %o[] : memref<f32>
  %m = arith.addf %l, %bf : f32
  memref.store %m, %o[] : memref<f32>
  return
}
func.func @half_of_three(%x0: memref<?xf32>, %x1: memref<?xf32>, %x2: memref<?xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %o[] : memref<f32>
  %d0 = memref.dim %x0, %c0 : memref<?xf32>
  %d1 = memref.dim %x1, %c0 : memref<?xf32>
  %d2 = memref.dim %x2, %c0 : memref<?xf32>
  %c63 = arith.constant 63 : index
  %zi = arith.constant 0 : index
  %t = arith.addi %d0, %d0 : index
  %df = arith.subi %d2, %t : index
  %ne = arith.subi %zi, %df : index
  %oe = arith.ori %df, %ne : index
  %se = arith.shrui %oe, %c63 : index
  %e = arith.subi %c1, %se : index
  %dg = arith.subi %d0, %d1 : index
  %ng = arith.subi %zi, %dg : index
  %og = arith.ori %dg, %ng : index
  %sg = arith.shrui %og, %c63 : index
  %g = arith.subi %c1, %sg : index
  %h = arith.subi %c1, %g : index
  %k = arith.andi %e, %h : index
  scf.for %i = %c0 to %d0 step %c1 {
    %a = memref.load %x0[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d1 step %c1 {
    %a = memref.load %x1[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d2 step %c1 {
    %a = memref.load %x2[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  %bad = arith.index_cast %k : index to i64
  %bf = arith.sitofp %bad : i64 to f32
  %l = memref.load %o[] : memref<f32>
  %m = arith.addf %l, %bf : f32
  memref.store %m, %o[] : memref<f32>
  return
}
func.func @equal_of_five(%x0: memref<?xf32>, %x1: memref<?xf32>, %x2: memref<?xf32>, %x3: memref<?xf32>, %x4: memref<?xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %o[] : memref<f32>
  %d0 = memref.dim %x0, %c0 : memref<?xf32>
  %d1 = memref.dim %x1, %c0 : memref<?xf32>
  %d2 = memref.dim %x2, %c0 : memref<?xf32>
  %d3 = memref.dim %x3, %c0 : memref<?xf32>
  %d4 = memref.dim %x4, %c0 : memref<?xf32>
  %c63 = arith.constant 63 : index
  %zi = arith.constant 0 : index
  %df = arith.subi %d1, %d3 : index
  %ne = arith.subi %zi, %df : index
  %oe = arith.ori %df, %ne : index
  %se = arith.shrui %oe, %c63 : index
  %e = arith.subi %c1, %se : index
  %dg = arith.subi %d1, %d2 : index
  %ng = arith.subi %zi, %dg : index
  %og = arith.ori %dg, %ng : index
  %sg = arith.shrui %og, %c63 : index
  %g = arith.subi %c1, %sg : index
  %h = arith.subi %c1, %g : index
  %k = arith.andi %e, %h : index
  scf.for %i = %c0 to %d0 step %c1 {
    %a = memref.load %x0[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d1 step %c1 {
    %a = memref.load %x1[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d2 step %c1 {
    %a = memref.load %x2[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d3 step %c1 {
    %a = memref.load %x3[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d4 step %c1 {
    %a = memref.load %x4[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  %bad = arith.index_cast %k : index to i64
  %bf = arith.sitofp %bad : i64 to f32
  %l = memref.load %o[] : memref<f32>
  %m = arith.addf %l, %bf : f32
  memref.store %m, %o[] : memref<f32>
  return
}
func.func @one_more_of_four(%x0: memref<?xf32>, %x1: memref<?xf32>, %x2: memref<?xf32>, %x3: memref<?xf32>, %o: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %o[] : memref<f32>
  %d0 = memref.dim %x0, %c0 : memref<?xf32>
  %d1 = memref.dim %x1, %c0 : memref<?xf32>
  %d2 = memref.dim %x2, %c0 : memref<?xf32>
  %d3 = memref.dim %x3, %c0 : memref<?xf32>
  %c63 = arith.constant 63 : index
  %zi = arith.constant 0 : index
  %t = arith.addi %d0, %c1 : index
  %df = arith.subi %d3, %t : index
  %ne = arith.subi %zi, %df : index
  %oe = arith.ori %df, %ne : index
  %se = arith.shrui %oe, %c63 : index
  %e = arith.subi %c1, %se : index
  %dg = arith.subi %d0, %d1 : index
  %ng = arith.subi %zi, %dg : index
  %og = arith.ori %dg, %ng : index
  %sg = arith.shrui %og, %c63 : index
  %g = arith.subi %c1, %sg : index
  %h = arith.subi %c1, %g : index
  %k = arith.andi %e, %h : index
  scf.for %i = %c0 to %d0 step %c1 {
    %a = memref.load %x0[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d1 step %c1 {
    %a = memref.load %x1[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d2 step %c1 {
    %a = memref.load %x2[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  scf.for %i = %c0 to %d3 step %c1 {
    %a = memref.load %x3[%i] : memref<?xf32>
    %b = memref.load %o[] : memref<f32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %o[] : memref<f32>
  }
  %bad = arith.index_cast %k : index to i64
  %bf = arith.sitofp %bad : i64 to f32
  %l = memref.load %o[] : memref<f32>
  %m = arith.addf %l, %bf : f32
  memref.store %m, %o[] : memref<f32>
  return
}
