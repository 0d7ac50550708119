// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Reductions: along rows in vectors of partial results, along columns in rows.

// Partial sums, added up after each row.
// SAME: row_sum: equal
// CHECK-LABEL: func @row_sum(
// CHECK-NOT:     linalg.
// CHECK:         vector.multi_reduction <add>
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @row_sum(%a0: tensor<?x?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%a0 : tensor<?x?xf32>) outs(%c : tensor<?xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %o, %x : f32
      linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// Maxima start from the least value, not from what is read beyond a row.
// SAME: row_max: equal
// CHECK-LABEL: func @row_max(
// CHECK-NOT:     linalg.
// CHECK:         vector.multi_reduction <maximumf>
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @row_max(%a0: tensor<19x77xf32>, %c: tensor<19xf32>) -> tensor<19xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%a0 : tensor<19x77xf32>) outs(%c : tensor<19xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.maximumf %o, %x : f32
      linalg.yield %s : f32
  } -> tensor<19xf32>
  return %r : tensor<19xf32>
}

// Rows of less than one vector.
// SAME: short_rows: equal
// CHECK-LABEL: func @short_rows(
// CHECK-NOT:     linalg.
// CHECK:         vector.multi_reduction <minimumf>
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @short_rows(%a0: tensor<13x7xf32>, %c: tensor<13xf32>) -> tensor<13xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%a0 : tensor<13x7xf32>) outs(%c : tensor<13xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.minimumf %o, %x : f32
      linalg.yield %s : f32
  } -> tensor<13xf32>
  return %r : tensor<13xf32>
}

// A loop over the rows carries the sums of several columns.
// SAME: column_sum: equal
// CHECK-LABEL: func @column_sum(
// CHECK-NOT:     linalg.
// CHECK:         scf.for {{.*}} -> (vector<64xf32>)
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @column_sum(%a0: tensor<?x?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
    iterator_types = ["reduction", "parallel"]}
    ins(%a0 : tensor<?x?xf32>) outs(%c : tensor<?xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %o, %x : f32
      linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// Both dims.
// SAME: whole: equal
// CHECK-LABEL: func @whole(
// CHECK-NOT:     linalg.
// CHECK:         vector.multi_reduction <add>
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @whole(%a0: tensor<?x?xi32>, %c: tensor<i32>) -> tensor<i32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
    iterator_types = ["reduction", "reduction"]}
    ins(%a0 : tensor<?x?xi32>) outs(%c : tensor<i32>) {
    ^bb0(%x: i32, %o: i32):
      %s = arith.addi %o, %x : i32
      linalg.yield %s : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

// Several steps over the same rows. What is read beyond a row is no argument of
// exp, and no divisor.
// SAME: softmax: equal
// CHECK-LABEL: func @softmax(
// CHECK-NOT:     linalg.
// CHECK:         math.exp {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @softmax(%x: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
