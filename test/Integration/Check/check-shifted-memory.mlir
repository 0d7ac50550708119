// Arguments may overlap without beginning at the same element, and an argument that is
// only read may have a stride of 0.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=RIGHT
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// RIGHT-COUNT-2: equal: random data

// CHECK:      shifted: different: {{.*}} arg1 in the memory of arg0, shifted by 1]
// CHECK-NEXT: repeated: crashed: {{.*}} arg0 with stride 0,

//--- payload.mlir
func.func @shifted(%x: memref<9xf32>, %y: memref<9xf32>) {
  affine.for %i = 0 to 9 {
    %a = affine.load %x[%i] : memref<9xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %y[%i] : memref<9xf32>
  }
  return
}
func.func @repeated(%x: memref<?xf32, strided<[?], offset: ?>>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32, strided<[?], offset: ?>>
  %m = memref.dim %y, %c0 : memref<?xf32>
  %k = arith.minui %n, %m : index
  scf.for %i = %c0 to %k step %c1 {
    %a = memref.load %x[%i] : memref<?xf32, strided<[?], offset: ?>>
    %b = arith.addf %a, %a : f32
    memref.store %b, %y[%i] : memref<?xf32>
  }
  return
}

//--- scheduled.mlir
func.func @shifted(%x: memref<9xf32>, %y: memref<9xf32>) {
  %t = memref.alloc() : memref<9xf32>
  affine.for %i = 0 to 9 {
    %a = affine.load %x[%i] : memref<9xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %t[%i] : memref<9xf32>
  }
  affine.for %i = 0 to 9 {
    %b = affine.load %t[%i] : memref<9xf32>
    affine.store %b, %y[%i] : memref<9xf32>
  }
  memref.dealloc %t : memref<9xf32>
  return
}
func.func @repeated(%x: memref<?xf32, strided<[?], offset: ?>>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32, strided<[?], offset: ?>>
  %m = memref.dim %y, %c0 : memref<?xf32>
  %k = arith.minui %n, %m : index
  %base, %off, %size, %stride = memref.extract_strided_metadata %x : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
  %is0 = arith.cmpi eq, %stride, %c0 : index
  %st = arith.select %is0, %c1, %stride : index
  %v = memref.reinterpret_cast %base to offset: [%off], sizes: [%size], strides: [%st] : memref<f32> to memref<?xf32, strided<[?], offset: ?>>
  scf.for %i = %c0 to %k step %c1 {
    %a = memref.load %v[%i] : memref<?xf32, strided<[?], offset: ?>>
    %b = arith.addf %a, %a : f32
    memref.store %b, %y[%i] : memref<?xf32>
  }
  return
}
