// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT

// A count, and the sum of an index of the last loop.
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
// CHECK-LABEL: func.func @count(
// CHECK:         arith.addf %{{.*}} : vector<4xf32>
// STRICT:      unsound-ops-narrow-reductions.mlir:[[@LINE+16]]:3: error: 'transform.structured.vectorize' combines once
func.func @count(%a: tensor<4x8xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  // expected-note@below {{the payload op}}
  %0 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %y, %one : f32
    linalg.yield %z : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.vectorize' combines once what should be combined for each element: a reduction takes a constant, a scalar or the index of the last loop; use 'transform.heddle.vectorize'}}
  transform.structured.vectorize %op : !transform.any_op
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
// CHECK-LABEL: func.func @indices(
// CHECK:         arith.addi %{{.*}} : vector<8xi32>
// expected-note@below {{the payload op}}
func.func @indices(%a: tensor<8x8xi32>, %c: tensor<8xi32>) -> tensor<8xi32> {
  %0 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x8xi32>) outs(%c : tensor<8xi32>) {
  ^bb0(%x: i32, %y: i32):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i32
    %z = arith.addi %y, %n : i32
    linalg.yield %z : i32
  } -> tensor<8xi32>
  return %0 : tensor<8xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.vectorize_children_and_apply_patterns' combines once}}
  %g = transform.structured.vectorize_children_and_apply_patterns %f : (!transform.any_op) -> !transform.any_op
}

// -----

// An element of an operand, one beside an index, the index of the first loop, and an op
// that upstream leaves alone: nothing is wrong.
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
// CHECK-LABEL: func.func @sound(
func.func @sound(%a: tensor<4x8xi32>, %b: tensor<i32>, %c: tensor<4xi32>, %d: tensor<?x?xi32>, %e: tensor<?xi32>) -> (tensor<4xi32>, tensor<?xi32>) {
  %0 = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>, #i], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xi32>, tensor<i32>) outs(%c : tensor<4xi32>) {
  ^bb0(%x: i32, %s: i32, %y: i32):
    %z = arith.addi %y, %s : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  %1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xi32>) outs(%0 : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i32
    %m = arith.muli %n, %x : i32
    %z = arith.addi %y, %m : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  %2 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xi32>) outs(%1 : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %k = linalg.index 0 : index
    %n = arith.index_cast %k : index to i32
    %z = arith.addi %y, %n : i32
    linalg.yield %z : i32
  } -> tensor<4xi32>
  %one = arith.constant 1 : i32
  %3 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<?x?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%x: i32, %y: i32):
    %z = arith.addi %y, %one : i32
    linalg.yield %z : i32
  } -> tensor<?xi32>
  return %2, %3 : tensor<4xi32>, tensor<?xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %g = transform.structured.vectorize_children_and_apply_patterns %f : (!transform.any_op) -> !transform.any_op
}
