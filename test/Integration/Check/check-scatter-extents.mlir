// The source of a scatter has a row for each row of the indices, and there are as many
// places as rows that must be different.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/right.mlir | FileCheck %s
// RUN: not heddle check %t/payload.mlir --scheduled %t/wrong.mlir \
// RUN:   | FileCheck %s --check-prefix=WRONG

// CHECK:      rows: equal: {{.*}} runs
// CHECK-NEXT: pairs: equal: {{.*}} runs
// CHECK-NEXT: ext: equal: {{.*}} runs

// WRONG:      rows: different:
// WRONG-NEXT: pairs: different:
// WRONG-NEXT: ext: different:

//--- payload.mlir
func.func @rows(%d: tensor<?x4xf32>, %u: tensor<?x4xf32>, %i: tensor<?x1xindex>) -> tensor<?x4xf32> {
  %r = tensor.scatter %u into %d[%i] scatter_dims([0]) unique : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x1xindex>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
func.func @pairs(%d: tensor<?x2x?xf32>, %u: tensor<?x1x1x?xf32>, %i: tensor<?x2xi32>) -> tensor<?x2x?xf32> {
  %r = tensor.scatter %u into %d[%i] scatter_dims([0, 1]) unique : (tensor<?x1x1x?xf32>, tensor<?x2x?xf32>, tensor<?x2xi32>) -> tensor<?x2x?xf32>
  return %r : tensor<?x2x?xf32>
}
func.func @ext(%d: tensor<?xf32>, %u: tensor<?xf32>, %i: tensor<?x1xindex>) -> tensor<?xf32> {
  %r = linalg_ext.scatter {unique_indices} ins(%i, %u : tensor<?x1xindex>, tensor<?xf32>) outs(%d : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg_ext.yield %b : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

//--- right.mlir
// The rows are written in reverse.
func.func @rows(%d: tensor<?x4xf32>, %u: tensor<?x4xf32>, %i: tensor<?x1xindex>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %u, %c0 : tensor<?x4xf32>
  %first = arith.constant 0 : index
  %last = arith.subi %n, %c1 : index
  %r = scf.for %k = %first to %n step %c1 iter_args(%t = %d) -> tensor<?x4xf32> {
    %j = arith.subi %last, %k : index
    %a = tensor.extract %i[%j, %c0] : tensor<?x1xindex>
    %v = tensor.extract_slice %u[%j, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<4xf32>
    %s = tensor.insert_slice %v into %t[%a, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<?x4xf32>
    scf.yield %s : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}
func.func @pairs(%d: tensor<?x2x?xf32>, %u: tensor<?x1x1x?xf32>, %i: tensor<?x2xi32>) -> tensor<?x2x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %u, %c0 : tensor<?x1x1x?xf32>
  %m = tensor.dim %u, %c3 : tensor<?x1x1x?xf32>
  %first = arith.constant 0 : index
  %last = arith.subi %n, %c1 : index
  %r = scf.for %k = %first to %n step %c1 iter_args(%t = %d) -> tensor<?x2x?xf32> {
    %j = arith.subi %last, %k : index
    %a32 = tensor.extract %i[%j, %c0] : tensor<?x2xi32>
    %b32 = tensor.extract %i[%j, %c1] : tensor<?x2xi32>
    %a = arith.index_cast %a32 : i32 to index
    %b = arith.index_cast %b32 : i32 to index
    %v = tensor.extract_slice %u[%j, 0, 0, 0] [1, 1, 1, %m] [1, 1, 1, 1] : tensor<?x1x1x?xf32> to tensor<?xf32>
    %s = tensor.insert_slice %v into %t[%a, %b, 0] [1, 1, %m] [1, 1, 1] : tensor<?xf32> into tensor<?x2x?xf32>
    scf.yield %s : tensor<?x2x?xf32>
  }
  return %r : tensor<?x2x?xf32>
}
func.func @ext(%d: tensor<?xf32>, %u: tensor<?xf32>, %i: tensor<?x1xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %u, %c0 : tensor<?xf32>
  %first = arith.constant 0 : index
  %last = arith.subi %n, %c1 : index
  %r = scf.for %k = %first to %n step %c1 iter_args(%t = %d) -> tensor<?xf32> {
    %j = arith.subi %last, %k : index
    %a = tensor.extract %i[%j, %c0] : tensor<?x1xindex>
    %v = tensor.extract %u[%j] : tensor<?xf32>
    %s = tensor.insert %v into %t[%a] : tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

//--- wrong.mlir
// The last row is not written.
func.func @rows(%d: tensor<?x4xf32>, %u: tensor<?x4xf32>, %i: tensor<?x1xindex>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %u, %c0 : tensor<?x4xf32>
  %first = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  %r = scf.for %k = %first to %n step %c1 iter_args(%t = %d) -> tensor<?x4xf32> {
    %j = arith.subi %last, %k : index
    %a = tensor.extract %i[%j, %c0] : tensor<?x1xindex>
    %v = tensor.extract_slice %u[%j, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<4xf32>
    %s = tensor.insert_slice %v into %t[%a, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<?x4xf32>
    scf.yield %s : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}
func.func @pairs(%d: tensor<?x2x?xf32>, %u: tensor<?x1x1x?xf32>, %i: tensor<?x2xi32>) -> tensor<?x2x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %u, %c0 : tensor<?x1x1x?xf32>
  %m = tensor.dim %u, %c3 : tensor<?x1x1x?xf32>
  %first = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  %r = scf.for %k = %first to %n step %c1 iter_args(%t = %d) -> tensor<?x2x?xf32> {
    %j = arith.subi %last, %k : index
    %a32 = tensor.extract %i[%j, %c0] : tensor<?x2xi32>
    %b32 = tensor.extract %i[%j, %c1] : tensor<?x2xi32>
    %a = arith.index_cast %a32 : i32 to index
    %b = arith.index_cast %b32 : i32 to index
    %v = tensor.extract_slice %u[%j, 0, 0, 0] [1, 1, 1, %m] [1, 1, 1, 1] : tensor<?x1x1x?xf32> to tensor<?xf32>
    %s = tensor.insert_slice %v into %t[%a, %b, 0] [1, 1, %m] [1, 1, 1] : tensor<?xf32> into tensor<?x2x?xf32>
    scf.yield %s : tensor<?x2x?xf32>
  }
  return %r : tensor<?x2x?xf32>
}
func.func @ext(%d: tensor<?xf32>, %u: tensor<?xf32>, %i: tensor<?x1xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %u, %c0 : tensor<?xf32>
  %first = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  %r = scf.for %k = %first to %n step %c1 iter_args(%t = %d) -> tensor<?xf32> {
    %j = arith.subi %last, %k : index
    %a = tensor.extract %i[%j, %c0] : tensor<?x1xindex>
    %v = tensor.extract %u[%j] : tensor<?xf32>
    %s = tensor.insert %v into %t[%a] : tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
