// RUN: split-file %s %t
// RUN: heddle-opt %t/dynamic.mlir --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %t/dynamic.mlir
// RUN: not heddle-opt %t/dynamic.mlir --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: heddle check %t/bounded.mlir | FileCheck %s --check-prefix=EQUAL

// STRICT: error: 'transform.structured.multitile_sizes' divides by 0 where dim 0 of the payload op has fewer elements than the divisor of the sizes, 1
// STRICT: error: 'transform.structured.multitile_sizes' divides by 0 where dim 1 of the payload op has fewer elements than the divisor of the sizes, 4
// STRICT-NOT: error: 'transform
// EQUAL: exp: equal

//--- dynamic.mlir

// The divisions are in the payload, and run without an element, too.
// CHECK-LABEL: func.func @no_element(
// CHECK:         %[[N:.*]] = tensor.dim
// CHECK:         affine.apply #{{.*}}()[%[[N]]]
func.func @no_element(%a: tensor<?x4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-note@below {{the payload op}}
  %r = linalg.exp ins(%a : tensor<?x4xf32>) outs(%o : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.multitile_sizes' divides by 0 where dim 0 of the payload op has fewer elements than the divisor of the sizes, 1}}
  %low, %high, %split = transform.structured.multitile_sizes %0 {dimension = 0, target_size = 3} : (!transform.any_op) -> !transform.any_op
}

// -----

// CHECK-LABEL: func.func @few_elements(
// CHECK:         %[[N:.*]] = tensor.dim
// CHECK:         affine.apply #{{.*}}()[%[[N]]]
func.func @few_elements(%a: tensor<2x?xf32>, %o: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // expected-note@below {{the payload op}}
  %r = linalg.exp ins(%a : tensor<2x?xf32>) outs(%o : tensor<2x?xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.multitile_sizes' divides by 0 where dim 1 of the payload op has fewer elements than the divisor of the sizes, 4}}
  %low, %high, %split = transform.structured.multitile_sizes %0 {dimension = 1, target_size = 12, divisor = 4} : (!transform.any_op) -> !transform.any_op
}

//--- bounded.mlir

// The dim has one element more than another: one at least.
func.func @exp(%n: index, %row: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %dim = tensor.dim %row, %c0 : tensor<?x4xf32>
  %more = affine.apply affine_map<()[d] -> (d + 1)>()[%dim]
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%more) : tensor<?x4xf32>
  %a = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %b = tensor.insert_slice %row into %a[1, 0] [%dim, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
  %r = linalg.exp ins(%b : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %low, %high, %at = transform.structured.multitile_sizes %exp {dimension = 0, target_size = 3} : (!transform.any_op) -> !transform.any_op
    %parts = transform.structured.split %exp after %at {dimension = 0} : !transform.any_op, !transform.any_op
    %first, %second = transform.split_handle %parts : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t0, %loop0 = transform.structured.tile_using_for %first tile_sizes [%low] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t1, %loop1 = transform.structured.tile_using_for %second tile_sizes [%high] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
