// What ops of the LLVM dialect, products of type index and casts of strides declare must
// be so. This machine computes the payload's numbers in most of these functions.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      mul: different: {{.*}} a false declaration of the scheduled function: 'arith.muli' with nsw in line
// CHECK-NEXT: llvm_add: different: {{.*}} a false declaration of the scheduled function: 'llvm.add' with nsw in line {{[0-9]+}} of {{[a-z]+}}.mlir [random data, all integers]
// CHECK-NEXT: llvm_disjoint: different: {{.*}} a false declaration of the scheduled function: 'llvm.or' with disjoint in line
// CHECK-NEXT: llvm_nneg: different: {{.*}} a false declaration of the scheduled function: 'llvm.zext' with nneg in line
// CHECK-NEXT: llvm_exact: different: {{.*}} a false declaration of the scheduled function: 'llvm.lshr' with exact in line
// CHECK-NEXT: strides: different: the scheduled function makes a false declaration: the extents and strides in 'memref.cast' in line {{.*}} with gaps between elements
// CHECK-NEXT: holds: equal:
// CHECK-NEXT: holds_dense: equal:

//--- payload.mlir
func.func @mul(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %x[%i] : memref<8xf32>
    memref.store %a, %y[%i] : memref<8xf32>
  }
  return
}
func.func @llvm_add(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %r = arith.addi %a, %a : i32
    linalg.yield %r : i32
  }
  return
}
func.func @llvm_disjoint(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c1 = arith.constant 1 : i32
    %r = arith.ori %a, %c1 : i32
    linalg.yield %r : i32
  }
  return
}
func.func @llvm_nneg(%x: memref<8xi32>, %y: memref<8xi64>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi64>) (%a: i32, %o: i64) {
    %r = arith.extui %a : i32 to i64
    linalg.yield %r : i64
  }
  return
}
func.func @llvm_exact(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c1 = arith.constant 1 : i32
    %r = arith.shrui %a, %c1 : i32
    linalg.yield %r : i32
  }
  return
}
func.func @strides(%x: memref<?x4xf32, strided<[?, ?], offset: ?>>, %y: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0, %c0] : memref<?x4xf32, strided<[?, ?], offset: ?>>
  memref.store %a, %y[] : memref<f32>
  return
}
func.func @holds(%x: memref<8xi32>, %y: memref<8xi64>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi64>) (%a: i32, %o: i64) {
    %c8 = arith.constant 8 : i32
    %c7 = arith.constant 7 : i32
    %low = arith.andi %a, %c7 : i32
    %t = arith.muli %low, %c8 : i32
    %s = arith.addi %t, %low : i32
    %w = arith.extui %s : i32 to i64
    linalg.yield %w : i64
  }
  return
}
func.func @holds_dense(%x: memref<?x4xf32, strided<[4, 1], offset: ?>>, %y: memref<f32>) {
  %c0 = arith.constant 0 : index
  %a = memref.load %x[%c0, %c0] : memref<?x4xf32, strided<[4, 1], offset: ?>>
  memref.store %a, %y[] : memref<f32>
  return
}

//--- scheduled.mlir
func.func @mul(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %big = arith.constant 0x4000000000000001 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %p = arith.muli %i, %big overflow<nsw> : index
    %c7 = arith.constant 7 : index
    %j = arith.andi %p, %c7 : index
    %a = memref.load %x[%j] : memref<8xf32>
    memref.store %a, %y[%i] : memref<8xf32>
  }
  return
}
func.func @llvm_add(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %r = llvm.add %a, %a overflow<nsw> : i32
    linalg.yield %r : i32
  }
  return
}
func.func @llvm_disjoint(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c1 = arith.constant 1 : i32
    %r = llvm.or disjoint %a, %c1 : i32
    linalg.yield %r : i32
  }
  return
}
func.func @llvm_nneg(%x: memref<8xi32>, %y: memref<8xi64>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi64>) (%a: i32, %o: i64) {
    %r = llvm.zext nneg %a : i32 to i64
    linalg.yield %r : i64
  }
  return
}
func.func @llvm_exact(%x: memref<8xi32>, %y: memref<8xi32>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi32>) (%a: i32, %o: i32) {
    %c1 = arith.constant 1 : i32
    %r = llvm.lshr exact %a, %c1 : i32
    linalg.yield %r : i32
  }
  return
}
func.func @strides(%x: memref<?x4xf32, strided<[?, ?], offset: ?>>, %y: memref<f32>) {
  %c0 = arith.constant 0 : index
  %b = memref.cast %x : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32, strided<[4, 1], offset: ?>>
  %a = memref.load %b[%c0, %c0] : memref<?x4xf32, strided<[4, 1], offset: ?>>
  memref.store %a, %y[] : memref<f32>
  return
}
func.func @holds(%x: memref<8xi32>, %y: memref<8xi64>) {
  linalg.map ins(%x : memref<8xi32>) outs(%y : memref<8xi64>) (%a: i32, %o: i64) {
    %c8 = arith.constant 8 : i32
    %c7 = arith.constant 7 : i32
    %c3 = arith.constant 3 : i32
    %low = arith.andi %a, %c7 : i32
    %t = llvm.mul %low, %c8 overflow<nsw, nuw> : i32
    %u = llvm.sdiv exact %t, %c8 : i32
    %v = llvm.lshr exact %t, %c3 : i32
    %v8 = llvm.shl %v, %c3 overflow<nsw, nuw> : i32
    %s = llvm.or disjoint %v8, %u : i32
    %w = llvm.zext nneg %s : i32 to i64
    linalg.yield %w : i64
  }
  return
}
func.func @holds_dense(%x: memref<?x4xf32, strided<[4, 1], offset: ?>>, %y: memref<f32>) {
  %c0 = arith.constant 0 : index
  %open = memref.cast %x : memref<?x4xf32, strided<[4, 1], offset: ?>> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  %b = memref.cast %open : memref<?x4xf32, strided<[?, ?], offset: ?>> to memref<?x4xf32, strided<[4, 1], offset: ?>>
  %a = memref.load %b[%c0, %c0] : memref<?x4xf32, strided<[4, 1], offset: ?>>
  memref.store %a, %y[] : memref<f32>
  return
}
