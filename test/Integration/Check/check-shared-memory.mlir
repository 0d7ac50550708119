// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s

// Each scheduled function is right if no two arguments share their memory, all
// arrays are dense, and it is called once.

// CHECK:      shifted: different: {{.*}} arg1 in the memory of arg0]
// CHECK-NEXT: shifted_dynamic: different: {{.*}} arg1 in the memory of arg0, arg0=6, arg1=6]
// CHECK-NEXT: not_shared: equal:
// CHECK-NEXT: in_place: different: {{.*}} arg1 in the memory of arg0]
// The order in which a structured op reads and writes is not defined.
// CHECK-NEXT: transposed: equal:
// CHECK-NEXT: dense: different: {{.*}} with gaps between elements{{.*}}]
// CHECK-NEXT: counted: different: {{.*}} called 2 times]

//--- payload.mlir
func.func @shifted(%a: memref<9xf32>, %b: memref<9xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<9xf32>
    affine.store %x, %b[%i + 1] : memref<9xf32>
  }
  return
}
func.func @shifted_dynamic(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %m = memref.dim %b, %c0 : memref<?xf32>
  %least = arith.minui %n, %m : index
  scf.for %i = %c1 to %least step %c1 {
    %before = arith.subi %i, %c1 : index
    %x = memref.load %a[%before] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
  }
  return
}
func.func @not_shared(%a: memref<9xf32> {llvm.noalias}, %b: memref<9xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<9xf32>
    affine.store %x, %b[%i + 1] : memref<9xf32>
  }
  return
}
func.func @in_place(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.add ins(%a, %a : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.mul ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>)
  return
}
func.func @transposed(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  linalg.transpose ins(%a : memref<8x8xf32>) outs(%b : memref<8x8xf32>) permutation = [1, 0]
  return
}
func.func @dense(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>, %b: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %n = memref.dim %a, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %a[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %y = memref.load %b[] : memref<f32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %b[] : memref<f32>
    }
  }
  return
}
func.func @counted(%a: memref<8xf32>) {
  linalg.add ins(%a, %a : memref<8xf32>, memref<8xf32>) outs(%a : memref<8xf32>)
  return
}

//--- scheduled.mlir
// All elements are read before the first is written.
func.func @shifted(%a: memref<9xf32>, %b: memref<9xf32>) {
  %part = memref.subview %a[0] [8] [1] : memref<9xf32> to memref<8xf32>
  %copy = memref.alloc() : memref<8xf32>
  memref.copy %part, %copy : memref<8xf32> to memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %copy[%i] : memref<8xf32>
    affine.store %x, %b[%i + 1] : memref<9xf32>
  }
  memref.dealloc %copy : memref<8xf32>
  return
}
// The loop runs from the end.
func.func @shifted_dynamic(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %m = memref.dim %b, %c0 : memref<?xf32>
  %least = arith.minui %n, %m : index
  scf.for %i = %c1 to %least step %c1 {
    %at = arith.subi %least, %i : index
    %before = arith.subi %at, %c1 : index
    %x = memref.load %a[%before] : memref<?xf32>
    memref.store %x, %b[%at] : memref<?xf32>
  }
  return
}
func.func @not_shared(%a: memref<9xf32> {llvm.noalias}, %b: memref<9xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[7 - %i] : memref<9xf32>
    affine.store %x, %b[8 - %i] : memref<9xf32>
  }
  return
}
// The second op reads what the first one does not write yet.
func.func @in_place(%a: memref<8xf32>, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8xf32>
    %y = arith.addf %x, %x : f32
    %z = arith.mulf %x, %y : f32
    affine.store %z, %b[%i] : memref<8xf32>
  }
  return
}
func.func @transposed(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %x, %b[%j, %i] : memref<8x8xf32>
    }
  }
  return
}
// Elements of a row are taken to be neighbors.
func.func @dense(%a: memref<?x?xf32, strided<[?, ?], offset: ?>>, %b: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %n = memref.dim %a, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
    : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  %rows = memref.reinterpret_cast %base to offset: [%offset], sizes: [%m, %n], strides: [%strides#0, 1]
    : memref<f32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %rows[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
      %y = memref.load %b[] : memref<f32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %b[] : memref<f32>
    }
  }
  return
}
// The second call does nothing.
memref.global "private" @calls : memref<index> = dense<0>
func.func @counted(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %calls = memref.get_global @calls : memref<index>
  %n = memref.load %calls[] : memref<index>
  %first = arith.cmpi eq, %n, %c0 : index
  memref.store %c1, %calls[] : memref<index>
  scf.if %first {
    linalg.add ins(%a, %a : memref<8xf32>, memref<8xf32>) outs(%a : memref<8xf32>)
  }
  return
}
