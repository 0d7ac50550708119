// A slice, a tensor or a buffer of a negative extent means nothing, even where no
// element of it is used. It is no fault in a loop that does not run, out of which it may
// have been moved.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s

// CHECK:      slice: different: the scheduled function makes a false declaration: extents of 'memref.subview' that are not negative in line {{[0-9]+}} of {{[a-z]+}}.mlir [
// CHECK-NEXT: empty: different: the scheduled function makes a false declaration: extents of 'tensor.empty' that are not negative in line {{[0-9]+}} of {{[a-z]+}}.mlir [
// CHECK-NEXT: buffer: different: the scheduled function makes a false declaration: extents of 'memref.alloc' that are not negative in line {{[0-9]+}} of {{[a-z]+}}.mlir [
// CHECK-NEXT: hoisted: equal

//--- payload.mlir
func.func @slice(%x: memref<?xf32>) {
  linalg.add ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%x : memref<?xf32>)
  return
}
func.func @empty(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>)
      outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %r, %zero : tensor<?xf32>, tensor<f32>
}
func.func @buffer(%x: memref<?xf32>) {
  linalg.add ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%x : memref<?xf32>)
  return
}
func.func @hoisted(%x: memref<?xf32>) {
  linalg.add ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%x : memref<?xf32>)
  return
}

//--- scheduled.mlir
// All but the last three elements, and then the rest.
func.func @slice(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = arith.subi %n, %c3 : index
  %a = memref.subview %x[0] [%m] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  linalg.add ins(%a, %a : memref<?xf32, strided<[1]>>, memref<?xf32, strided<[1]>>)
      outs(%a : memref<?xf32, strided<[1]>>)
  %start = arith.maxsi %m, %c0 : index
  %rest = arith.subi %n, %start : index
  %b = memref.subview %x[%start] [%rest] [1]
      : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  linalg.add
      ins(%b, %b : memref<?xf32, strided<[1], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>)
      outs(%b : memref<?xf32, strided<[1], offset: ?>>)
  return
}
func.func @empty(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.subi %n, %c3 : index
  %e = tensor.empty(%m) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = tensor.empty() : tensor<f32>
  %t = linalg.fill ins(%zero : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%f : tensor<?xf32>)
      outs(%t : tensor<f32>) dimensions = [0]
  %r = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>)
      outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %r, %sum : tensor<?xf32>, tensor<f32>
}
func.func @buffer(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = arith.subi %n, %c3 : index
  %e = memref.alloc(%m) : memref<?xf32>
  memref.dealloc %e : memref<?xf32>
  linalg.add ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%x : memref<?xf32>)
  return
}
func.func @hoisted(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = arith.subi %n, %c3 : index
  %a = memref.subview %x[0] [%m] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  scf.for %i = %c0 to %m step %c1 {
    %v = memref.load %a[%i] : memref<?xf32, strided<[1]>>
    %w = arith.addf %v, %v : f32
    memref.store %w, %a[%i] : memref<?xf32, strided<[1]>>
  }
  %start = arith.maxsi %m, %c0 : index
  %rest = arith.subi %n, %start : index
  %b = memref.subview %x[%start] [%rest] [1]
      : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  linalg.add
      ins(%b, %b : memref<?xf32, strided<[1], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>)
      outs(%b : memref<?xf32, strided<[1], offset: ?>>)
  return
}
