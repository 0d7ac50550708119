// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Forms of rows that are scaled by a reduction of them, which the loop of the
// product that reads them carries: nothing in that loop reads the factor.

// As frontends write it: an op for each step, and sums of rows of one element.
// SAME: frontend: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @frontend(
// CHECK:         %[[NEST:.*]] = scf.for
// CHECK:           %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %
// CHECK-NOT:         {{sqrt|divf}}
// CHECK:             %[[ROWS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] :
// CHECK:             %[[PRODUCT:.*]] = linalg.{{.*}}{product}
// CHECK:             scf.yield %[[PRODUCT]], %[[ROWS]]#1
// CHECK:           %{{.*}} = {{.*}}%[[LOOP]]#1
// CHECK:         return %[[NEST]]
func.func @frontend(%x: tensor<7x13xf32>, %g: tensor<13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %fe = tensor.empty() : tensor<7x13xf32>
  %ke = tensor.empty() : tensor<7x1xf32>
  %kz = linalg.fill ins(%zero : f32) outs(%ke : tensor<7x1xf32>) -> tensor<7x1xf32>
  %ye = tensor.empty() : tensor<7x5xf32>
  %yz = linalg.fill ins(%zero : f32) outs(%ye : tensor<7x5xf32>) -> tensor<7x5xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<7x13xf32>) outs(%fe : tensor<7x13xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %1 = arith.mulf %a0, %a0 : f32
    linalg.yield %1 : f32
  } -> tensor<7x13xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%sq : tensor<7x13xf32>) outs(%kz : tensor<7x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %1 = arith.addf %a0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<7x1xf32>) outs(%ke : tensor<7x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %1 = arith.divf %a0, %width : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  %ae = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<7x1xf32>) outs(%ke : tensor<7x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %1 = arith.addf %a0, %eps : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  %rs = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%ae : tensor<7x1xf32>) outs(%ke : tensor<7x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %1 = math.rsqrt %a0 : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  %p0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %rs : tensor<7x13xf32>, tensor<7x1xf32>) outs(%fe : tensor<7x13xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %1 = arith.mulf %a0, %a1 : f32
    linalg.yield %1 : f32
  } -> tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p0, %g : tensor<7x13xf32>, tensor<13xf32>) outs(%fe : tensor<7x13xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %1 = arith.mulf %a0, %a1 : f32
    linalg.yield %1 : f32
  } -> tensor<7x13xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%yz : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// The sum is a linalg.reduce, and a reshape gives its rows one element.
// SAME: reduced: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @reduced(
// CHECK:         %[[NEST:.*]] = scf.for
// CHECK:           %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %
// CHECK-NOT:         {{sqrt|divf}}
// CHECK:             %[[ROWS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] :
// CHECK:             %[[PRODUCT:.*]] = linalg.{{.*}}{product}
// CHECK:             scf.yield %[[PRODUCT]], %[[ROWS]]#1
// CHECK:           %{{.*}} = {{.*}}%[[LOOP]]#1
// CHECK:         return %[[NEST]]
func.func @reduced(%x: tensor<7x13xf32>, %g: tensor<13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %fe = tensor.empty() : tensor<7x13xf32>
  %ke = tensor.empty() : tensor<7x1xf32>
  %re = tensor.empty() : tensor<7xf32>
  %rz = linalg.fill ins(%zero : f32) outs(%re : tensor<7xf32>) -> tensor<7xf32>
  %ye = tensor.empty() : tensor<7x5xf32>
  %yz = linalg.fill ins(%zero : f32) outs(%ye : tensor<7x5xf32>) -> tensor<7x5xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<7x13xf32>) outs(%fe : tensor<7x13xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %1 = arith.mulf %a0, %a0 : f32
    linalg.yield %1 : f32
  } -> tensor<7x13xf32>
  %s2 = linalg.reduce { arith.addf } ins(%sq : tensor<7x13xf32>) outs(%rz : tensor<7xf32>) dimensions = [1]
  %s = tensor.expand_shape %s2 [[0, 1]] output_shape [7, 1] : tensor<7xf32> into tensor<7x1xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<7x1xf32>) outs(%ke : tensor<7x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %1 = arith.divf %a0, %width : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  %ae = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<7x1xf32>) outs(%ke : tensor<7x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %1 = arith.addf %a0, %eps : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  %rs = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%ae : tensor<7x1xf32>) outs(%ke : tensor<7x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %1 = math.rsqrt %a0 : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  %p0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %rs : tensor<7x13xf32>, tensor<7x1xf32>) outs(%fe : tensor<7x13xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %1 = arith.mulf %a0, %a1 : f32
    linalg.yield %1 : f32
  } -> tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p0, %g : tensor<7x13xf32>, tensor<13xf32>) outs(%fe : tensor<7x13xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %1 = arith.mulf %a0, %a1 : f32
    linalg.yield %1 : f32
  } -> tensor<7x13xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%yz : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// The rows are divided by their largest value, which starts from a number.
// SAME: divided: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @divided(
// CHECK:         %[[NEST:.*]] = scf.for
// CHECK:           %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %
// CHECK-NOT:         {{sqrt|divf}}
// CHECK:             %[[ROWS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] :
// CHECK:             %[[PRODUCT:.*]] = linalg.{{.*}}{product}
// CHECK:             scf.yield %[[PRODUCT]], %[[ROWS]]#1
// CHECK:           %{{.*}} = {{.*}}%[[LOOP]]#1
// CHECK:         return %[[NEST]]
func.func @divided(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<7x13xf32>
  %ke = tensor.empty() : tensor<7x1xf32>
  %kz = linalg.fill ins(%zero : f32) outs(%ke : tensor<7x1xf32>) -> tensor<7x1xf32>
  %ye = tensor.empty() : tensor<7x5xf32>
  %yz = linalg.fill ins(%zero : f32) outs(%ye : tensor<7x5xf32>) -> tensor<7x5xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%kz : tensor<7x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %0 = math.absf %a0 : f32
    %1 = arith.maximumf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<7x13xf32>, tensor<7x1xf32>) outs(%fe : tensor<7x13xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %1 = arith.divf %a0, %a1 : f32
    linalg.yield %1 : f32
  } -> tensor<7x13xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%yz : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %products = transform.structured.match attributes {product} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %products tile_sizes [3, 0, 4] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
