// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=EQUAL

// Reductions that keep their dim with one element are computed as if they dropped it:
// vectors of partial results along each row, not one vector of the whole row.
// EQUAL:      sums: equal:
// EQUAL-NEXT: any: equal:
// EQUAL-NEXT: columns: equal:
// EQUAL-NEXT: image: equal:
// EQUAL-NEXT: both: equal:

// CHECK-LABEL: func.func @sums(
// CHECK:         scf.for {{.*}} -> (vector<64xf32>) {
// CHECK:           vector.transfer_read {{.*}} vector<64xf32>
// CHECK:         vector.multi_reduction <add>, {{.*}} : vector<64xf32> to f32
// CHECK-NOT:     vector<1024xf32>
// CHECK:         return
func.func @sums(%x: tensor<3x1024xf32>, %o: tensor<3x1xf32>) -> tensor<3x1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x1024xf32>) outs(%o : tensor<3x1xf32>) {
    ^bb0(%u: f32, %s: f32):
      %1 = arith.addf %s, %u : f32
      linalg.yield %1 : f32
  } -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// Of any length, from a fill.
// CHECK-LABEL: func.func @any(
// CHECK:         scf.for {{.*}} -> (vector<64xf32>) {
// CHECK-NOT:     linalg.generic {{.*}}
// CHECK:         return
func.func @any(%x: tensor<?x?xf32>, %o: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %least = arith.constant 0xFF800000 : f32
  %init = linalg.fill ins(%least : f32) outs(%o : tensor<?x1xf32>) -> tensor<?x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%init : tensor<?x1xf32>) {
    ^bb0(%u: f32, %s: f32):
      %1 = arith.maximumf %s, %u : f32
      linalg.yield %1 : f32
  } -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// The first dim is kept.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT:     linalg.generic {{.*}}
// CHECK:         return
func.func @columns(%x: tensor<37x131xf64>, %o: tensor<1x131xf64>) -> tensor<1x131xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (0, j)>], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<37x131xf64>) outs(%o : tensor<1x131xf64>) {
    ^bb0(%u: f64, %s: f64):
      %1 = arith.addf %s, %u : f64
      linalg.yield %1 : f64
  } -> tensor<1x131xf64>
  return %0 : tensor<1x131xf64>
}

// Two kept dims, as in the mean of an image.
// CHECK-LABEL: func.func @image(
// CHECK-NOT:     linalg.generic {{.*}}
// CHECK:         return
func.func @image(%x: tensor<2x3x7x67xf32>, %o: tensor<2x3x1x1xf32>) -> tensor<2x3x1x1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c, 0, 0)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%x : tensor<2x3x7x67xf32>) outs(%o : tensor<2x3x1x1xf32>) {
    ^bb0(%u: f32, %s: f32):
      %1 = arith.addf %s, %u : f32
      linalg.yield %1 : f32
  } -> tensor<2x3x1x1xf32>
  return %0 : tensor<2x3x1x1xf32>
}

// A sum and a maximum at once, of a row that reads a mean with a kept dim.
// CHECK-LABEL: func.func @both(
// CHECK:         scf.for {{.*}} -> (vector<64xf32>, vector<64xf32>) {
// CHECK-NOT:     linalg.generic {{.*}}
// CHECK:         return
func.func @both(%x: tensor<3x?xf32>, %m: tensor<3x1xf32>, %o: tensor<3x1xf32>, %p: tensor<3x1xf32>) -> (tensor<3x1xf32>, tensor<3x1xf32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x, %m : tensor<3x?xf32>, tensor<3x1xf32>) outs(%o, %p : tensor<3x1xf32>, tensor<3x1xf32>) {
    ^bb0(%u: f32, %v: f32, %s: f32, %t: f32):
      %d = arith.subf %u, %v : f32
      %1 = arith.addf %s, %d : f32
      %2 = arith.maximumf %t, %d : f32
      linalg.yield %1, %2 : f32, f32
  } -> (tensor<3x1xf32>, tensor<3x1xf32>)
  return %0#0, %0#1 : tensor<3x1xf32>, tensor<3x1xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.heddle.vectorize %root : !transform.any_op
    transform.yield
  }
}
