// Memory that was never written may hold anything: a result, a branch or an
// address that depends on it is an error, even if the numbers are right by
// chance. Reading it is not an error.
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %t/scheduled.mlir
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function padding | FileCheck %s --check-prefix=PADDING
// PADDING: padding: equal

//--- payload.mlir

func.func @least(%a: memref<3x5xf32>, %o: memref<3xf32>) {
  %inf = arith.constant 0x7F800000 : f32
  linalg.fill ins(%inf : f32) outs(%o : memref<3xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<3x5xf32>) outs(%o : memref<3xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %0 = arith.minimumf %acc, %x : f32
    linalg.yield %0 : f32
  }
  return
}

func.func @branch(%a: memref<3xf32>, %o: memref<3xf32>) {
  linalg.add ins(%a, %a : memref<3xf32>, memref<3xf32>) outs(%o : memref<3xf32>)
  return
}

func.func @address(%a: memref<3xf32>, %o: memref<3xf32>) {
  linalg.add ins(%a, %a : memref<3xf32>, memref<3xf32>) outs(%o : memref<3xf32>)
  return
}

func.func @padding(%a: memref<3xf32>, %o: memref<3xf32>) {
  linalg.add ins(%a, %a : memref<3xf32>, memref<3xf32>) outs(%o : memref<3xf32>)
  return
}

//--- scheduled.mlir

// The accumulators start from whatever is there: a large number does no harm to
// a minimum.
// CHECK:      least: memory error: the scheduled function reads [0] of the buffer allocated at
// CHECK-SAME: {{.*}}:[[# @LINE + 3]]:10 at {{.*}}:[[# @LINE + 4]]:3, which it never wrote;
// CHECK-SAME: argument 1[0] depends on it
func.func @least(%a: memref<3x5xf32>, %o: memref<3xf32>) {
  %acc = memref.alloc() : memref<3xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<3x5xf32>) outs(%acc : memref<3xf32>) {
  ^bb0(%x: f32, %old: f32):
    %0 = arith.minimumf %old, %x : f32
    linalg.yield %0 : f32
  }
  memref.copy %acc, %o : memref<3xf32> to memref<3xf32>
  memref.dealloc %acc : memref<3xf32>
  return
}

// CHECK:      branch: memory error: the scheduled function reads element 0 of the buffer allocated at
// CHECK-SAME: which it never wrote; argument 1[0] depends on it
func.func @branch(%a: memref<3xf32>, %o: memref<3xf32>) {
  %zero = arith.constant 0 : i32
  %flag = memref.alloca() : memref<i32>
  %value = memref.load %flag[] : memref<i32>
  %is = arith.cmpi sgt, %value, %zero : i32
  scf.if %is {
    linalg.add ins(%a, %a : memref<3xf32>, memref<3xf32>)
        outs(%o : memref<3xf32>)
  }
  return
}

// CHECK:      address: memory error: the scheduled function reads [] of the buffer allocated at
// CHECK-SAME: which it never wrote; with other contents it crashed with SIGSEGV
func.func @address(%a: memref<3xf32>, %o: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %big = arith.constant 0x7F7F7F7F7F7F7F7F : index
  %where = memref.alloc() : memref<index>
  %value = memref.load %where[] : memref<index>
  %index = arith.subi %value, %big : index
  linalg.add ins(%a, %a : memref<3xf32>, memref<3xf32>) outs(%o : memref<3xf32>)
  %x = memref.load %o[%index] : memref<3xf32>
  memref.store %x, %o[%c0] : memref<3xf32>
  memref.dealloc %where : memref<index>
  return
}

// The last lane is read, computed with and dropped.
func.func @padding(%a: memref<3xf32>, %o: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloc() : memref<4xf32>
  %part = memref.subview %row[0] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1]>>
  memref.copy %a, %part : memref<3xf32> to memref<3xf32, strided<[1]>>
  %x = vector.load %row[%c0] : memref<4xf32>, vector<4xf32>
  %sum = arith.addf %x, %x : vector<4xf32>
  vector.transfer_write %sum, %o[%c0] : vector<4xf32>, memref<3xf32>
  memref.dealloc %row : memref<4xf32>
  return
}
