// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Ops that compute or move elements one by one.

// Rows and columns are repeated.
// SAME: broadcasts: equal
// CHECK-LABEL: func @broadcasts(
// CHECK-NOT:     linalg.
// CHECK:         arith.mulf {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @broadcasts(%a0: tensor<?x?xf32>, %a1: tensor<?xf32>, %a2: tensor<?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%a0, %a1, %a2 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
      %s = arith.addf %y, %x : f32
      %t = arith.mulf %s, %z : f32
      linalg.yield %t : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Squares are transposed in registers.
// SAME: transposed: equal
// CHECK-LABEL: func @transposed(
// CHECK-NOT:     linalg.
// CHECK:         vector.transpose {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @transposed(%a0: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%a0 : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The lanes of a partial tile divide by one, not by what is read beyond it.
// SAME: quotients: equal
// CHECK-LABEL: func @quotients(
// CHECK-NOT:     linalg.
// CHECK:         arith.divsi {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @quotients(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %c: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%a0, %a1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%c : tensor<?x?xi32>) {
    ^bb0(%x: i32, %y: i32, %o: i32):
      %one = arith.constant 1 : i32
      %d = arith.ori %y, %one : i32
      %s = arith.divsi %x, %d : i32
      linalg.yield %s : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// The body reads its index.
// SAME: indices: equal
// CHECK-LABEL: func @indices(
// CHECK-NOT:     linalg.
// CHECK:         arith.addi {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @indices(%a0: tensor<19x77xi32>, %c: tensor<19x77xi32>) -> tensor<19x77xi32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%a0 : tensor<19x77xi32>) outs(%c : tensor<19x77xi32>) {
    ^bb0(%x: i32, %o: i32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %p = arith.muli %i, %j : index
      %k = arith.index_cast %p : index to i32
      %s = arith.addi %x, %k : i32
      linalg.yield %s : i32
  } -> tensor<19x77xi32>
  return %r : tensor<19x77xi32>
}

// The widest type says how many lanes there are.
// SAME: types: equal
// CHECK-LABEL: func @types(
// CHECK-NOT:     linalg.
// CHECK:         arith.truncf {{.*}} : vector<64xf32> to vector<64xf16>
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @types(%a0: tensor<?x?xf32>, %a1: tensor<?x?xi8>, %c: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%a0, %a1 : tensor<?x?xf32>, tensor<?x?xi8>) outs(%c : tensor<?x?xf16>) {
    ^bb0(%x: f32, %y: i8, %o: f16):
      %f = arith.sitofp %y : i8 to f32
      %s = arith.addf %x, %f : f32
      %t = arith.truncf %s : f32 to f16
      linalg.yield %t : f16
  } -> tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}

// Padding is filled in; what is padded is copied.
// SAME: padded: equal
// CHECK-LABEL: func @padded(
// CHECK-NOT:     tensor.pad
// CHECK:         vector.transfer_write %{{.*}} : vector<
// CHECK:         return
func.func @padded(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %one = arith.constant 1.0 : f32
  %r = tensor.pad %x low[2, 3] high[1, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %one : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Named ops, one of them a transposition.
// SAME: named: equal
// CHECK-LABEL: func @named(
// CHECK-NOT:     linalg.
// CHECK:         vector.transpose {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @named(%x: tensor<31x47xf32>, %o: tensor<47x31xf32>) -> tensor<47x31xf32> {
  %t = linalg.transpose ins(%x : tensor<31x47xf32>) outs(%o : tensor<47x31xf32>) permutation = [1, 0]
  %n = linalg.negf ins(%t : tensor<47x31xf32>) outs(%o : tensor<47x31xf32>) -> tensor<47x31xf32>
  %r = linalg.copy ins(%n : tensor<47x31xf32>) outs(%o : tensor<47x31xf32>) -> tensor<47x31xf32>
  return %r : tensor<47x31xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
