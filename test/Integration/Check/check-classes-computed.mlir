// Faults for one number that is computed before it is compared: the number is found
// by walking backwards. Indices that a narrow type does not hold are wrong from a size
// on that no constant names. One of two scalars may hide what depends on the other, so
// each is also tried with random others.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      linear: different: {{.*}} [random data, arg2=12345,
// CHECK-NEXT: hashed: different: {{.*}} [random data, arg2=-1016561093,
// CHECK-NEXT: linear_float: different: {{.*}} [random data, arg2=1.75,
// CHECK-NEXT: bits: different: {{.*}} [random data, arg2=123.456{{[0-9]*}},
// CHECK-NEXT: element: different: {{.*}} [random data, half of them compared constants
// CHECK-NEXT: size: different: {{.*}} arg0=5001, arg1=5001]
// CHECK-NEXT: narrow_index: different: argument 1[256] is {{.*}} arg0=257, arg1=257]
// CHECK-NEXT: half_index: different: argument 1[2049] is
// CHECK-NEXT: switch: different: {{.*}} [random data, arg0=1000003,
// Both factors of a number.
// CHECK-NEXT: product: different: {{.*}} [random data, arg2={{17|23}}, arg3={{17|23}},

//--- payload.mlir
func.func @linear(%x: memref<?xf32>, %y: memref<?xf32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
func.func @hashed(%x: memref<?xf32>, %y: memref<?xf32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
func.func @linear_float(%x: memref<?xf32>, %y: memref<?xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
func.func @bits(%x: memref<?xf32>, %y: memref<?xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
func.func @element(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
func.func @size(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
func.func @narrow_index(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
func.func @half_index(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
func.func @switch(%s: i32, %x: f32) -> f32 {
  %k = arith.constant 2.0 : f32
  %z = arith.constant 3.0 : f32
  %a = arith.addf %x, %x : f32
  cf.switch %s : i32, [
    default: ^d,
    17: ^a,
    1000003: ^b
  ]
^a:
  %r0 = arith.mulf %a, %z : f32
  return %r0 : f32
^b:
  %r1 = arith.mulf %a, %k : f32
  return %r1 : f32
^d:
  return %a : f32
}
func.func @product(%x: memref<?xf32>, %y: memref<?xf32>, %s: i32, %u: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    memref.store %r, %y[%i] : memref<?xf32>
  }
  return
}
//--- scheduled.mlir
func.func @linear(%x: memref<?xf32>, %y: memref<?xf32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  %c3 = arith.constant 3 : i32
  %i1 = arith.constant 1 : i32
  %t = arith.constant 37036 : i32
  %m = arith.muli %s, %c3 : i32
  %p = arith.addi %m, %i1 : i32
  %bad = arith.cmpi eq, %p, %t : i32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    %q = arith.addf %r, %k : f32
    %w = arith.select %bad, %q, %r : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  return
}
func.func @hashed(%x: memref<?xf32>, %y: memref<?xf32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  %c3 = arith.constant -1640531527 : i32
  %i1 = arith.constant 12648430 : i32
  %t = arith.constant 77 : i32
  %m = arith.muli %s, %c3 : i32
  %p = arith.xori %m, %i1 : i32
  %bad = arith.cmpi eq, %p, %t : i32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    %q = arith.addf %r, %k : f32
    %w = arith.select %bad, %q, %r : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  return
}
func.func @linear_float(%x: memref<?xf32>, %y: memref<?xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  %c3 = arith.constant 2.0 : f32
  %i1 = arith.constant 1.0 : f32
  %t = arith.constant 4.5 : f32
  %m = arith.mulf %s, %c3 : f32
  %p = arith.addf %m, %i1 : f32
  %bad = arith.cmpf oeq, %p, %t : f32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    %q = arith.addf %r, %k : f32
    %w = arith.select %bad, %q, %r : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  return
}
func.func @bits(%x: memref<?xf32>, %y: memref<?xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  %t = arith.constant 0x42F6E979 : i32
  %p = arith.bitcast %s : f32 to i32
  %bad = arith.cmpi eq, %p, %t : i32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    %q = arith.addf %r, %k : f32
    %w = arith.select %bad, %q, %r : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  return
}
func.func @element(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    %c3 = arith.constant 3.0 : f32
    %o3 = arith.constant 2.0 : f32
    %e = arith.mulf %a, %c3 : f32
    %f = arith.subf %e, %o3 : f32
    %t = arith.constant 55.0 : f32
    %is = arith.cmpf oeq, %f, %t : f32
    %w = arith.select %is, %k, %r : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  return
}
func.func @size(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  %c3 = arith.constant 3 : index
  %t = arith.constant 15004 : index
  %m = arith.muli %n, %c3 : index
  %p = arith.addi %m, %c1 : index
  %bad = arith.cmpi eq, %p, %t : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    %q = arith.addf %r, %k : f32
    %w = arith.select %bad, %q, %r : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  return
}
func.func @narrow_index(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    %i8 = arith.index_cast %i : index to i8
    %j = arith.index_castui %i8 : i8 to index
    %b = memref.load %x[%j] : memref<?xf32>
    %w = arith.mulf %b, %k : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  return
}
func.func @half_index(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    %i8 = arith.index_cast %i : index to i32
    %h = arith.sitofp %i8 : i32 to f16
    %g = arith.fptosi %h : f16 to i32
    %j0 = arith.index_castui %g : i32 to index
    %c1x = arith.constant 1 : index
    %nn = arith.subi %n, %c1x : index
    %j = arith.minui %j0, %nn : index
    %b = memref.load %x[%j] : memref<?xf32>
    %w = arith.mulf %b, %k : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  return
}
func.func @switch(%s: i32, %x: f32) -> f32 {
  %k = arith.constant 2.0 : f32
  %z = arith.constant 3.0 : f32
  %a = arith.addf %x, %x : f32
  cf.switch %s : i32, [
    default: ^d,
    17: ^a,
    1000003: ^b
  ]
^a:
  %r0 = arith.mulf %a, %z : f32
  return %r0 : f32
^b:
  %r1 = arith.mulf %a, %z : f32
  return %r1 : f32
^d:
  return %a : f32
}
func.func @product(%x: memref<?xf32>, %y: memref<?xf32>, %s: i32, %u: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1.5 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  %t = arith.constant 391 : i32
  %p = arith.muli %s, %u : i32
  %bad = arith.cmpi eq, %p, %t : i32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %r = arith.mulf %a, %k : f32
    %q = arith.addf %r, %k : f32
    %w = arith.select %bad, %q, %r : f32
    memref.store %w, %y[%i] : memref<?xf32>
  }
  return
}
