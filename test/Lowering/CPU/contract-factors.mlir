// RUN: heddle-opt %s --heddle-lower-to-llvm | FileCheck %s

// The lanes of the sum are those of the left factor: the factors change places, and
// the sum is not transposed.
// CHECK-LABEL: llvm.func @left_lanes(
// CHECK-COUNT-4: llvm.intr.fmuladd({{.*}}) : (vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-NOT:     llvm.shufflevector {{.*}} vector<4x
func.func @left_lanes(%a: vector<1x16xf32>, %b: vector<4x1xf32>,
                      %c: vector<4x16xf32>) -> vector<4x16xf32> {
  %0 = vector.contract {
      indexing_maps = [affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"],
      kind = #vector.kind<add>} %a, %b, %c
      : vector<1x16xf32>, vector<4x1xf32> into vector<4x16xf32>
  return %0 : vector<4x16xf32>
}

// The same of brain floats under a mask: the mask is of the loops, not of the
// factors.
// CHECK-LABEL: llvm.func @masked_left_lanes(
// CHECK-COUNT-4: (vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-NOT:     (vector<4xf32>, vector<4xf32>, vector<4xf32>)
func.func @masked_left_lanes(%a: vector<1x16xbf16>, %b: vector<4x1xbf16>,
                             %c: vector<4x16xf32>, %m: vector<4x16x1xi1>)
    -> vector<4x16xf32> {
  %0 = vector.mask %m { vector.contract {
      indexing_maps = [affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"],
      kind = #vector.kind<add>} %a, %b, %c
      : vector<1x16xbf16>, vector<4x1xbf16> into vector<4x16xf32> }
      : vector<4x16x1xi1> -> vector<4x16xf32>
  return %0 : vector<4x16xf32>
}
