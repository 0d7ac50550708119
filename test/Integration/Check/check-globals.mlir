// What a function writes into a public global is seen by others, but not by this
// comparison: such a function is not checked. A private global is state of the
// function, whose calls are compared, and a global that is only read is as good
// as a constant.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      writes: not checked: the unscheduled function: 'memref.get_global' in line {{[0-9]+}} may write the public global '@seen', whose contents are not compared; make it private, or an argument
// CHECK-NEXT: scatters: not checked: the unscheduled function: 'memref.get_global' in line {{[0-9]+}} may write the public global '@seen',
// CHECK-NEXT: passes: not checked: the unscheduled function: 'memref.get_global' in line {{[0-9]+}} may write the public global '@seen',
// CHECK-NEXT: counts: different:
// CHECK-NEXT: reads: equal:

//--- payload.mlir
memref.global @seen : memref<4xf32> = dense<0.0>
memref.global "private" @count : memref<1xf32> = dense<0.0>
func.func @writes(%x: memref<4xf32>) {
  %g = memref.get_global @seen : memref<4xf32>
  memref.copy %x, %g : memref<4xf32> to memref<4xf32>
  return
}
func.func @scatters(%x: memref<4xf32>) {
  %g = memref.get_global @seen : memref<4xf32>
  %c1 = arith.constant 1 : index
  %v = memref.subview %g[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  %f = memref.load %x[%c1] : memref<4xf32>
  memref.store %f, %v[%c1] : memref<2xf32, strided<[1], offset: 2>>
  return
}
func.func private @zero(%g: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  memref.store %f, %g[%c1] : memref<4xf32>
  return
}
func.func @passes(%x: memref<4xf32>) {
  %g = memref.get_global @seen : memref<4xf32>
  func.call @zero(%g) : (memref<4xf32>) -> ()
  return
}
func.func @counts(%x: memref<4xf32>) {
  %g = memref.get_global @count : memref<1xf32>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %f = memref.load %g[%c0] : memref<1xf32>
  %n = arith.addf %f, %one : f32
  memref.store %n, %g[%c0] : memref<1xf32>
  memref.store %n, %x[%c0] : memref<4xf32>
  return
}
func.func @reads(%x: memref<4xf32>) {
  %g = memref.get_global @seen : memref<4xf32>
  %c1 = arith.constant 1 : index
  %f = memref.load %g[%c1] : memref<4xf32>
  memref.store %f, %x[%c1] : memref<4xf32>
  return
}

//--- scheduled.mlir
memref.global @seen : memref<4xf32> = dense<0.0>
memref.global "private" @count : memref<1xf32> = dense<0.0>
func.func @writes(%x: memref<4xf32>) {
  return
}
func.func @scatters(%x: memref<4xf32>) {
  return
}
func.func @passes(%x: memref<4xf32>) {
  return
}
func.func @counts(%x: memref<4xf32>) {
  %g = memref.get_global @count : memref<1xf32>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %f = memref.load %g[%c0] : memref<1xf32>
  %n = arith.addf %f, %one : f32
  memref.store %n, %x[%c0] : memref<4xf32>
  return
}
func.func @reads(%x: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  memref.store %f, %x[%c1] : memref<4xf32>
  return
}
