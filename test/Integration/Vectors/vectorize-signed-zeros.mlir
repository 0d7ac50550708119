// RUN: heddle check %s | FileCheck %s

// Partial sums start from -0.0: with 0.0, a sum that is -0.0 would be 0.0.

// Rows without elements among them.
// CHECK: row_sum: equal
func.func @row_sum(%a: tensor<?x?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %z = arith.constant -0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%a : tensor<?x?xf32>) outs(%i : tensor<?xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %o, %x : f32
      linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A sum and a maximum of the same elements, all of them.
// CHECK: sum_and_maximum: equal
func.func @sum_and_maximum(%a: tensor<?x?xf64>, %b: tensor<f64>, %c: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %z = arith.constant -0.0 : f64
  %i = linalg.fill ins(%z : f64) outs(%b : tensor<f64>) -> tensor<f64>
  %r:2 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> ()>],
    iterator_types = ["reduction", "reduction"]}
    ins(%a : tensor<?x?xf64>) outs(%i, %c : tensor<f64>, tensor<f64>) {
    ^bb0(%x: f64, %o: f64, %p: f64):
      %s = arith.addf %x, %o : f64
      %m = arith.maximumf %x, %p : f64
      linalg.yield %s, %m : f64, f64
  } -> (tensor<f64>, tensor<f64>)
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
