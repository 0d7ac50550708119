// RUN: heddle check %s | FileCheck %s

// Sums that are not all elements of the result: the others keep what the result
// was filled with.
// CHECK-DAG: every_other: equal: {{.*}}equal as formulas
// CHECK-DAG: diagonal: equal: {{.*}}equal as formulas
// CHECK-DAG: first_column: equal: {{.*}}equal as formulas

// Every other column is a sum.
func.func @every_other(%a: tensor<19x21xf32>, %b: tensor<21x45xf32>, %c: tensor<19x91xf32>) -> tensor<19x91xf32> {
  %start = arith.constant 1.5 : f32
  %i = linalg.fill ins(%start : f32) outs(%c : tensor<19x91xf32>) -> tensor<19x91xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, 2 * j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<19x21xf32>, tensor<21x45xf32>) outs(%i : tensor<19x91xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<19x91xf32>
  return %r : tensor<19x91xf32>
}

// The diagonal is made of sums.
func.func @diagonal(%a: tensor<19x21xf32>, %c: tensor<19x19xf32>) -> tensor<19x19xf32> {
  %start = arith.constant 1.5 : f32
  %i = linalg.fill ins(%start : f32) outs(%c : tensor<19x19xf32>) -> tensor<19x19xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<19x21xf32>) outs(%i : tensor<19x19xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.mulf %x, %x : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<19x19xf32>
  return %r : tensor<19x19xf32>
}

// The first of three columns.
func.func @first_column(%a: tensor<19x21xf32>, %c: tensor<19x3xf32>) -> tensor<19x3xf32> {
  %start = arith.constant 1.5 : f32
  %i = linalg.fill ins(%start : f32) outs(%c : tensor<19x3xf32>) -> tensor<19x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<19x21xf32>) outs(%i : tensor<19x3xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.mulf %x, %x : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<19x3xf32>
  return %r : tensor<19x3xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
