// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// As row-scale-forms.mlir: what is carried is used elsewhere too, or in place.

// In a loop, on what the iteration before made, and over it.
// SAME: again: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @again(
// CHECK:           %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %
// CHECK:             %[[ROWS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] :
// CHECK:             scf.yield %{{.*}}, %[[ROWS]]#1
// CHECK:           linalg.generic {{.*}} ins(%[[LOOP]]#1
func.func @again(%x0: tensor<7x7xf32>, %w: tensor<7x7xf32>) -> tensor<7x7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 0.5 : f32
  %l = scf.for %it = %c0 to %c3 step %c1 iter_args(%x = %x0) -> tensor<7x7xf32> {
    %re = tensor.empty() : tensor<7xf32>
    %rz = linalg.fill ins(%zero : f32) outs(%re : tensor<7xf32>) -> tensor<7xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x7xf32>) outs(%rz : tensor<7xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.mulf %a, %a : f32
      %1 = arith.addf %0, %o : f32
      linalg.yield %1 : f32
    } -> tensor<7xf32>
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<7x7xf32>, tensor<7xf32>) outs(%x : tensor<7x7xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %0 = arith.addf %b, %eps : f32
      %1 = math.rsqrt %0 : f32
      %2 = arith.mulf %a, %1 : f32
      linalg.yield %2 : f32
    } -> tensor<7x7xf32>
    %r = linalg.matmul {product} ins(%p, %w : tensor<7x7xf32>, tensor<7x7xf32>) outs(%x : tensor<7x7xf32>) -> tensor<7x7xf32>
    scf.yield %r : tensor<7x7xf32>
  }
  return %l : tensor<7x7xf32>
}

// The product reads the scaled rows twice. The other operand is scaled as it was.
// SAME: both: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @both(
// CHECK:           %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %
// CHECK:             %[[ROWS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] :
// CHECK:             scf.yield %{{.*}}, %[[ROWS]]#1
// CHECK:           linalg.generic {{.*}} ins(%[[LOOP]]#1
func.func @both(%x: tensor<7x13xf32>, %g: tensor<13xf32>, %w: tensor<13x5xf32>) -> tensor<7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %fe = tensor.empty() : tensor<7x13xf32>
  %ke = tensor.empty() : tensor<7x1xf32>
  %kz = linalg.fill ins(%zero : f32) outs(%ke : tensor<7x1xf32>) -> tensor<7x1xf32>
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
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %rs : tensor<7x13xf32>, tensor<7x1xf32>) outs(%fe : tensor<7x13xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %1 = arith.mulf %a0, %a1 : f32
    linalg.yield %1 : f32
  } -> tensor<7x13xf32>
  %wt = tensor.empty() : tensor<13x7xf32>
  %t = linalg.transpose ins(%p : tensor<7x13xf32>) outs(%wt : tensor<13x7xf32>) permutation = [1, 0]
  %qe = tensor.empty() : tensor<7x7xf32>
  %qz = linalg.fill ins(%zero : f32) outs(%qe : tensor<7x7xf32>) -> tensor<7x7xf32>
  %r = linalg.matmul {product} ins(%p, %t : tensor<7x13xf32>, tensor<13x7xf32>) outs(%qz : tensor<7x7xf32>) -> tensor<7x7xf32>
  return %r : tensor<7x7xf32>
}

// The reduction knows which column it is in.
// SAME: counted: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @counted(
// CHECK:           %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %
// CHECK:             %[[ROWS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] :
// CHECK:             scf.yield %{{.*}}, %[[ROWS]]#1
// CHECK:           linalg.generic {{.*}} ins(%[[LOOP]]#1
func.func @counted(%x: tensor<7x13xf32>, %g: tensor<13xf32>, %w: tensor<13x5xf32>) -> tensor<7x5xf32> {
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
    %j = linalg.index 1 : index
    %c = arith.index_cast %j : index to i32
    %f = arith.sitofp %c : i32 to f32
    %0 = arith.mulf %a0, %f : f32
    %1 = arith.addf %0, %out : f32
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
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %rs : tensor<7x13xf32>, tensor<7x1xf32>) outs(%fe : tensor<7x13xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %1 = arith.mulf %a0, %a1 : f32
    linalg.yield %1 : f32
  } -> tensor<7x13xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<7x13xf32>, tensor<13x5xf32>) outs(%yz : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// The scaled rows are returned, too: they are computed before the loops as well.
// SAME: returned: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @returned(
// CHECK:         %{{.*}} = math.rsqrt
// CHECK:           %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SUM:.*]] = %
// CHECK:             %[[ROWS:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %[[SUM]] :
// CHECK:             scf.yield %{{.*}}, %[[ROWS]]#1
// CHECK:           linalg.generic {{.*}} ins(%[[LOOP]]#1
func.func @returned(%x: tensor<?x?xf32>, %g: tensor<?xf32>, %w: tensor<?x?xf32>, %init: tensor<?x?xf32>, %s0: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %width = arith.constant 13.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dm = tensor.dim %x, %c0 : tensor<?x?xf32>
  %dk = tensor.dim %x, %c1 : tensor<?x?xf32>
  %ss = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%s0 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %e = tensor.empty(%dm, %dk) : tensor<?x?xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %ss, %g : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %sum: f32, %gain: f32, %out: f32):
    %0 = arith.divf %sum, %width : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %in, %2 : f32
    %4 = arith.mulf %3, %gain : f32
    linalg.yield %4 : f32
  } -> tensor<?x?xf32>
  %r = linalg.matmul {product} ins(%p, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r, %p : tensor<?x?xf32>, tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %products = transform.structured.match attributes {product} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %products tile_sizes [3, 0, 4] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
