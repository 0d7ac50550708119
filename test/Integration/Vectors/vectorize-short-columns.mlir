// Columns that fit in a tile of registers: the rows are added as vectors.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle apply %s | FileCheck %s --check-prefix=IR

// CHECK: columns: equal: whole numbers bit for bit
// CHECK: middle: equal: whole numbers bit for bit
// CHECK: one_row: equal: whole numbers bit for bit
// CHECK: maxima: equal: random data bit for bit
// CHECK: products: equal: whole numbers bit for bit

#all = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// IR-LABEL: func.func @columns(
// IR:         vector.multi_reduction <add>, %{{.*}} [0] : vector<7x64xf32> to vector<64xf32>
func.func @columns(%x: tensor<7x64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<7x64xf32>) outs(%o : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// A dim on each side is kept.
func.func @middle(%x: tensor<3x5x16xf32>, %o: tensor<3x16xf32>) -> tensor<3x16xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, k)>],
      iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<3x5x16xf32>) outs(%o : tensor<3x16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<3x16xf32>
  return %r : tensor<3x16xf32>
}

func.func @one_row(%x: tensor<1x13xf64>, %o: tensor<13xf64>) -> tensor<13xf64> {
  %r = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<1x13xf64>) outs(%o : tensor<13xf64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.addf %b, %a : f64
    linalg.yield %s : f64
  } -> tensor<13xf64>
  return %r : tensor<13xf64>
}

// NaN and zeros of both signs, in the order of the payload.
func.func @maxima(%x: tensor<5x16xf32>, %o: tensor<16xf32>) -> tensor<16xf32> {
  %r = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<5x16xf32>) outs(%o : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %e = math.exp %a : f32
    %s = arith.maximumf %b, %e : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  return %r : tensor<16xf32>
}

func.func @products(%x: tensor<4x11xi8>, %o: tensor<11xi8>) -> tensor<11xi8> {
  %r = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<4x11xi8>) outs(%o : tensor<11xi8>) {
  ^bb0(%a: i8, %b: i8):
    %s = arith.muli %b, %a : i8
    linalg.yield %s : i8
  } -> tensor<11xi8>
  return %r : tensor<11xi8>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    transform.heddle.vectorize %module
    transform.yield
  }
}
