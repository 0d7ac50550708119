// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Ops between softmax and the sum that are linear in its value are computed in
// the loop over the keys; the division that comes later divides for them, too.

// A cast to half precision: the product sums in f32.
// SAME: cast: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @cast(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:         arith.truncf %{{.*}} : 
// CHECK:         linalg.matmul {narrowed} ins(%
func.func @cast(%s: tensor<?x?xf32>, %v: tensor<?x?xf16>, %h: tensor<?x?xf16>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<?x?xf32>) outs(%h : tensor<?x?xf16>) {
  ^bb0(%in: f32, %out: f16):
    %0 = arith.truncf %in : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<?x?xf16>
  %r = linalg.matmul {narrowed} ins(%c, %v : tensor<?x?xf16>, tensor<?x?xf16>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Dropout: each value is multiplied by an element of a mask and by a number, and
// where a comparison says so it is 0.
// SAME: dropout: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @dropout(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:         arith.select %{{.*}}, %
// CHECK:         linalg.matmul {dropout} ins(%
func.func @dropout(%s: tensor<13x11xf32>, %mask: tensor<13x11xf32>, %v: tensor<11x6xf32>, %o: tensor<13x6xf32>) -> tensor<13x6xf32> {
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%mask, %p : tensor<13x11xf32>, tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) {
  ^bb0(%m: f32, %in: f32, %out: f32):
    %0 = arith.mulf %m, %in : f32
    %1 = arith.mulf %0, %two : f32
    %2 = arith.cmpf ogt, %m, %zero : f32
    %3 = arith.select %2, %1, %zero : f32
    linalg.yield %3 : f32
  } -> tensor<13x11xf32>
  %r = linalg.matmul {dropout} ins(%d, %v : tensor<13x11xf32>, tensor<11x6xf32>) outs(%o : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// A transpose, and a copy for each of two groups, which the sum keeps apart.
// SAME: transposed: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @transposed(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:         linalg.transpose ins(%
// CHECK:         linalg.broadcast ins(%
func.func @transposed(%s: tensor<13x11xf32>, %v: tensor<2x11x6xf32>, %o: tensor<2x13x6xf32>) -> tensor<2x13x6xf32> {
  %e = tensor.empty() : tensor<13x11xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %et = tensor.empty() : tensor<11x13xf32>
  %t = linalg.transpose ins(%p : tensor<13x11xf32>) outs(%et : tensor<11x13xf32>) permutation = [1, 0]
  %eb = tensor.empty() : tensor<2x11x13xf32>
  %b = linalg.broadcast ins(%t : tensor<11x13xf32>) outs(%eb : tensor<2x11x13xf32>) dimensions = [0]
  %r = linalg_ext.batch_matmul ins(%b, %v : tensor<2x11x13xf32>, tensor<2x11x6xf32>) outs(%o : tensor<2x13x6xf32>) layout = "tn" {transposed}
  return %r : tensor<2x13x6xf32>
}

// Batch and head become one dim, as some frontends write it. The statistics
// follow.
// SAME: collapsed: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @collapsed(
// CHECK-COUNT-3: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.unnorm_softmax dimension(3) ins(%
func.func @collapsed(%s: tensor<2x3x13x11xf32>, %v: tensor<6x11x5xf32>, %o: tensor<6x13x5xf32>) -> tensor<6x13x5xf32> {
  %e = tensor.empty() : tensor<2x3x13x11xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x3x13x11xf32>) outs(%e : tensor<2x3x13x11xf32>) -> tensor<2x3x13x11xf32>
  %c = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<2x3x13x11xf32> into tensor<6x13x11xf32>
  %r = linalg.batch_matmul {collapsed} ins(%c, %v : tensor<6x13x11xf32>, tensor<6x11x5xf32>) outs(%o : tensor<6x13x5xf32>) -> tensor<6x13x5xf32>
  return %r : tensor<6x13x5xf32>
}

// The other way.
// SAME: expanded: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @expanded(
// CHECK-COUNT-4: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.unnorm_softmax dimension(2) ins(%
func.func @expanded(%s: tensor<6x13x11xf32>, %v: tensor<2x3x11x5xf32>, %o: tensor<2x3x13x5xf32>) -> tensor<2x3x13x5xf32> {
  %e = tensor.empty() : tensor<6x13x11xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<6x13x11xf32>) outs(%e : tensor<6x13x11xf32>) -> tensor<6x13x11xf32>
  %c = tensor.expand_shape %p [[0, 1], [2], [3]] output_shape [2, 3, 13, 11] : tensor<6x13x11xf32> into tensor<2x3x13x11xf32>
  %r = linalg_ext.batch_matmul ins(%c, %v : tensor<2x3x13x11xf32>, tensor<2x3x11x5xf32>) outs(%o : tensor<2x3x13x5xf32>) layout = "nn" {expanded}
  return %r : tensor<2x3x13x5xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {narrowed} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {dropout} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {transposed} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [0, 4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {collapsed} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %3 tile_sizes [3, 4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {expanded} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %4 tile_sizes [1, 1, 4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
