// Both ends of a slice lie within its array, also where a stride that is known at run
// time only goes backwards; no element beyond is accessed.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      from_start: different: the scheduled function makes a false declaration: the bounds of 'memref.subview' in line 5 of scheduled.mlir
// CHECK-NEXT: past_start: different: the scheduled function makes a false declaration: the bounds of 'memref.subview' in line 12 of scheduled.mlir
// CHECK-NEXT: backwards: equal
// CHECK-NEXT: past_end: different: the scheduled function makes a false declaration: the bounds of 'memref.subview' in line 26 of scheduled.mlir
// CHECK-NEXT: empty: equal

//--- payload.mlir
func.func @from_start(%x: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<8xf32>
  return %v : f32
}
func.func @past_start(%x: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<8xf32>
  return %v : f32
}
func.func @backwards(%x: memref<8xf32>) -> f32 {
  %c3 = arith.constant 3 : index
  %v = memref.load %x[%c3] : memref<8xf32>
  return %v : f32
}
func.func @past_end(%x: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%c1] : memref<8xf32>
  return %v : f32
}
func.func @empty(%x: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%c1] : memref<8xf32>
  return %v : f32
}
//--- scheduled.mlir
func.func @from_start(%x: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2 : index
  // The whole array by its numbers, but for the stride.
  %w = memref.subview %x[0] [8] [%two] : memref<8xf32> to memref<8xf32, strided<[?]>>
  %v = memref.load %w[%c0] : memref<8xf32, strided<[?]>>
  return %v : f32
}
func.func @past_start(%x: memref<8xf32>) -> f32 {
  %c3 = arith.constant 3 : index
  %back = arith.constant -1 : index
  %w = memref.subview %x[3] [8] [%back] : memref<8xf32> to memref<8xf32, strided<[?], offset: 3>>
  %v = memref.load %w[%c3] : memref<8xf32, strided<[?], offset: 3>>
  return %v : f32
}
func.func @backwards(%x: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %back = arith.constant -1 : index
  %w = memref.subview %x[3] [4] [%back] : memref<8xf32> to memref<4xf32, strided<[?], offset: 3>>
  %v = memref.load %w[%c0] : memref<4xf32, strided<[?], offset: 3>>
  return %v : f32
}
func.func @past_end(%x: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2 : index
  %w = memref.subview %x[1] [8] [%two] : memref<8xf32> to memref<8xf32, strided<[?], offset: 1>>
  %v = memref.load %w[%c0] : memref<8xf32, strided<[?], offset: 1>>
  return %v : f32
}
func.func @empty(%x: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : index
  %w = memref.subview %x[7] [0] [%two] : memref<8xf32> to memref<0xf32, strided<[?], offset: 7>>
  %c0 = arith.constant 0 : index
  %n = memref.dim %w, %c0 : memref<0xf32, strided<[?], offset: 7>>
  %one = arith.addi %n, %c1 : index
  %v = memref.load %x[%one] : memref<8xf32>
  return %v : f32
}
