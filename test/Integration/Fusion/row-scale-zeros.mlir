// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A sum that starts from 0 is never -0. A negative factor, or division by a negative
// number, after the sum would make -0 of a sum of zeros, so 0 is added.

// SAME: negative: equal: {{.*}}whole numbers bit for bit
// CHECK-LABEL: func.func @negative(
// CHECK:         linalg.matmul {product}
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<?x7xf32>)
// CHECK-NEXT:    ^bb0(%[[SUM:.*]]: f32, %[[FACTOR:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      %[[SCALED:.*]] = arith.mulf %[[SUM]], %[[FACTOR]] : f32
// CHECK-NEXT:      %[[RESULT:.*]] = arith.addf %[[ZERO]], %[[SCALED]] : f32
// CHECK-NEXT:      linalg.yield %[[RESULT]]
func.func @negative(%x: tensor<37x2xf32>, %g: tensor<37xf32>, %w: tensor<2x7xf32>) -> tensor<37x7xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<37xf32>
  %from = linalg.fill ins(%zero : f32) outs(%rows : tensor<37xf32>) -> tensor<37xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<37x2xf32>) outs(%from : tensor<37xf32>) {
  ^bb0(%e: f32, %out: f32):
    %t = arith.addf %e, %out : f32
    linalg.yield %t : f32
  } -> tensor<37xf32>
  %all = tensor.empty() : tensor<37x2xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g : tensor<37x2xf32>, tensor<37xf32>, tensor<37xf32>) outs(%all : tensor<37x2xf32>) {
  ^bb0(%e: f32, %sum: f32, %gain: f32, %out: f32):
    %f = arith.mulf %sum, %gain : f32
    %y = arith.mulf %e, %f : f32
    linalg.yield %y : f32
  } -> tensor<37x2xf32>
  %empty = tensor.empty() : tensor<37x7xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x7xf32>) -> tensor<37x7xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<37x2xf32>, tensor<2x7xf32>) outs(%zeros : tensor<37x7xf32>) -> tensor<37x7xf32>
  return %r : tensor<37x7xf32>
}

// The sum that a softmax starts from may be negative.
// SAME: started: equal
// CHECK-LABEL: func.func @started(
// CHECK:         linalg.matmul {product}
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<?x7xf32>)
// CHECK:           %[[MEAN:.*]] = arith.divf %
// CHECK-NEXT:      %[[RESULT:.*]] = arith.addf %{{.*}}, %[[MEAN]] : f32
func.func @started(%x: tensor<37x2xf32>, %m: tensor<37xf32>, %l: tensor<37xf32>, %w: tensor<2x7xf32>) -> tensor<37x7xf32> {
  %zero = arith.constant 0.0 : f32
  %all = tensor.empty() : tensor<37x2xf32>
  %rows = tensor.empty() : tensor<37xf32>
  %p:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<37x2xf32>) outs(%all, %m, %l, %rows : tensor<37x2xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>) : tensor<37x2xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>
  %empty = tensor.empty() : tensor<37x7xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<37x7xf32>) -> tensor<37x7xf32>
  %r = linalg.matmul {product} ins(%p#0, %w : tensor<37x2xf32>, tensor<2x7xf32>) outs(%zeros : tensor<37x7xf32>) -> tensor<37x7xf32>
  return %r : tensor<37x7xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %products = transform.structured.match attributes {product} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %products tile_sizes [5, 0, 1] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
