// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The reduction may be empty: then the result is the fill.
// SAME: matmul_k: equal
// CHECK-LABEL: func.func @matmul_k(
// CHECK:         %[[Z:.*]] = linalg.fill ins(
// CHECK:         %[[R:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[Z]])
// CHECK:           linalg.matmul {matmul_k} ins({{.*}}) outs(%[[ACC]] :
// CHECK:         return %[[R]]
func.func @matmul_k(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {matmul_k} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Each tile starts from a fill of its own, before the reduction.
// SAME: matmul_m_n_k: equal
// CHECK-LABEL: func.func @matmul_m_n_k(
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             %[[Z:.*]] = linalg.fill ins(
// CHECK:             scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[Z]])
// CHECK:               linalg.matmul {matmul_m_n_k} ins({{.*}}) outs(%[[ACC]] :
func.func @matmul_m_n_k(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {matmul_m_n_k} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The reduction outermost.
// SAME: matmul_k_outside: equal
// CHECK-LABEL: func.func @matmul_k_outside(
// CHECK:         %[[Z:.*]] = linalg.fill ins(
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[Z]])
// CHECK-NOT:     linalg.fill
// CHECK:         return %
func.func @matmul_k_outside(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {matmul_k_outside} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A product of a product; the first is returned as well.
// SAME: two_matmuls: equal
// CHECK-LABEL: func.func @two_matmuls(
// CHECK:         scf.for %
// CHECK:           linalg.matmul {two_matmuls} ins(
func.func @two_matmuls(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %p = tensor.dim %c, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = tensor.empty(%m, %p) : tensor<?x?xf32>
  %y = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.matmul {two_matmuls} ins(%0, %c : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// Row maximum, exponential, sum and division, in generics: four ops per row tile.
// SAME: row_softmax: equal
// CHECK-LABEL: func.func @row_softmax(
// CHECK-NOT:     linalg.reduce
// CHECK:         scf.for %
// CHECK:           %[[MAX:.*]] = linalg.reduce { arith.maximumf }
// CHECK:           %[[EXP:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[MAX]] :
// CHECK:           %[[SUM:.*]] = linalg.reduce { arith.addf } ins(%[[EXP]] :
// CHECK:           linalg.generic {{.*}} ins(%[[EXP]], %[[SUM]] :
// CHECK-NOT:     linalg.reduce
// CHECK:         return %
func.func @row_softmax(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %r = tensor.empty(%m) : tensor<?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %y = linalg.fill ins(%low : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.reduce { arith.maximumf } ins(%a : tensor<?x?xf32>) outs(%y : tensor<?xf32>) dimensions = [1]
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %max : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%x: f32, %t: f32, %o: f32):
    %d = arith.subf %x, %t : f32
    %v = math.exp %d : f32
    linalg.yield %v : f32
  } -> tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce { arith.addf } ins(%0 : tensor<?x?xf32>) outs(%z : tensor<?xf32>) dimensions = [1]
  %1 = linalg.generic {row_softmax, indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %sum : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%x: f32, %t: f32, %o: f32):
    %v = arith.divf %x, %t : f32
    linalg.yield %v : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// An op that reads its indices, read transposed.
// SAME: transposed_index: equal
// CHECK-LABEL: func.func @transposed_index(
// CHECK-NOT:     linalg.generic
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.generic {
// CHECK:             linalg.transpose ins(
func.func @transposed_index(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = tensor.empty(%n, %m) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.subi %i, %j : index
    %k = arith.index_cast %s : index to i32
    %g = arith.sitofp %k : i32 to f32
    %v = arith.addf %x, %g : f32
    linalg.yield %v : f32
  } -> tensor<?x?xf32>
  %1 = linalg.transpose ins(%0 : tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) permutation = [1, 0] {transposed_index}
  return %1 : tensor<?x?xf32>
}

// A padded one-dimensional convolution of a convolution, extents from 0.
// SAME: convolution_same: equal
// CHECK-LABEL: func.func @convolution_same(
// CHECK:         scf.for %
// CHECK:           linalg.conv_1d ins(
// CHECK:           linalg.conv_1d {convolution_same} ins(
func.func @convolution_same(%a: tensor<?xf32>, %w: tensor<3xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %p = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<?xf32>
  %0 = linalg.conv_1d ins(%p, %w : tensor<?xf32>, tensor<3xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  %q = tensor.pad %0 low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<?xf32>
  %1 = linalg.conv_1d {convolution_same} ins(%q, %w : tensor<?xf32>, tensor<3xf32>) outs(%y : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// A pool with stride three over a dynamic extent, tiled along its window too.
// SAME: strided_pool: equal
// CHECK-LABEL: func.func @strided_pool(
// CHECK:         scf.for %
// CHECK:           %[[Z:.*]] = linalg.fill ins(
// CHECK:           scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[Z]])
// CHECK:             linalg.pooling_nhwc_sum {{.*}} outs(%[[ACC]] :
func.func @strided_pool(%a: tensor<?x11x8x2xf32>) -> tensor<?x4x3x2xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x11x8x2xf32>
  %e = tensor.empty(%n) : tensor<?x4x3x2xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4x3x2xf32>) -> tensor<?x4x3x2xf32>
  %1 = linalg.pooling_nhwc_sum {strided_pool, strides = dense<[3, 3]> : vector<2xi64>} ins(%a, %w : tensor<?x11x8x2xf32>, tensor<2x2xf32>) outs(%z : tensor<?x4x3x2xf32>) -> tensor<?x4x3x2xf32>
  return %1 : tensor<?x4x3x2xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {matmul_k} in %module : (!transform.any_op) -> !transform.any_op
  %t0:2 = transform.structured.fuse_ext %0 tile_sizes [0, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {matmul_m_n_k} in %module : (!transform.any_op) -> !transform.any_op
  %t1:4 = transform.structured.fuse_ext %1 tile_sizes [4, 3, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {matmul_k_outside} in %module : (!transform.any_op) -> !transform.any_op
  %t2:4 = transform.structured.fuse_ext %2 tile_sizes [4, 3, 2] interchange [2, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {two_matmuls} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [4, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {row_softmax} in %module : (!transform.any_op) -> !transform.any_op
  %t4:2 = transform.structured.fuse_ext %4 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {transposed_index} in %module : (!transform.any_op) -> !transform.any_op
  %t5:3 = transform.structured.fuse_ext %5 tile_sizes [3, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {convolution_same} in %module : (!transform.any_op) -> !transform.any_op
  %t6:2 = transform.structured.fuse_ext %6 tile_sizes [4] {max_recompute = 100.0, placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %7 = transform.structured.match attributes {strided_pool} in %module : (!transform.any_op) -> !transform.any_op
  %t7:3 = transform.structured.fuse_ext %7 tile_sizes [2, 0, 0, 0, 1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  cleanup
}
