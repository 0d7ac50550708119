// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle check %s --function dynamic --dims=arg0=1 | FileCheck %s --check-prefix=ONE
// RUN: heddle check %s --function dynamic --dims=arg0=0 | FileCheck %s --check-prefix=ONE
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Dims that a map subtracts, divides or only has beside such a dim: a tile along any
// dim of the op reads the right elements, and each op has vectors.
// SAME-COUNT-5: equal
// ONE: dynamic: equal

#ijk = affine_map<(i, j, k) -> (i, j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>

// Only %a has the extent of k, and it is read backwards along i.
// CHECK-LABEL: func.func @reduced_alone(
// CHECK-NOT:     linalg.
// CHECK:         vector.multi_reduction <minsi>, %{{.*}} : vector<64xi8> to i8
// CHECK:         return
func.func @reduced_alone(%a: tensor<40x33x3xi8>, %c: tensor<3x33xi8>) -> tensor<3x33xi8> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j, -i + 2)>, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<40x33x3xi8>) outs(%c : tensor<3x33xi8>) {
  ^bb0(%x: i8, %o: i8):
    %m = arith.minsi %o, %x : i8
    linalg.yield %m : i8
  } -> tensor<3x33xi8>
  return %r : tensor<3x33xi8>
}

// The same of any number of rows, and of none.
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT:     linalg.
// CHECK:         arith.maxnumf %{{.*}} : vector<
// CHECK:         return
func.func @dynamic(%a: tensor<?x33x3xf32>, %c: tensor<3x33xf32>) -> tensor<3x33xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j, -i + 2)>, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<?x33x3xf32>) outs(%c : tensor<3x33xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.maxnumf %o, %x : f32
    linalg.yield %m : f32
  } -> tensor<3x33xf32>
  return %r : tensor<3x33xf32>
}

// The dim that is divided is whole in each tile of the others.
// CHECK-LABEL: func.func @wrapped(
// CHECK-NOT:     linalg.
// CHECK:         arith.addf %{{.*}} : vector<
// CHECK:         return
func.func @wrapped(%a: tensor<5x67xf32>, %c: tensor<13x67xf32>) -> tensor<13x67xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i mod 5, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<5x67xf32>) outs(%c : tensor<13x67xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.addf %o, %x : f32
    linalg.yield %m : f32
  } -> tensor<13x67xf32>
  return %r : tensor<13x67xf32>
}

// Beside operands that are in order, and a body that reads where it is.
// CHECK-LABEL: func.func @beside(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<128xf32>, vector<128xf32> into f32
// CHECK:         return
func.func @beside(%a: tensor<7x66xf32>, %b: tensor<7x31x66xf32>, %c: tensor<7x31xf32>) -> tensor<7x31xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (-i + 6, k)>, #ijk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<7x66xf32>, tensor<7x31x66xf32>) outs(%c : tensor<7x31xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %k = linalg.index 2 : index
    %n = arith.index_cast %k : index to i32
    %f = arith.sitofp %n : i32 to f32
    %p = arith.mulf %x, %y : f32
    %q = arith.mulf %p, %f : f32
    %m = arith.addf %o, %q : f32
    linalg.yield %m : f32
  } -> tensor<7x31xf32>
  return %r : tensor<7x31xf32>
}

// A single element, from the end.
// CHECK-LABEL: func.func @single(
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @single(%a: tensor<9x1xf32>, %c: tensor<1xf32>) -> tensor<1xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, -i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<9x1xf32>) outs(%c : tensor<1xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.addf %o, %x : f32
    linalg.yield %m : f32
  } -> tensor<1xf32>
  return %r : tensor<1xf32>
}

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  transform.heddle.vectorize %m : !transform.any_op
  %b = transform.heddle.bufferize %m : (!transform.any_op) -> !transform.any_op
}
