// Logarithms of numbers that are no powers of the base: the sign of what a
// logarithm is taken of is unknown. A logarithm keeps sums, so log-softmax in
// other forms is decided. Where one function uses that an exponential undoes a
// logarithm and the other has none, signs may differ, and nothing is decided. The
// schedules allow other roundings, as nothing is accumulated.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/equal.mlir | FileCheck %s
// RUN: not heddle check %t/payload.mlir --scheduled %t/different.mlir \
// RUN:   | FileCheck %s --check-prefix=DIFFERENT

// CHECK:      quotients: equal: {{.*}}not decided as formulas: a difference may be one of the signs of roots or logarithms
// CHECK-NEXT: logarithms: equal: {{.*}}equal as formulas (
// CHECK-NEXT: roots: equal: {{.*}}not decided as formulas: a difference may be one of the signs of roots or logarithms

// DIFFERENT:      quotients: different: different as formulas: argument 1[0]
// DIFFERENT-NEXT: logarithms: different: different as formulas: argument 1[0]
// DIFFERENT-NEXT: roots: different: different as formulas: argument 1

//--- payload.mlir
// The sigmoid of a number that is not positive.
func.func @quotients(%x: memref<2x24xf32>, %y: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = arith.constant 24 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%c0, %i] : memref<2x24xf32>
    %aa = arith.mulf %a, %a : f32
    %m = arith.negf %aa : f32
    %ea = math.exp %m : f32
    %sum = arith.addf %one, %ea : f32
    %q = arith.divf %ea, %sum : f32
    memref.store %q, %y[%i] : memref<24xf32>
  }
  return
}
// The logarithm of a sum.
func.func @logarithms(%x: memref<2x24xf32>, %y: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 24 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%c0, %i] : memref<2x24xf32>
    %b = memref.load %x[%c1, %i] : memref<2x24xf32>
    %ea = math.exp %a : f32
    %eb = math.exp %b : f32
    %sum = arith.addf %ea, %eb : f32
    %l = math.log %sum : f32
    %d = arith.subf %a, %l : f32
    memref.store %d, %y[%i] : memref<24xf32>
  }
  return
}
// A quotient by a sum of squares.
func.func @roots(%x: memref<2x24xf32>, %y: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 24 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%c0, %i] : memref<2x24xf32>
    %b = memref.load %x[%c1, %i] : memref<2x24xf32>
    %aa = arith.mulf %a, %a : f32
    %bb = arith.mulf %b, %b : f32
    %s = arith.addf %aa, %bb : f32
    %q = arith.divf %a, %s : f32
    memref.store %q, %y[%i] : memref<24xf32>
  }
  return
}

//--- equal.mlir
func.func @quotients(%x: memref<2x24xf32>, %y: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = arith.constant 24 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%c0, %i] : memref<2x24xf32>
    %aa = arith.mulf %a, %a fastmath<reassoc> : f32
    %m = arith.negf %aa : f32
    %ea = math.exp %m : f32
    %sum = arith.addf %one, %ea : f32
    %l = math.log %sum : f32
    %d = arith.subf %m, %l : f32
    %q = math.exp %d : f32
    memref.store %q, %y[%i] : memref<24xf32>
  }
  return
}
func.func @logarithms(%x: memref<2x24xf32>, %y: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 24 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%c0, %i] : memref<2x24xf32>
    %b = memref.load %x[%c1, %i] : memref<2x24xf32>
    %ea = math.exp %a : f32
    %eb = math.exp %b : f32
    %sum = arith.addf %eb, %ea : f32
    %l = math.log %sum : f32
    %m = arith.negf %l : f32
    %d = arith.addf %m, %a : f32
    memref.store %d, %y[%i] : memref<24xf32>
  }
  return
}
func.func @roots(%x: memref<2x24xf32>, %y: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 24 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%c0, %i] : memref<2x24xf32>
    %b = memref.load %x[%c1, %i] : memref<2x24xf32>
    %aa = arith.mulf %a, %a fastmath<reassoc> : f32
    %bb = arith.mulf %b, %b : f32
    %s = arith.addf %aa, %bb : f32
    %r = math.rsqrt %s : f32
    %t = arith.mulf %a, %r : f32
    %q = arith.mulf %t, %r : f32
    memref.store %q, %y[%i] : memref<24xf32>
  }
  return
}

//--- different.mlir
// A number differs by a factor of 1 + 2^-40.
func.func @quotients(%x: memref<2x24xf32>, %y: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = arith.constant 24 : index
  scf.for %i = %c0 to %n step %c1 {
    %t0 = arith.constant 0x2B800000 : f32
    %a0 = memref.load %x[%c0, %i] : memref<2x24xf32>
    %a1 = arith.mulf %a0, %t0 : f32
    %a = arith.addf %a0, %a1 : f32
    %aa = arith.mulf %a, %a fastmath<reassoc> : f32
    %m = arith.negf %aa : f32
    %ea = math.exp %m : f32
    %sum = arith.addf %one, %ea : f32
    %l = math.log %sum : f32
    %d = arith.subf %m, %l : f32
    %q = math.exp %d : f32
    memref.store %q, %y[%i] : memref<24xf32>
  }
  return
}
func.func @logarithms(%x: memref<2x24xf32>, %y: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 24 : index
  scf.for %i = %c0 to %n step %c1 {
    %t0 = arith.constant 0x2B800000 : f32
    %a0 = memref.load %x[%c0, %i] : memref<2x24xf32>
    %a1 = arith.mulf %a0, %t0 : f32
    %a = arith.addf %a0, %a1 : f32
    %b = memref.load %x[%c1, %i] : memref<2x24xf32>
    %ea = math.exp %a : f32
    %eb = math.exp %b : f32
    %sum = arith.addf %eb, %ea : f32
    %l = math.log %sum : f32
    %m = arith.negf %l : f32
    %d = arith.addf %m, %a : f32
    memref.store %d, %y[%i] : memref<24xf32>
  }
  return
}
func.func @roots(%x: memref<2x24xf32>, %y: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 24 : index
  scf.for %i = %c0 to %n step %c1 {
    %t0 = arith.constant 0x2B800000 : f32
    %a0 = memref.load %x[%c0, %i] : memref<2x24xf32>
    %a1 = arith.mulf %a0, %t0 : f32
    %a = arith.addf %a0, %a1 : f32
    %b = memref.load %x[%c1, %i] : memref<2x24xf32>
    %aa = arith.mulf %a, %a fastmath<reassoc> : f32
    %bb = arith.mulf %b, %b : f32
    %s = arith.addf %aa, %bb : f32
    %r = math.rsqrt %s : f32
    %t = arith.mulf %a, %r : f32
    %q = arith.mulf %t, %r : f32
    memref.store %q, %y[%i] : memref<24xf32>
  }
  return
}
