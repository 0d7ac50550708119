// RUN: heddle-opt %s --heddle-lower-vectors | FileCheck %s

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>

// What the loop carries and the elementwise op computes is stored under the same
// sizes: the sums need no mask, and only the stores have one.
// CHECK-LABEL: func.func @carried(
// CHECK-NOT:     arith.select {{.*}}, vector<16xf32>
// CHECK:         scf.for {{.*}} iter_args(
// CHECK-COUNT-2:   vector.fma {{.*}} : vector<16xf32>
// CHECK-NOT:       arith.select {{.*}}, vector<16xf32>
// CHECK:           scf.yield %{{.*}} : vector<
// CHECK-COUNT-2: vector.maskedstore {{.*}} : memref<2x16xf32>, vector<16xi1>, vector<16xf32>
func.func @carried(%out: memref<2x16xf32>, %x: vector<2x1xf32>, %y: vector<1x16xf32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant dense<0.0> : vector<2x16xf32>
  %mask = vector.create_mask %m, %n, %c1 : vector<2x16x1xi1>
  %lanes = vector.create_mask %m, %n : vector<2x16xi1>
  %s = scf.for %i = %c0 to %c9 step %c1 iter_args(%acc = %zero) -> (vector<2x16xf32>) {
    %r = vector.mask %mask { vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<2x1xf32>, vector<1x16xf32> into vector<2x16xf32> } : vector<2x16x1xi1> -> vector<2x16xf32>
    scf.yield %r : vector<2x16xf32>
  }
  %p = arith.mulf %s, %s : vector<2x16xf32>
  vector.transfer_write %p, %out[%c0, %c0], %lanes {in_bounds = [true, true]} : vector<2x16xf32>, memref<2x16xf32>
  return
}

// The other lanes are stored, too: they keep what was there.
// CHECK-LABEL: func.func @stored(
// CHECK:         arith.select %{{.*}} : vector<16xi1>, vector<16xf32>
func.func @stored(%out: memref<2x16xf32>, %x: vector<2x1xf32>, %y: vector<1x16xf32>, %acc: vector<2x16xf32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mask = vector.create_mask %m, %n, %c1 : vector<2x16x1xi1>
  %r = vector.mask %mask { vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<2x1xf32>, vector<1x16xf32> into vector<2x16xf32> } : vector<2x16x1xi1> -> vector<2x16xf32>
  vector.transfer_write %r, %out[%c0, %c0] {in_bounds = [true, true]} : vector<2x16xf32>, memref<2x16xf32>
  return
}

// More rows are stored than are computed.
// CHECK-LABEL: func.func @other_sizes(
// CHECK:         arith.select %{{.*}} : vector<16xi1>, vector<16xf32>
func.func @other_sizes(%out: memref<2x16xf32>, %x: vector<2x1xf32>, %y: vector<1x16xf32>, %acc: vector<2x16xf32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %mask = vector.create_mask %m, %n, %c1 : vector<2x16x1xi1>
  %lanes = vector.create_mask %c2, %n : vector<2x16xi1>
  %r = vector.mask %mask { vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<2x1xf32>, vector<1x16xf32> into vector<2x16xf32> } : vector<2x16x1xi1> -> vector<2x16xf32>
  vector.transfer_write %r, %out[%c0, %c0], %lanes {in_bounds = [true, true]} : vector<2x16xf32>, memref<2x16xf32>
  return
}

// The mask leaves out products, not only sums.
// CHECK-LABEL: func.func @products(
// CHECK:         arith.select %{{.*}} : vector<16xi1>, vector<16xf32>
func.func @products(%out: memref<2x16xf32>, %x: vector<2x4xf32>, %y: vector<4x16xf32>, %acc: vector<2x16xf32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %mask = vector.create_mask %c2, %n, %k : vector<2x16x4xi1>
  %lanes = vector.create_mask %c2, %n : vector<2x16xi1>
  %r = vector.mask %mask { vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<2x4xf32>, vector<4x16xf32> into vector<2x16xf32> } : vector<2x16x4xi1> -> vector<2x16xf32>
  vector.transfer_write %r, %out[%c0, %c0], %lanes {in_bounds = [true, true]} : vector<2x16xf32>, memref<2x16xf32>
  return
}

// The sum of all lanes sees them all, and so does a reader of the loop's result
// beside the write.
// CHECK-LABEL: func.func @summed(
// CHECK:         arith.select %{{.*}} : vector<16xi1>, vector<16xf32>
func.func @summed(%out: memref<2x16xf32>, %x: vector<2x1xf32>, %y: vector<1x16xf32>, %acc: vector<2x16xf32>, %m: index, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %mask = vector.create_mask %m, %n, %c1 : vector<2x16x1xi1>
  %lanes = vector.create_mask %m, %n : vector<2x16xi1>
  %r = vector.mask %mask { vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %acc : vector<2x1xf32>, vector<1x16xf32> into vector<2x16xf32> } : vector<2x16x1xi1> -> vector<2x16xf32>
  vector.transfer_write %r, %out[%c0, %c0], %lanes {in_bounds = [true, true]} : vector<2x16xf32>, memref<2x16xf32>
  %all = vector.multi_reduction <add>, %r, %f0 [0, 1] : vector<2x16xf32> to f32
  return %all : f32
}
