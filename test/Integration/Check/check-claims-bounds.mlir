// An access, a slice or a window that leaves its dim may still be within the array, and
// read or write what the payload does. But the op has no meaning then.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      insert: different: the scheduled function makes a false declaration: the extents and bounds in 'tensor.insert_slice' in line
// CHECK-NEXT: load: different: the scheduled function makes a false declaration: the bounds of 'memref.load' in line
// CHECK-NEXT: store: different: the scheduled function makes a false declaration: the bounds of 'memref.store' in line
// CHECK-NEXT: affine_load: different: the scheduled function makes a false declaration: the bounds of 'affine.load' in line
// CHECK-NEXT: extract: different: the scheduled function makes a false declaration: the bounds of 'tensor.extract' in line
// CHECK-NEXT: element: different: the scheduled function makes a false declaration: the bounds of 'tensor.insert' in line
// CHECK-NEXT: transfer: different: the scheduled function makes a false declaration: the bounds of 'vector.transfer_read' in line
// CHECK-NEXT: transfer_row: different: the scheduled function makes a false declaration: the bounds of 'vector.transfer_read' in line
// CHECK-NEXT: window: different: the scheduled function makes a false declaration: the operands' extents in 'linalg.generic' in line
// CHECK-NEXT: halved: different: the scheduled function makes a false declaration: the operands' extents in 'linalg.generic' in line
// CHECK-NEXT: reversed: different: the scheduled function makes a false declaration: the operands' extents in 'linalg.generic' in line
// CHECK-NEXT: copy: different: the scheduled function makes a false declaration: the extents in 'memref.copy' in line
// CHECK-NEXT: view: different: the scheduled function makes a false declaration: the bounds of 'memref.view' in line
// CHECK-NEXT: concat: different: the scheduled function makes a false declaration: the extents in 'tensor.concat' in line
// CHECK-NEXT: constant: different: the scheduled function makes a false declaration: the bounds of 'memref.subview' in line
// What is within, masked, empty, or executed only where it is within, is none of these.
// CHECK-NEXT: exact_window: equal
// CHECK-NEXT: long_window: equal
// CHECK-NEXT: no_window: equal
// CHECK-NEXT: exact_reversed: equal
// CHECK-NEXT: masked: equal
// CHECK-NEXT: padded: equal
// CHECK-NEXT: empty: equal
// CHECK-NEXT: moved: equal
// CHECK-NEXT: guarded: equal

//--- payload.mlir
func.func @insert(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.copy ins(%x : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @load(%x: memref<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%c1, %c0] : memref<4x8xf32>
  return %v : f32
}
func.func @store(%x: memref<4x8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %v, %x[%c1, %c0] : memref<4x8xf32>
  return
}
func.func @affine_load(%x: memref<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%c1, %c0] : memref<4x8xf32>
  return %v : f32
}
func.func @extract(%x: tensor<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = tensor.extract %x[%c1, %c0] : tensor<4x8xf32>
  return %v : f32
}
func.func @element(%x: tensor<4x8xf32>, %v: f32) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = tensor.insert %v into %x[%c1, %c0] : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
func.func @transfer(%x: memref<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %v = memref.load %x[%c0, %c7] : memref<4x8xf32>
  return %v : f32
}
func.func @transfer_row(%x: memref<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%c1, %c0] : memref<4x8xf32>
  return %v : f32
}
#sums = {indexing_maps = [affine_map<(d0, d1) -> (2 * d0 + d1)>, affine_map<(d0, d1) -> (d1)>,
    affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
