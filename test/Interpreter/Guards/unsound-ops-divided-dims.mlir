// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s

// Upstream cuts a slice at the element that a tile starts with, and reads on from
// there. Column 4 of the rows of an image of columns of 5 is the last one of its row.
// The rows are no problem, but where a column is found by mod: the last column of 13,
// column 2 of its row, would be taken for the end of a slice.
#patches = affine_map<(i, j) -> (i + j floordiv 5, j mod 5)>
#third = affine_map<(i, j) -> (i + j floordiv 5, j)>
#all = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func.func @columns(
// CHECK:         scf.for %{{.*}} iter_args(%[[T:.*]] = %{{.*}})
// CHECK:           tensor.extract_slice %[[T]]
func.func @columns(%x: tensor<9x6xf32>, %o: tensor<7x13xf32>) -> tensor<7x13xf32> {
  // expected-note@below {{the payload op}}
  %r = linalg.generic {columns, indexing_maps = [#patches, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x6xf32>) outs(%o : tensor<7x13xf32>) {
  ^bb0(%a: f32, %b: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<7x13xf32>
  return %r : tensor<7x13xf32>
}
func.func @rows(%x: tensor<9x13xf32>, %o: tensor<7x13xf32>) -> tensor<7x13xf32> {
  %r = linalg.generic {rows, indexing_maps = [#third, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x13xf32>) outs(%o : tensor<7x13xf32>) {
  ^bb0(%a: f32, %b: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<7x13xf32>
  return %r : tensor<7x13xf32>
}
func.func @rows_by_mod(%x: tensor<9x6xf32>, %o: tensor<7x13xf32>) -> tensor<7x13xf32> {
  // expected-note@below {{the payload op}}
  %r = linalg.generic {by_mod, indexing_maps = [#patches, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x6xf32>) outs(%o : tensor<7x13xf32>) {
  ^bb0(%a: f32, %b: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<7x13xf32>
  return %r : tensor<7x13xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {columns} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.tile_using_for' reads other elements in a tile than in the whole: an indexing map of 'linalg.generic' divides dim 1}}
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {rows} in %root : (!transform.any_op) -> !transform.any_op
  %u, %m = transform.structured.tile_using_for %1 tile_sizes [4, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {by_mod} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.tile_using_for' reads other elements in a tile than in the whole: an indexing map of 'linalg.generic' divides dim 1, so that no dim may be tiled}}
  %v, %n = transform.structured.tile_using_for %2 tile_sizes [4, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// In a forall, and as a producer of what upstream fuses.
#patches = affine_map<(i, j) -> (i + j floordiv 5, j mod 5)>
#all = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func.func @others(
func.func @others(%x: tensor<9x6xf32>, %o: tensor<7x13xf32>) -> (tensor<7x13xf32>, tensor<7x13xf32>) {
  // expected-note@below {{the payload op}}
  %r = linalg.generic {here, indexing_maps = [#patches, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x6xf32>) outs(%o : tensor<7x13xf32>) {
  ^bb0(%a: f32, %b: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<7x13xf32>
  %p = linalg.generic {indexing_maps = [#patches, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x6xf32>) outs(%o : tensor<7x13xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<7x13xf32>
  // expected-note@below {{the payload op}}
  %e = linalg.exp ins(%p : tensor<7x13xf32>) outs(%o : tensor<7x13xf32>) -> tensor<7x13xf32>
  return %r, %e : tensor<7x13xf32>, tensor<7x13xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.tile_using_forall' reads other elements in a tile than in the whole: an indexing map of 'linalg.generic' divides dim 1}}
  %t, %l = transform.structured.tile_using_forall %0 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.fuse' reads other elements in a tile than in the whole: an indexing map of 'linalg.generic' divides dim 1}}
  %u, %m = transform.structured.fuse %1 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// Dims that are subtracted, and the dims beside them: the slice would be too short.
// Partial results are cut, too, along each dim.
#back = affine_map<(i, j) -> (i - j + 12)>
#all = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func.func @backwards(
func.func @backwards(%x: tensor<32xf32>, %o: tensor<7x13xf32>, %s: tensor<7xf32>) -> (tensor<7x13xf32>, tensor<7xf32>) {
  // expected-note@below {{the payload op}}
  %r = linalg.generic {here, indexing_maps = [#back, #all], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<32xf32>) outs(%o : tensor<7x13xf32>) {
  ^bb0(%a: f32, %b: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<7x13xf32>
  // expected-note@below {{the payload op}}
  %t = linalg.generic {sum, indexing_maps = [#back, #all, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %o : tensor<32xf32>, tensor<7x13xf32>) outs(%s : tensor<7xf32>) {
  ^bb0(%a: f32, %c: f32, %b: f32):
    %n = arith.addf %a, %b : f32
    linalg.yield %n : f32
  } -> tensor<7xf32>
  return %r, %t : tensor<7x13xf32>, tensor<7xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.tile_using_for' reads other elements in a tile than in the whole: an indexing map of 'linalg.generic' subtracts dim 1}}
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-warning@below {{'transform.structured.tile_using_for' reads other elements in a tile than in the whole: an indexing map of 'linalg.generic' subtracts dim 1, so that no dim may be tiled}}
  %u, %m = transform.structured.tile_using_for %t tile_sizes [4, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {sum} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.tile_reduction_using_for' reads other elements in a tile than in the whole: an indexing map of 'linalg.generic' subtracts dim 1}}
  %fill, %split, %merge, %loop = transform.structured.tile_reduction_using_for %1 by tile_sizes = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

// An index that begins below 0 for what is never read counts as a fall, too.
// CHECK-LABEL: func.func @below(
func.func @below(%x: tensor<?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-note@below {{the payload op}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j - 1)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?xf32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{an indexing map of 'linalg.generic' subtracts a constant, so that no dim may be tiled}}
  %t, %l = transform.structured.tile_using_for %0 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
