// Another order of a sum whose terms cancel. No type is wider than f64, so only
// the formulas tell these errors from a fault: the floats alone cannot.
//
// RUN: not heddle check %s | FileCheck %s
// RUN: sed 's/arith.subf %w/arith.addf %w/' %s > %t.wrong.mlir
// RUN: not heddle check %s --function noise --scheduled %t.wrong.mlir \
// RUN:   | FileCheck %s --check-prefix=WRONG

// CHECK:      noise: inconclusive: the formulas are equal, but an error of {{.*}} of the largest value is more than what rounding explains (1e-06), unless large terms cancel; no type is wider than f64 [random data]
// CHECK-NEXT: kept: equal: random data as floats: error at most {{.*}}e-{{1[0-9]}} of the largest value {{.*}}; equal as formulas
// WRONG:      noise: different: result 0[0] is

#sum = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
        affine_map<(i, j) -> (i)>]
#row = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]

module attributes {transform.with_named_sequence} {
// Nothing of the sum is left but its rounding errors.
func.func @noise(%a: tensor<7x331xf64>, %b: tensor<331xf64>,
                 %o: tensor<7xf64>)
    -> tensor<7xf64> {
  %third = arith.constant 0.3333333333333333 : f64
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%o : tensor<7xf64>) -> tensor<7xf64>
  %s = linalg.generic {
      indexing_maps = #sum, iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<7x331xf64>, tensor<331xf64>)
      outs(%f : tensor<7xf64>) {
  ^bb0(%x: f64, %y: f64, %acc: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.addf %acc, %p : f64
    linalg.yield %q : f64
  } -> tensor<7xf64>
  %t = linalg.generic {
      indexing_maps = #sum, iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<7x331xf64>, tensor<331xf64>)
      outs(%f : tensor<7xf64>) {
  ^bb0(%x: f64, %y: f64, %acc: f64):
    %w = arith.mulf %x, %third : f64
    %p = arith.mulf %w, %y : f64
    %q = arith.addf %acc, %p : f64
    linalg.yield %q : f64
  } -> tensor<7xf64>
  %r = linalg.generic {
      indexing_maps = #row, iterator_types = ["parallel"]}
      ins(%s, %t : tensor<7xf64>, tensor<7xf64>)
      outs(%o : tensor<7xf64>) {
  ^bb0(%x: f64, %y: f64, %z0: f64):
    %w = arith.mulf %x, %third : f64
    %q = arith.subf %w, %y : f64
    linalg.yield %q : f64
  } -> tensor<7xf64>
  return %r : tensor<7xf64>
}

// A part of 1e-5 of the sum is left.
func.func @kept(%a: tensor<7x331xf64>, %b: tensor<331xf64>,
                 %o: tensor<7xf64>)
    -> tensor<7xf64> {
  %third = arith.constant 0.3333333333333333 : f64
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%o : tensor<7xf64>) -> tensor<7xf64>
  %s = linalg.generic {
      indexing_maps = #sum, iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<7x331xf64>, tensor<331xf64>)
      outs(%f : tensor<7xf64>) {
  ^bb0(%x: f64, %y: f64, %acc: f64):
    %p = arith.mulf %x, %y : f64
    %q = arith.addf %acc, %p : f64
    linalg.yield %q : f64
  } -> tensor<7xf64>
  %t = linalg.generic {
      indexing_maps = #sum, iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<7x331xf64>, tensor<331xf64>)
      outs(%f : tensor<7xf64>) {
  ^bb0(%x: f64, %y: f64, %acc: f64):
    %w = arith.mulf %x, %third : f64
    %p = arith.mulf %w, %y : f64
    %q = arith.addf %acc, %p : f64
    linalg.yield %q : f64
  } -> tensor<7xf64>
  %r = linalg.generic {
      indexing_maps = #row, iterator_types = ["parallel"]}
      ins(%s, %t : tensor<7xf64>, tensor<7xf64>)
      outs(%o : tensor<7xf64>) {
  ^bb0(%x: f64, %y: f64, %z0: f64):
    %w = arith.mulf %x, %third : f64
    %c = arith.constant 1.0e-5 : f64
    %v = arith.mulf %x, %c : f64
    %q0 = arith.subf %w, %y : f64
    %q = arith.addf %q0, %v : f64
    linalg.yield %q : f64
  } -> tensor<7xf64>
  return %r : tensor<7xf64>
}


transform.named_sequence @__transform_main(%module: !transform.any_op) {
  %sums = transform.structured.match ops{["linalg.generic"]}
    attributes{iterator_types = [#linalg.iterator_type<parallel>,
                                 #linalg.iterator_type<reduction>]} in %module
    : (!transform.any_op) -> !transform.any_op
  %fill, %part, %merge, %loop = transform.structured.tile_reduction_using_for
    %sums by tile_sizes = [0, 8]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
                              !transform.any_op, !transform.any_op)
  transform.yield
}
}
