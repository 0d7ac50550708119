// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule | FileCheck %s

// An op without vectors is not cut, and the op beside it gets its vectors.
// SAME-COUNT-4: equal

#ij = affine_map<(i, j) -> (i, j)>
#flip = affine_map<(i, j) -> (i, -j + 200)>
#third = affine_map<(i, j) -> (i, j floordiv 3)>

// Results that are written backwards. No slice of them is the result of a tile.
// CHECK-LABEL: func.func @written_backwards(
// CHECK-NOT:     scf.for
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : memref<64x201xf32>) outs(%{{.*}} : memref<64x201xf32>)
// CHECK-NOT:     heddle.left_scalar
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step
// CHECK:           math.exp %{{.*}} : vector<
func.func @written_backwards(%w: tensor<64x201xf32>, %a: tensor<40x64xf32>) -> (tensor<64x201xf32>, tensor<40x64xf32>) {
  %e = tensor.empty() : tensor<64x201xf32>
  // expected-note@below {{the op}}
  %r = linalg.generic {indexing_maps = [#ij, #flip], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x201xf32>) outs(%e : tensor<64x201xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<64x201xf32>
  %e2 = tensor.empty() : tensor<40x64xf32>
  %m = linalg.exp ins(%a : tensor<40x64xf32>) outs(%e2 : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r, %m : tensor<64x201xf32>, tensor<40x64xf32>
}

// A body without vectors: rows of 500 elements would be cut into vectors first.
// CHECK-LABEL: func.func @sizes(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : memref<4x500xindex>) outs(%{{.*}} : memref<4x500xindex>)
// CHECK:         math.exp %{{.*}} : vector<
func.func @sizes(%w: tensor<4x500xindex>, %t: tensor<?x?xf32>, %a: tensor<40x64xf32>) -> (tensor<4x500xindex>, tensor<40x64xf32>) {
  %one = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x500xindex>
  // expected-note@below {{the op}}
  %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<4x500xindex>) outs(%e : tensor<4x500xindex>) {
  ^bb0(%x: index, %b: index):
    %n = arith.andi %x, %one : index
    %d = tensor.dim %t, %n : tensor<?x?xf32>
    linalg.yield %d : index
  } -> tensor<4x500xindex>
  %e2 = tensor.empty() : tensor<40x64xf32>
  %m = linalg.exp ins(%a : tensor<40x64xf32>) outs(%e2 : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r, %m : tensor<4x500xindex>, tensor<40x64xf32>
}

// Each third element again, and an op that reads both ways: vectors, too.
// CHECK-LABEL: func.func @upsampled(
// CHECK-NOT:     linalg.
// CHECK:         vector.gather %{{.*}} into vector<64xf32>
// CHECK:         math.exp %{{.*}} : vector<
// CHECK:         return
func.func @upsampled(%w: tensor<64x67xf32>, %a: tensor<40x201xf32>) -> (tensor<64x201xf32>, tensor<40x201xf32>) {
  %e = tensor.empty() : tensor<64x201xf32>
  %r = linalg.generic {indexing_maps = [#third, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x67xf32>) outs(%e : tensor<64x201xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<64x201xf32>
  %e2 = tensor.empty() : tensor<40x201xf32>
  %m = linalg.generic {indexing_maps = [#flip, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : tensor<40x201xf32>, tensor<40x201xf32>) outs(%e2 : tensor<40x201xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.subf %x, %y : f32
    %p = math.exp %d : f32
    linalg.yield %p : f32
  } -> tensor<40x201xf32>
  return %r, %m : tensor<64x201xf32>, tensor<40x201xf32>
}

// The diagonal of a matrix of any size: no tile of it is known to be smaller.
// CHECK-LABEL: func.func @diagonal(
// CHECK-NOT:     scf.for
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : memref<?xf32>) outs(%{{.*}} : memref<?x?xf32>)
// CHECK:         math.exp %{{.*}} : vector<
func.func @diagonal(%w: tensor<?xf32>, %o: tensor<?x?xf32>, %a: tensor<40x64xf32>) -> (tensor<?x?xf32>, tensor<40x64xf32>) {
  // expected-note@below {{the op}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]}
      ins(%w : tensor<?xf32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  %e2 = tensor.empty() : tensor<40x64xf32>
  %m = linalg.exp ins(%a : tensor<40x64xf32>) outs(%e2 : tensor<40x64xf32>) -> tensor<40x64xf32>
  return %r, %m : tensor<?x?xf32>, tensor<40x64xf32>
}

transform.sequence failures(propagate) {
^bb0(%m: !transform.any_op):
  // expected-remark@below {{'linalg.generic' stays scalar: it writes elements that are no row of a result, by the map (d0, d1) -> (d0, -d1 + 200)}}
  // expected-remark@below {{'linalg.generic' stays scalar: its body or its combiner has no vector form}}
  // expected-remark@below {{'linalg.generic' stays scalar: it writes elements that are no row of a result, by the map (d0) -> (d0, d0)}}
  transform.heddle.vectorize %m {best_effort} : !transform.any_op
  %b = transform.heddle.bufferize %m : (!transform.any_op) -> !transform.any_op
}
