// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A product, split and transposed: all of it in the nest.
// SAME: matmul_expand_transpose: equal
// CHECK-LABEL: func.func @matmul_expand_transpose(
// CHECK:         scf.for %
// CHECK:           linalg.matmul ins({{.*}} : tensor<4x7xf32>, tensor<7x10xf32>)
// CHECK:           tensor.expand_shape %{{.*}} : tensor<4x10xf32> into tensor<4x2x5xf32>
// CHECK:           linalg.transpose ins(
func.func @matmul_expand_transpose(%a: tensor<12x7xf32>, %b: tensor<7x10xf32>) -> tensor<2x12x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12x10xf32>
  %f = tensor.empty() : tensor<2x12x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<12x10xf32>) -> tensor<12x10xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<12x7xf32>, tensor<7x10xf32>) outs(%z : tensor<12x10xf32>) -> tensor<12x10xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [12, 2, 5] : tensor<12x10xf32> into tensor<12x2x5xf32>
  %2 = linalg.transpose ins(%1 : tensor<12x2x5xf32>) outs(%f : tensor<2x12x5xf32>) permutation = [1, 0, 2] {matmul_expand_transpose}
  return %2 : tensor<2x12x5xf32>
}

// The reshape itself is the root; the window of its source is one box.
// SAME: expand_is_root: equal
// CHECK-LABEL: func.func @expand_is_root(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @expand_is_root(%a: tensor<18x35xf32>) -> tensor<18x5x7xf32> {
  %e = tensor.empty() : tensor<18x35xf32>
  %0 = linalg.negf ins(%a : tensor<18x35xf32>) outs(%e : tensor<18x35xf32>) -> tensor<18x35xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [18, 5, 7] {expand_is_root} : tensor<18x35xf32> into tensor<18x5x7xf32>
  return %1 : tensor<18x5x7xf32>
}

// A reshape of an argument, split in the innermost dimension: the offset of the
// window is one expression.
// SAME: expand_argument: equal
// CHECK-LABEL: func.func @expand_argument(
// CHECK:         scf.for %[[I:[a-z0-9]+]] =
// CHECK:           scf.for %[[J:[a-z0-9]+]] =
// CHECK:             scf.for %[[K:[a-z0-9]+]] =
// CHECK:               %[[AT:.*]] = affine.apply #{{.*}}(%{{.*}}, %{{.*}})
// CHECK:               tensor.extract_slice %{{.*}}[%[[I]], %[[AT]]] [1, 8] [1, 1]
func.func @expand_argument(%a: tensor<3x80xf32>) -> tensor<3x5x16xf32> {
  %e = tensor.empty() : tensor<3x5x16xf32>
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [3, 5, 16] : tensor<3x80xf32> into tensor<3x5x16xf32>
  %1 = linalg.negf {expand_argument} ins(%0 : tensor<3x5x16xf32>) outs(%e : tensor<3x5x16xf32>) -> tensor<3x5x16xf32>
  return %1 : tensor<3x5x16xf32>
}

// The outer part of a split dimension is dynamic.
// SAME: expand_dynamic: equal
// CHECK-LABEL: func.func @expand_dynamic(
// CHECK-NOT:     tensor.expand_shape
// CHECK:         scf.for %[[I:[a-z0-9]+]] =
// CHECK:           scf.for %[[J:[a-z0-9]+]] =
// CHECK:             tensor.expand_shape %
func.func @expand_dynamic(%a: tensor<?x12xf32>) -> tensor<1x?x3x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x12xf32>
  %0 = tensor.expand_shape %a [[0, 1], [2, 3]] output_shape [1, %n, 3, 4] : tensor<?x12xf32> into tensor<1x?x3x4xf32>
  %e = tensor.empty(%n) : tensor<1x?x3x4xf32>
  %1 = linalg.negf {expand_dynamic} ins(%0 : tensor<1x?x3x4xf32>) outs(%e : tensor<1x?x3x4xf32>) -> tensor<1x?x3x4xf32>
  return %1 : tensor<1x?x3x4xf32>
}

// The root joins two dimensions: a tile of rows, each whole.
// SAME: collapse_is_root: equal
// CHECK-LABEL: func.func @collapse_is_root(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @collapse_is_root(%a: tensor<5x8x6xf32>) -> tensor<40x6xf32> {
  %e = tensor.empty() : tensor<5x8x6xf32>
  %0 = linalg.negf ins(%a : tensor<5x8x6xf32>) outs(%e : tensor<5x8x6xf32>) -> tensor<5x8x6xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] {collapse_is_root} : tensor<5x8x6xf32> into tensor<40x6xf32>
  return %1 : tensor<40x6xf32>
}