#halves = {indexing_maps = [affine_map<(d0) -> (d0 floordiv 2)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]}
#back = {indexing_maps = [affine_map<(d0) -> (7 - d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]}
func.func @window(%x: memref<32xf32>, %k: memref<3xf32>, %y: memref<8xf32>) {
  %v = memref.subview %x[0] [17] [1] : memref<32xf32> to memref<17xf32, strided<[1]>>
  linalg.generic #sums ins(%v, %k : memref<17xf32, strided<[1]>>, memref<3xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}
func.func @halved(%x: memref<32xf32>, %y: memref<8xf32>) {
  %v = memref.subview %x[0] [4] [1] : memref<32xf32> to memref<4xf32, strided<[1]>>
  linalg.generic #halves ins(%v : memref<4xf32, strided<[1]>>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
func.func @reversed(%x: memref<32xf32>, %y: memref<8xf32>) {
  %v = memref.subview %x[0] [8] [1] : memref<32xf32> to memref<8xf32, strided<[1]>>
  linalg.generic #back ins(%v : memref<8xf32, strided<[1]>>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
func.func @copy(%x: memref<8xf32>, %y: memref<8xf32>) {
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  return
}
func.func @view(%y: memref<8xf32>) {
  %v = arith.constant 1.0 : f32
  linalg.fill ins(%v : f32) outs(%y : memref<8xf32>)
  return
}
func.func @concat(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> index {
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c1 : tensor<4x8xf32>
  return %m : index
}
func.func @constant(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  %s = memref.subview %x[0, 0] [1, 4] [1, 2] : memref<4x8xf32> to memref<4xf32, strided<[2]>>
  linalg.exp ins(%s : memref<4xf32, strided<[2]>>) outs(%y : memref<4xf32>)
  return
}
func.func @exact_window(%x: memref<32xf32>, %k: memref<3xf32>, %y: memref<8xf32>) {
  %v = memref.subview %x[0] [17] [1] : memref<32xf32> to memref<17xf32, strided<[1]>>
  linalg.generic #sums ins(%v, %k : memref<17xf32, strided<[1]>>, memref<3xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}
func.func @long_window(%x: memref<32xf32>, %k: memref<3xf32>, %y: memref<8xf32>) {
  %v = memref.subview %x[0] [17] [1] : memref<32xf32> to memref<17xf32, strided<[1]>>
  linalg.generic #sums ins(%v, %k : memref<17xf32, strided<[1]>>, memref<3xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}
func.func @no_window(%x: memref<?xf32>, %k: memref<?xf32>, %y: memref<?xf32>) {
  return
}
func.func @exact_reversed(%x: memref<32xf32>, %y: memref<8xf32>) {
  %v = memref.subview %x[0] [8] [1] : memref<32xf32> to memref<8xf32, strided<[1]>>
  linalg.generic #back ins(%v : memref<8xf32, strided<[1]>>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
func.func @masked(%x: memref<6xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 1.0 : f32
  %v = vector.transfer_read %x[%c0], %p : memref<6xf32>, vector<8xf32>
  vector.transfer_write %v, %y[%c0] : vector<8xf32>, memref<8xf32>
  return
}
func.func @padded(%x: memref<6xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 1.0 : f32
  %v = vector.transfer_read %x[%c0], %p : memref<6xf32>, vector<8xf32>
  vector.transfer_write %v, %y[%c0] : vector<8xf32>, memref<8xf32>
  return
}
func.func @empty(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  return %y : tensor<?xf32>
}
func.func @moved(%x: tensor<4x8xf32>, %y: tensor<?xf32>, %is: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %k = arith.select %is, %c0, %c8 : index
  %r = scf.if %is -> tensor<?xf32> {
    %v = tensor.extract %x[%c0, %k] : tensor<4x8xf32>
    %w = arith.addf %v, %v : f32
    %f = linalg.fill ins(%w : f32) outs(%y : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %f : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @guarded(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = memref.dim %y, %c0 : memref<?xf32>
  %l = arith.minui %n, %m : index
  scf.for %i = %c0 to %l step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}
//--- scheduled.mlir
func.func @insert(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %last = arith.subi %m, %c1 : index
  %0 = scf.for %i = %c0 to %m step %c1 iter_args(%a = %y) -> tensor<?x?xf32> {
    %row = tensor.extract_slice %x[%i, 0] [1, %n] [1, 1] : tensor<?x?xf32> to tensor<1x?xf32>
    // In each row but the last one, it begins in the second column.
    %differs = arith.cmpi ne, %i, %last : index
    %at = arith.extui %differs : i1 to i64
    %column = arith.index_cast %at : i64 to index
    %b = tensor.insert_slice %row into %a[%i, %column] [1, %n] [1, 1] : tensor<1x?xf32> into tensor<?x?xf32>
    %c = tensor.insert_slice %row into %b[%i, 0] [1, %n] [1, 1] : tensor<1x?xf32> into tensor<?x?xf32>
    scf.yield %c : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}
func.func @load(%x: memref<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %v = memref.load %x[%c0, %c8] : memref<4x8xf32>
  return %v : f32
}
func.func @store(%x: memref<4x8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  memref.store %v, %x[%c0, %c8] : memref<4x8xf32>
  return
}
func.func @affine_load(%x: memref<4x8xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %v = affine.load %x[0, symbol(%c4) * 2] : memref<4x8xf32>
  return %v : f32
}
func.func @extract(%x: tensor<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %v = tensor.extract %x[%c0, %c8] : tensor<4x8xf32>
  return %v : f32
}
func.func @element(%x: tensor<4x8xf32>, %v: f32) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %r = tensor.insert %v into %x[%c0, %c8] : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
func.func @transfer(%x: memref<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c7], %p {in_bounds = [true]} : memref<4x8xf32>, vector<4xf32>
  %r = vector.extract %v[0] : f32 from vector<4xf32>
  return %r : f32
}
func.func @transfer_row(%x: memref<4x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0, %c8], %p {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>}
    : memref<4x8xf32>, vector<2xf32>
  %r = vector.extract %v[0] : f32 from vector<2xf32>
  return %r : f32
}
#sums = {indexing_maps = [affine_map<(d0, d1) -> (2 * d0 + d1)>, affine_map<(d0, d1) -> (d1)>,
    affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
#halves = {indexing_maps = [affine_map<(d0) -> (d0 floordiv 2)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]}
#back = {indexing_maps = [affine_map<(d0) -> (7 - d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]}
func.func @window(%x: memref<32xf32>, %k: memref<3xf32>, %y: memref<8xf32>) {
  %n = arith.constant 16 : index
  %v = memref.subview %x[0] [%n] [1] : memref<32xf32> to memref<?xf32, strided<[1]>>
  linalg.generic #sums ins(%v, %k : memref<?xf32, strided<[1]>>, memref<3xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}
func.func @halved(%x: memref<32xf32>, %y: memref<8xf32>) {
  %n = arith.constant 3 : index
  %v = memref.subview %x[0] [%n] [1] : memref<32xf32> to memref<?xf32, strided<[1]>>
  linalg.generic #halves ins(%v : memref<?xf32, strided<[1]>>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
func.func @reversed(%x: memref<32xf32>, %y: memref<8xf32>) {
  %n = arith.constant 7 : index
  %v = memref.subview %x[0] [%n] [1] : memref<32xf32> to memref<?xf32, strided<[1]>>
  linalg.generic #back ins(%v : memref<?xf32, strided<[1]>>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
func.func @copy(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c7 = arith.constant 7 : index
  %v = memref.subview %y[0] [%c7] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
  memref.copy %x, %v : memref<8xf32> to memref<?xf32, strided<[1]>>
  return
}
func.func @view(%y: memref<8xf32>) {
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %b = memref.alloca() : memref<39xi8>
  %w = memref.view %b[%c8][%c8] : memref<39xi8> to memref<?xf32>
  %v = arith.constant 1.0 : f32
  linalg.fill ins(%v : f32) outs(%y : memref<8xf32>)
  return
}
func.func @concat(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> index {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %s = tensor.extract_slice %x[0, 0] [%c4, %c1] [1, 1] : tensor<4x8xf32> to tensor<?x?xf32>
  %t = tensor.extract_slice %y[0, 0] [%c1, %c1] [1, 1] : tensor<4x8xf32> to tensor<?x?xf32>
  %c = tensor.concat dim(1) %s, %t : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<4x8xf32>
  return %m : index
}
func.func @constant(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  %c5 = arith.constant 5 : index
  %s = memref.subview %x[0, 0] [1, %c5] [1, 2] : memref<4x8xf32> to memref<?xf32, strided<[2]>>
  %t = memref.subview %s[0] [4] [1] : memref<?xf32, strided<[2]>> to memref<4xf32, strided<[2]>>
  linalg.exp ins(%t : memref<4xf32, strided<[2]>>) outs(%y : memref<4xf32>)
  return
}
func.func @exact_window(%x: memref<32xf32>, %k: memref<3xf32>, %y: memref<8xf32>) {
  %n = arith.constant 17 : index
  %v = memref.subview %x[0] [%n] [1] : memref<32xf32> to memref<?xf32, strided<[1]>>
  linalg.generic #sums ins(%v, %k : memref<?xf32, strided<[1]>>, memref<3xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}
func.func @long_window(%x: memref<32xf32>, %k: memref<3xf32>, %y: memref<8xf32>) {
  %n = arith.constant 20 : index
  %v = memref.subview %x[0] [%n] [1] : memref<32xf32> to memref<?xf32, strided<[1]>>
  linalg.generic #sums ins(%v, %k : memref<?xf32, strided<[1]>>, memref<3xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}
func.func @no_window(%x: memref<?xf32>, %k: memref<?xf32>, %y: memref<?xf32>) {
  // No iteration, and no element.
  %c0 = arith.constant 0 : index
  %v = memref.subview %x[0] [%c0] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %w = memref.subview %y[0] [%c0] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  linalg.generic #sums ins(%v, %k : memref<?xf32, strided<[1]>>, memref<?xf32>) outs(%w : memref<?xf32, strided<[1]>>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
func.func @exact_reversed(%x: memref<32xf32>, %y: memref<8xf32>) {
  %n = arith.constant 8 : index
  %v = memref.subview %x[0] [%n] [1] : memref<32xf32> to memref<?xf32, strided<[1]>>
  linalg.generic #back ins(%v : memref<?xf32, strided<[1]>>) outs(%y : memref<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
func.func @masked(%x: memref<6xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %p = arith.constant 1.0 : f32
  %m = vector.create_mask %c6 : vector<8xi1>
  %v = vector.mask %m { vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<6xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %o = vector.create_mask %c6 : vector<8xi1>
  %f = vector.broadcast %p : f32 to vector<8xf32>
  %w = arith.select %o, %v, %f : vector<8xi1>, vector<8xf32>
  vector.transfer_write %w, %y[%c0] : vector<8xf32>, memref<8xf32>
  return
}
func.func @padded(%x: memref<6xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 1.0 : f32
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [false]} : memref<6xf32>, vector<8xf32>
  vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}
func.func @empty(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %e = tensor.extract_slice %x[0] [%c0] [1] : tensor<?xf32> to tensor<?xf32>
  %r = tensor.insert_slice %e into %y[%n] [%c0] [1] : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @moved(%x: tensor<4x8xf32>, %y: tensor<?xf32>, %is: i1) -> tensor<?xf32> {
  // What is read past a row is not used.
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %k = arith.select %is, %c0, %c8 : index
  %v = tensor.extract %x[%c0, %k] : tensor<4x8xf32>
  %w = arith.addf %v, %v : f32
  %r = scf.if %is -> tensor<?xf32> {
    %f = linalg.fill ins(%w : f32) outs(%y : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %f : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @guarded(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %m = memref.dim %y, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %is = arith.cmpi ult, %i, %m : index
    scf.if %is {
      %v = memref.load %x[%i] : memref<?xf32>
      memref.store %v, %y[%i] : memref<?xf32>
    }
  }
  return
}
