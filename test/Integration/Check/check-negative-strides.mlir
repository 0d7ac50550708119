// An array whose type leaves strides and offset open may run backwards.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK: backwards: different: argument 1[{{[0-9]+}}] is {{.*}} [random data, with negative strides

//--- payload.mlir
func.func @backwards(%x: memref<?xf32, strided<[?], offset: ?>>, %y: memref<?xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32, strided<[?], offset: ?>>
  scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %x[%j] : memref<?xf32, strided<[?], offset: ?>>
      %c = arith.addf %a, %a : f32
      memref.store %c, %y[%j] : memref<?xf32, strided<[?], offset: ?>>
  }
  return
}

//--- scheduled.mlir
func.func @backwards(%x: memref<?xf32, strided<[?], offset: ?>>, %y: memref<?xf32, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32, strided<[?], offset: ?>>
  %b, %off, %sz, %st = memref.extract_strided_metadata %x : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
  %neg = arith.cmpi slt, %st, %c0 : index
  scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %x[%j] : memref<?xf32, strided<[?], offset: ?>>
      %c = arith.addf %a, %a : f32
      %c9 = arith.select %neg, %a, %c : f32
      memref.store %c9, %y[%j] : memref<?xf32, strided<[?], offset: ?>>
  }
  return
}
