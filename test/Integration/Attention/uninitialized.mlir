// The product with the values adds to a tensor that nobody wrote. What it holds is
// added once, after the loop over the keys, as the payload adds it; it is never
// rescaled, and the sums that are carried start from 0. The judge names the payload's
// own fault.
//
// Nothing that nobody wrote gets anywhere else: where payload and schedule start that
// sum from zeros, they agree, and so does a product that adds to an argument, of which
// NaN and infinities stay in their element.
//
// RUN: heddle-opt %s --apply-schedule --canonicalize | FileCheck %s
// RUN: not heddle check %s | FileCheck %s --check-prefix=VERDICT
// RUN: sed 's/%o = tensor.empty() : tensor<5x3xf32>/%o = arith.constant dense<0.0> : tensor<5x3xf32>/' %s > %t.zeros.mlir
// RUN: heddle apply %s | sed 's/tensor.empty() : tensor<5x3xf32>/arith.constant dense<0.0> : tensor<5x3xf32>/' > %t.scheduled.mlir
// RUN: heddle check %t.zeros.mlir --scheduled %t.scheduled.mlir | FileCheck %s --check-prefix=ZEROS

// VERDICT: f: not checked: the results differ, but the unscheduled function itself reads memory that it never wrote
// VERDICT: given: equal: {{.*}}equal as formulas{{.*}}; {{[0-9]+}} runs on special values
// ZEROS: f: equal: {{.*}}equal as formulas{{.*}}; {{[0-9]+}} runs on special values

// CHECK-LABEL: func.func @f
// CHECK:         %[[OUT:.*]] = tensor.empty() : tensor<5x3xf32>
// CHECK:         scf.for {{.*}} iter_args(%[[ALL:.*]] = %[[OUT]])
// CHECK:           %[[START:.*]] = linalg.fill ins(%{{.*}}) outs(%{{.*}} : tensor<?x3xf32>)
// CHECK:           %[[SUMS:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %[[START]],
// CHECK:           %[[MEAN:.*]] = arith.divf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT:      arith.addf %{{.*}}, %[[MEAN]] : f32
// CHECK:           tensor.insert_slice {{.*}} into %[[ALL]]

module attributes {transform.with_named_sequence} {
func.func @f(%q: tensor<5x4xf32>, %k: tensor<4x7xf32>, %v: tensor<7x3xf32>) -> tensor<5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %s = linalg.matmul ins(%q, %k : tensor<5x4xf32>, tensor<4x7xf32>) outs(%z : tensor<5x7xf32>) -> tensor<5x7xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %o = tensor.empty() : tensor<5x3xf32>
  %r = linalg.matmul {root} ins(%p, %v : tensor<5x7xf32>, tensor<7x3xf32>) outs(%o : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

func.func @given(%q: tensor<5x4xf32>, %k: tensor<4x7xf32>, %v: tensor<7x3xf32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %s = linalg.matmul ins(%q, %k : tensor<5x4xf32>, tensor<4x7xf32>) outs(%z : tensor<5x7xf32>) -> tensor<5x7xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.matmul {root} ins(%p, %v : tensor<5x7xf32>, tensor<7x3xf32>) outs(%o : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

transform.named_sequence @__transform_main(%module: !transform.any_op) {
  %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %loops:2 = transform.structured.fuse_ext %root tile_sizes [2, 0, 4] {online}
  transform.yield
}
}
