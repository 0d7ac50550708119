// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// As row-scale-forms.mlir: casts, dims in another order, and rows that another
// reduction is subtracted from.

// A cast to bf16 keeps the range of what is not scaled yet.
// SAME: brain: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @brain(
// CHECK:         %[[NEST:.*]] = scf.for
// CHECK:           %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %
// CHECK-NOT:         {{sqrt|divf}}
// CHECK:             %[[ROWS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] :
// CHECK:             %[[PRODUCT:.*]] = linalg.{{.*}}{product}
// CHECK:             scf.yield %[[PRODUCT]], %[[ROWS]]#1
// CHECK:           %{{.*}} = {{.*}}%[[LOOP]]#1
// CHECK:         return %[[NEST]]
func.func @brain(%x: tensor<7x13xf32>, %g: tensor<13xf32>, %wh: tensor<13x5xbf16>) -> tensor<7x5xf32> {
  %he = tensor.empty() : tensor<7x13xbf16>
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
  %ph = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<7x13xf32>) outs(%he : tensor<7x13xbf16>) {
  ^bb0(%a0: f32, %out: bf16):
    %1 = arith.truncf %a0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<7x13xbf16>
  %r = linalg.matmul {product} ins(%ph, %wh : tensor<7x13xbf16>, tensor<13x5xbf16>) outs(%yz : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// The rows are columns of what the product reads.
// SAME: turned: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @turned(
// CHECK:         %[[NEST:.*]] = scf.for
// CHECK:           %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %
// CHECK-NOT:         {{sqrt|divf}}
// CHECK:             %[[ROWS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] :
// CHECK:             %[[PRODUCT:.*]] = linalg.{{.*}}{product}
// CHECK:             scf.yield %[[PRODUCT]], %[[ROWS]]#1
// CHECK:           %{{.*}} = {{.*}}%[[LOOP]]#1
// CHECK:         return %[[NEST]]
func.func @turned(%x: tensor<7x13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %fe = tensor.empty() : tensor<7x13xf32>
  %ke = tensor.empty() : tensor<7x1xf32>
  %kz = linalg.fill ins(%zero : f32) outs(%ke : tensor<7x1xf32>) -> tensor<7x1xf32>
  %ye = tensor.empty() : tensor<7x5xf32>
  %yz = linalg.fill ins(%zero : f32) outs(%ye : tensor<7x5xf32>) -> tensor<7x5xf32>
  %fte = tensor.empty() : tensor<13x7xf32>
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
  %p0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%x, %rs : tensor<7x13xf32>, tensor<7x1xf32>) outs(%fte : tensor<13x7xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %1 = arith.mulf %a0, %a1 : f32
    linalg.yield %1 : f32
  } -> tensor<13x7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p0, %w : tensor<13x7xf32>, tensor<13x5xf32>) outs(%yz : tensor<7x5xf32>) attrs = {product} {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %0 = arith.mulf %a0, %a1 : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// The deviations of a layernorm: the mean comes before the loop.
// SAME: centered: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @centered(
// CHECK:         %[[NEST:.*]] = scf.for
// CHECK:           %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %
// CHECK-NOT:         {{sqrt|divf}}
// CHECK:             %[[ROWS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] :
// CHECK:             %[[PRODUCT:.*]] = linalg.{{.*}}{product}
// CHECK:             scf.yield %[[PRODUCT]], %[[ROWS]]#1
// CHECK:           %{{.*}} = {{.*}}%[[LOOP]]#1
// CHECK:         return %[[NEST]]
func.func @centered(%x: tensor<7x13xf32>, %g: tensor<13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %fe = tensor.empty() : tensor<7x13xf32>
  %ke = tensor.empty() : tensor<7x1xf32>
  %kz = linalg.fill ins(%zero : f32) outs(%ke : tensor<7x1xf32>) -> tensor<7x1xf32>
  %ye = tensor.empty() : tensor<7x5xf32>
  %yz = linalg.fill ins(%zero : f32) outs(%ye : tensor<7x5xf32>) -> tensor<7x5xf32>
  %mu = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x13xf32>) outs(%kz : tensor<7x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %0 = arith.divf %a0, %width : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  %xc = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %mu : tensor<7x13xf32>, tensor<7x1xf32>) outs(%fe : tensor<7x13xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %1 = arith.subf %a0, %a1 : f32
    linalg.yield %1 : f32
  } -> tensor<7x13xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%xc : tensor<7x13xf32>) outs(%fe : tensor<7x13xf32>) {
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
  %p0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%xc, %rs : tensor<7x13xf32>, tensor<7x1xf32>) outs(%fe : tensor<7x13xf32>) {
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

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %products = transform.structured.match attributes {product} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %products tile_sizes [3, 0, 4] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
