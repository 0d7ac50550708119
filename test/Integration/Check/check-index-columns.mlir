// Each coordinate of a row of indices is drawn from all of the dim that it indexes, and
// rows that must differ are not repeated because another dim is small.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/right.mlir --function unique \
// RUN:   | FileCheck %s --check-prefix=UNIQUE
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir --allow-unchanged | FileCheck %s --check-prefix=RIGHT

// The columns of the table are taken modulo its rows.
// CHECK:      gather: different:
// CHECK-NEXT: gather_dynamic: different:
// The second table has four rows only.
// CHECK-NEXT: two_tables: different:
// CHECK-NEXT: in_loop: different:
// One of eight updates is lost.
// CHECK-NEXT: unique: different:

// UNIQUE: unique: equal:

// RIGHT-COUNT-5: equal:

//--- payload.mlir
func.func @gather(%t: tensor<3x100xf32>, %i: tensor<8x2xindex>) -> tensor<8xf32> {
  %r = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<3x100xf32>, tensor<8x2xindex>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func @gather_dynamic(%t: tensor<3x?xf32>, %i: tensor<?x2xi32>) -> tensor<?xf32> {
  %r = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<3x?xf32>, tensor<?x2xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @two_tables(%t: tensor<4xf32>, %u: tensor<1000xf32>, %i: tensor<40x2xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d, 0)>, affine_map<(d) -> (d, 1)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%i, %i : tensor<40x2xi32>, tensor<40x2xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: i32, %q: f32):
    %k = arith.index_cast %x : i32 to index
    %l = arith.index_cast %y : i32 to index
    %v = tensor.extract %t[%k] : tensor<4xf32>
    %w = tensor.extract %u[%l] : tensor<1000xf32>
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @in_loop(%t: memref<4xf32>, %u: memref<1000xf32>, %i: memref<40x2xi32>, %y: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %seconds = memref.subview %i[0, 1] [40, 1] [1, 1] : memref<40x2xi32> to memref<40xi32, strided<[2], offset: 1>>
  scf.for %j = %c0 to %c40 step %c1 {
    %a = memref.load %i[%j, %c0] : memref<40x2xi32>
    %b = memref.load %seconds[%j] : memref<40xi32, strided<[2], offset: 1>>
    %k = arith.index_cast %a : i32 to index
    %l = arith.index_cast %b : i32 to index
    %v = memref.load %t[%k] : memref<4xf32>
    %w = memref.load %u[%l] : memref<1000xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %y[%j] : memref<40xf32>
  }
  return
}
func.func @unique(%d: tensor<2x100xf32>, %u: tensor<8xf32>, %i: tensor<8x2xindex>) -> tensor<2x100xf32> {
  %r = linalg_ext.scatter {unique_indices} ins(%i, %u : tensor<8x2xindex>, tensor<8xf32>) outs(%d : tensor<2x100xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg_ext.yield %b : f32
  } -> tensor<2x100xf32>
  return %r : tensor<2x100xf32>
}

//--- scheduled.mlir
func.func @gather(%t: tensor<3x100xf32>, %i: tensor<8x2xindex>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = tensor.generate {
  ^bb0(%j: index):
    %a = tensor.extract %i[%j, %c0] : tensor<8x2xindex>
    %b = tensor.extract %i[%j, %c1] : tensor<8x2xindex>
    %c = arith.remui %b, %c3 : index
    %v = tensor.extract %t[%a, %c] : tensor<3x100xf32>
    tensor.yield %v : f32
  } : tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func @gather_dynamic(%t: tensor<3x?xf32>, %i: tensor<?x2xi32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i32
  %n = tensor.dim %i, %c0 : tensor<?x2xi32>
  %r = tensor.generate %n {
  ^bb0(%j: index):
    %x = tensor.extract %i[%j, %c0] : tensor<?x2xi32>
    %y = tensor.extract %i[%j, %c1] : tensor<?x2xi32>
    %z = arith.remui %y, %c3 : i32
    %a = arith.index_cast %x : i32 to index
    %c = arith.index_cast %z : i32 to index
    %v = tensor.extract %t[%a, %c] : tensor<3x?xf32>
    tensor.yield %v : f32
  } : tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @two_tables(%t: tensor<4xf32>, %u: tensor<1000xf32>, %i: tensor<40x2xi32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %c3 = arith.constant 3 : i32
  %r = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d, 0)>, affine_map<(d) -> (d, 1)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%i, %i : tensor<40x2xi32>, tensor<40x2xi32>) outs(%o : tensor<40xf32>) {
  ^bb0(%x: i32, %y: i32, %q: f32):
    %z = arith.andi %y, %c3 : i32
    %k = arith.index_cast %x : i32 to index
    %l = arith.index_cast %z : i32 to index
    %v = tensor.extract %t[%k] : tensor<4xf32>
    %w = tensor.extract %u[%l] : tensor<1000xf32>
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
func.func @in_loop(%t: memref<4xf32>, %u: memref<1000xf32>, %i: memref<40x2xi32>, %y: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c3 = arith.constant 3 : i32
  scf.for %j = %c0 to %c40 step %c1 {
    %a = memref.load %i[%j, %c0] : memref<40x2xi32>
    %b = memref.load %i[%j, %c1] : memref<40x2xi32>
    %z = arith.andi %b, %c3 : i32
    %k = arith.index_cast %a : i32 to index
    %l = arith.index_cast %z : i32 to index
    %v = memref.load %t[%k] : memref<4xf32>
    %w = memref.load %u[%l] : memref<1000xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %y[%j] : memref<40xf32>
  }
  return
}
func.func @unique(%d: tensor<2x100xf32>, %u: tensor<8xf32>, %i: tensor<8x2xindex>) -> tensor<2x100xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %j = %c0 to %c7 step %c1 iter_args(%t = %d) -> tensor<2x100xf32> {
    %a = tensor.extract %i[%j, %c0] : tensor<8x2xindex>
    %b = tensor.extract %i[%j, %c1] : tensor<8x2xindex>
    %v = tensor.extract %u[%j] : tensor<8xf32>
    %n = tensor.insert %v into %t[%a, %b] : tensor<2x100xf32>
    scf.yield %n : tensor<2x100xf32>
  }
  return %r : tensor<2x100xf32>
}

//--- right.mlir
// The updates are written in reverse.
func.func @unique(%d: tensor<2x100xf32>, %u: tensor<8xf32>, %i: tensor<8x2xindex>) -> tensor<2x100xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%t = %d) -> tensor<2x100xf32> {
    %j = arith.subi %c7, %k : index
    %a = tensor.extract %i[%j, %c0] : tensor<8x2xindex>
    %b = tensor.extract %i[%j, %c1] : tensor<8x2xindex>
    %v = tensor.extract %u[%j] : tensor<8xf32>
    %n = tensor.insert %v into %t[%a, %b] : tensor<2x100xf32>
    scf.yield %n : tensor<2x100xf32>
  }
  return %r : tensor<2x100xf32>
}