// A joined argument, read by tiles that divide a row.
// SAME: collapse_argument: equal
// CHECK-LABEL: func.func @collapse_argument(
// CHECK:         scf.for %
// CHECK:           tensor.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] [1, 4] [1, 1] : tensor<5x8xf32>
// CHECK:           linalg.negf {collapse_argument} ins(%{{.*}} : tensor<4xf32>)
func.func @collapse_argument(%a: tensor<5x8xf32>) -> tensor<40xf32> {
  %e = tensor.empty() : tensor<40xf32>
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<5x8xf32> into tensor<40xf32>
  %1 = linalg.negf {collapse_argument} ins(%0 : tensor<40xf32>) outs(%e : tensor<40xf32>) -> tensor<40xf32>
  return %1 : tensor<40xf32>
}

// A tile is a quarter of a row.
// SAME: collapse_part_of_row: equal
// CHECK-LABEL: func.func @collapse_part_of_row(
// CHECK-NOT:     linalg.abs
// CHECK:         scf.for %
// CHECK:           linalg.abs ins(%{{.*}} : tensor<1x1x8xf32>)
func.func @collapse_part_of_row(%a: tensor<2x5x32xf32>) -> tensor<320xf32> {
  %e = tensor.empty() : tensor<2x5x32xf32>
  %f = tensor.empty() : tensor<320xf32>
  %0 = linalg.abs ins(%a : tensor<2x5x32xf32>) outs(%e : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<2x5x32xf32> into tensor<320xf32>
  %2 = linalg.negf {collapse_part_of_row} ins(%1 : tensor<320xf32>) outs(%f : tensor<320xf32>) -> tensor<320xf32>
  return %2 : tensor<320xf32>
}

// A tile is two rows.
// SAME: collapse_two_rows: equal
// CHECK-LABEL: func.func @collapse_two_rows(
// CHECK-NOT:     linalg.abs
// CHECK:         scf.for %
// CHECK:           linalg.abs ins(%{{.*}} : tensor<2x5x32xf32>)
func.func @collapse_two_rows(%a: tensor<2x5x32xf32>) -> tensor<320xf32> {
  %e = tensor.empty() : tensor<2x5x32xf32>
  %f = tensor.empty() : tensor<320xf32>
  %0 = linalg.abs ins(%a : tensor<2x5x32xf32>) outs(%e : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<2x5x32xf32> into tensor<320xf32>
  %2 = linalg.negf {collapse_two_rows} ins(%1 : tensor<320xf32>) outs(%f : tensor<320xf32>) -> tensor<320xf32>
  return %2 : tensor<320xf32>
}

// Tiles of one and a half rows wrap: they must not be taken for a box.
// SAME: collapse_wraps: equal
// CHECK-LABEL: func.func @collapse_wraps(
// CHECK-NOT:     linalg.abs
// CHECK:         scf.for %
// CHECK:           linalg.abs ins(%{{.*}} : tensor<2x5x32xf32>)
func.func @collapse_wraps(%a: tensor<2x5x32xf32>) -> tensor<320xf32> {
  %e = tensor.empty() : tensor<2x5x32xf32>
  %f = tensor.empty() : tensor<320xf32>
  %0 = linalg.abs ins(%a : tensor<2x5x32xf32>) outs(%e : tensor<2x5x32xf32>) -> tensor<2x5x32xf32>
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<2x5x32xf32> into tensor<320xf32>
  %2 = linalg.negf {collapse_wraps} ins(%1 : tensor<320xf32>) outs(%f : tensor<320xf32>) -> tensor<320xf32>
  return %2 : tensor<320xf32>
}

// The window begins in the middle of a row.
// SAME: unaligned_slice_of_collapse: equal
// CHECK-LABEL: func.func @unaligned_slice_of_collapse(
// CHECK-NOT:     linalg.abs
// CHECK:         scf.for %
// CHECK:           linalg.abs ins(%{{.*}} : tensor<2x8xf32>)
func.func @unaligned_slice_of_collapse(%a: tensor<5x8xf32>) -> tensor<30xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %f = tensor.empty() : tensor<30xf32>
  %0 = linalg.abs ins(%a : tensor<5x8xf32>) outs(%e : tensor<5x8xf32>) -> tensor<5x8xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<5x8xf32> into tensor<40xf32>
  %2 = tensor.extract_slice %1[5] [30] [1] : tensor<40xf32> to tensor<30xf32>
  %3 = linalg.negf {unaligned_slice_of_collapse} ins(%2 : tensor<30xf32>) outs(%f : tensor<30xf32>) -> tensor<30xf32>
  return %3 : tensor<30xf32>
}

// The length of a row is dynamic: nothing can be said of a tile.
// SAME: collapse_dynamic_row: equal
// CHECK-LABEL: func.func @collapse_dynamic_row(
// CHECK:         %[[X:.*]] = linalg.abs ins(
// CHECK:         %[[Y:.*]] = tensor.collapse_shape %[[X]]
// CHECK:         scf.for %
// CHECK:           tensor.extract_slice %[[Y]][%{{.*}}]
func.func @collapse_dynamic_row(%a: tensor<5x?xf32>) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = tensor.dim %a, %c1 : tensor<5x?xf32>
  %e = tensor.empty(%n) : tensor<5x?xf32>
  %0 = linalg.abs ins(%a : tensor<5x?xf32>) outs(%e : tensor<5x?xf32>) -> tensor<5x?xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<5x?xf32> into tensor<?xf32>
  %m = arith.muli %n, %c5 : index
  %f = tensor.empty(%m) : tensor<?xf32>
  %2 = linalg.negf {collapse_dynamic_row} ins(%1 : tensor<?xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// One reshape feeds both operands: one copy.
// SAME: expand_read_twice: equal
// CHECK-LABEL: func.func @expand_read_twice(
// CHECK:         linalg.abs ins(
// CHECK-NOT:     linalg.abs
// CHECK:         linalg.mul {expand_read_twice}
func.func @expand_read_twice(%a: tensor<4x6xf32>) -> tensor<2x2x3x2x1xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  %f = tensor.empty() : tensor<2x2x3x2x1xf32>
  %0 = linalg.abs ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2, 3, 4]] output_shape [2, 2, 3, 2, 1] : tensor<4x6xf32> into tensor<2x2x3x2x1xf32>
  %2 = linalg.mul {expand_read_twice} ins(%1, %1 : tensor<2x2x3x2x1xf32>, tensor<2x2x3x2x1xf32>) outs(%f : tensor<2x2x3x2x1xf32>) -> tensor<2x2x3x2x1xf32>
  return %2 : tensor<2x2x3x2x1xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {matmul_expand_transpose} in %module : (!transform.any_op) -> !transform.any_op
  %t0:2 = transform.structured.fuse_ext %0 tile_sizes [0, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {expand_is_root} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [4, 0, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {expand_argument} in %module : (!transform.any_op) -> !transform.any_op
  %t2:4 = transform.structured.fuse_ext %2 tile_sizes [1, 1, 8] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {expand_dynamic} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [0, 4, 2] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {collapse_is_root} in %module : (!transform.any_op) -> !transform.any_op
  %t4:3 = transform.structured.fuse_ext %4 tile_sizes [8, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {collapse_argument} in %module : (!transform.any_op) -> !transform.any_op
  %t5:2 = transform.structured.fuse_ext %5 tile_sizes [4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {collapse_part_of_row} in %module : (!transform.any_op) -> !transform.any_op
  %t6:2 = transform.structured.fuse_ext %6 tile_sizes [8] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %7 = transform.structured.match attributes {collapse_two_rows} in %module : (!transform.any_op) -> !transform.any_op
  %t7:2 = transform.structured.fuse_ext %7 tile_sizes [64] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %8 = transform.structured.match attributes {collapse_wraps} in %module : (!transform.any_op) -> !transform.any_op
  %t8:2 = transform.structured.fuse_ext %8 tile_sizes [48] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %9 = transform.structured.match attributes {unaligned_slice_of_collapse} in %module : (!transform.any_op) -> !transform.any_op
  %t9:2 = transform.structured.fuse_ext %9 tile_sizes [4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %10 = transform.structured.match attributes {collapse_dynamic_row} in %module : (!transform.any_op) -> !transform.any_op
  %t10:2 = transform.structured.fuse_ext %10 tile_sizes [4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %11 = transform.structured.match attributes {expand_read_twice} in %module : (!transform.any_op) -> !transform.any_op
  %t11:6 = transform.structured.fuse_ext %11 tile_sizes [1, 1, 1, 1, 1] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  cleanup
}
