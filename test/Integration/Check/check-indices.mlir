// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// Elements that index an array are drawn from all of its extent, and from
// nothing else.

// The scheduled function is right for the first two rows.
// CHECK:      gather: different:
// CHECK-NEXT: through_body: different:
// No index is outside of the rows.
// CHECK-NEXT: scatter: equal:
// CHECK-NOT:  all integers
// CHECK-SAME: runs on special values
// The rows that nothing names twice may be updated in any order.
// CHECK-NEXT: unique: equal:
// The scheduled function is right for all rows but the last.
// CHECK-NEXT: last_row: different:

//--- payload.mlir
func.func @gather(%i: tensor<?xi32>, %t: tensor<9x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(r, c) -> (r)>, affine_map<(r, c) -> (r, c)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<?xi32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%row: i32, %out: f32):
    %r = arith.index_cast %row : i32 to index
    %c = linalg.index 1 : index
    %x = tensor.extract %t[%r, %c] : tensor<9x?xf32>
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @through_body(%i: tensor<30xindex>, %t: tensor<9xf32>) -> tensor<30xf32> {
  %0 = tensor.generate {
  ^bb0(%p: index):
    %r = tensor.extract %i[%p] : tensor<30xindex>
    %x = tensor.extract %t[%r] : tensor<9xf32>
    tensor.yield %x : f32
  } : tensor<30xf32>
  return %0 : tensor<30xf32>
}
func.func @scatter(%i: tensor<?x1xi8>, %u: tensor<?x9xf32>, %s: tensor<8x9xf32>) -> tensor<8x9xf32> {
  %0 = linalg_ext.scatter ins(%i, %u : tensor<?x1xi8>, tensor<?x9xf32>) outs(%s : tensor<8x9xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  } -> tensor<8x9xf32>
  return %0 : tensor<8x9xf32>
}
func.func @unique(%i: memref<6x1xi32>, %u: memref<6xf32>, %s: memref<8xf32>) {
  linalg_ext.scatter {unique_indices} ins(%i, %u : memref<6x1xi32>, memref<6xf32>) outs(%s : memref<8xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  }
  return
}
func.func @last_row(%i: tensor<5xindex>, %t: tensor<97xf32>) -> tensor<5xf32> {
  %0 = tensor.generate {
  ^bb0(%p: index):
    %r = tensor.extract %i[%p] : tensor<5xindex>
    %x = tensor.extract %t[%r] : tensor<97xf32>
    tensor.yield %x : f32
  } : tensor<5xf32>
  return %0 : tensor<5xf32>
}

//--- scheduled.mlir
func.func @gather(%i: tensor<?xi32>, %t: tensor<9x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %one = arith.constant 1 : i32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(r, c) -> (r)>, affine_map<(r, c) -> (r, c)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<?xi32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%row: i32, %out: f32):
    %first = arith.minsi %row, %one : i32
    %r = arith.index_cast %first : i32 to index
    %c = linalg.index 1 : index
    %x = tensor.extract %t[%r, %c] : tensor<9x?xf32>
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @through_body(%i: tensor<30xindex>, %t: tensor<9xf32>) -> tensor<30xf32> {
  %one = arith.constant 1 : index
  %0 = tensor.generate {
  ^bb0(%p: index):
    %row = tensor.extract %i[%p] : tensor<30xindex>
    %r = arith.minui %row, %one : index
    %x = tensor.extract %t[%r] : tensor<9xf32>
    tensor.yield %x : f32
  } : tensor<30xf32>
  return %0 : tensor<30xf32>
}
func.func @scatter(%i: tensor<?x1xi8>, %u: tensor<?x9xf32>, %s: tensor<8x9xf32>) -> tensor<8x9xf32> {
  %0 = linalg_ext.scatter {again} ins(%i, %u : tensor<?x1xi8>, tensor<?x9xf32>) outs(%s : tensor<8x9xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  } -> tensor<8x9xf32>
  return %0 : tensor<8x9xf32>
}
func.func @unique(%i: memref<6x1xi32>, %u: memref<6xf32>, %s: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.for %p = %c0 to %c6 step %c1 {
    %row = arith.subi %c5, %p : index
    %j = memref.load %i[%row, %c0] : memref<6x1xi32>
    %x = memref.load %u[%row] : memref<6xf32>
    %k = arith.index_cast %j : i32 to index
    memref.store %x, %s[%k] : memref<8xf32>
  }
  return
}
func.func @last_row(%i: tensor<5xindex>, %t: tensor<97xf32>) -> tensor<5xf32> {
  %other = arith.constant 95 : index
  %0 = tensor.generate {
  ^bb0(%p: index):
    %r = tensor.extract %i[%p] : tensor<5xindex>
    %row = arith.minui %r, %other : index
    %x = tensor.extract %t[%row] : tensor<97xf32>
    tensor.yield %x : f32
  } : tensor<5xf32>
  return %0 : tensor<5xf32>
}
