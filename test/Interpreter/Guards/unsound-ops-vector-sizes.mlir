// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT

// The tiles have up to 1000 elements, and the vector has 8.
// CHECK-LABEL: func.func @large_tiles(
// CHECK:         vector.create_mask %{{.*}} : vector<8xi1>
// STRICT:      unsound-ops-vector-sizes.mlir:[[@LINE+11]]:3: error: 'transform.structured.vectorize' leaves out what is beyond the vector
func.func @large_tiles(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %op tile_sizes [1000] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-warning@below {{'transform.structured.vectorize' leaves out what is beyond the vector: dim 0 of the payload op is not known to be at most 8; tile it to that size before}}
  transform.structured.vectorize %t vector_sizes [8] : !transform.any_op
}

// -----

// A reduction that is not tiled, and a size that is a param.
// CHECK-LABEL: func.func @whole_reduction(
// CHECK:         vector.create_mask %{{.*}} : vector<8x4xi1>
// STRICT:      unsound-ops-vector-sizes.mlir:[[@LINE+16]]:3: error: 'transform.structured.vectorize' leaves out what is beyond the vector
func.func @whole_reduction(%a: tensor<8x?xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : tensor<8x?xf32>) outs(%c : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  %size = transform.param.constant 4 : i64 -> !transform.param<i64>
  // expected-warning@below {{'transform.structured.vectorize' leaves out what is beyond the vector: dim 1 of the payload op is not known to be at most 4; tile it to that size before}}
  transform.structured.vectorize %op vector_sizes [8, %size] : !transform.any_op, !transform.param<i64>
}

// -----

// What a pad makes may be larger, too.
// CHECK-LABEL: func.func @padded(
// CHECK:         vector.create_mask %{{.*}} : vector<8xi1>
// STRICT:      unsound-ops-vector-sizes.mlir:[[@LINE+14]]:3: error: 'transform.structured.vectorize' leaves out what is beyond the vector
func.func @padded(%a: tensor<?xf32>) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  // expected-note@below {{the payload op}}
  %0 = tensor.pad %a low[0] high[3] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.vectorize' leaves out what is beyond the vector: dim 0 of the payload op is not known to be at most 8; tile it to that size before}}
  transform.structured.vectorize %op vector_sizes [8] : !transform.any_op
}

// -----

// Tiles of just the size are covered, whole and partial ones, and so is a
// producer that is computed per tile.
// CHECK-LABEL: func.func @tiles_that_fit(
// CHECK:         vector.create_mask %{{.*}} : vector<8xi1>
// STRICT-NOT:  unsound-ops-vector-sizes.mlir:{{[0-9]+}}:3: error
func.func @tiles_that_fit(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.negf ins(%0 : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %op tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.vectorize %t vector_sizes [8] : !transform.any_op
  transform.structured.vectorize %exp vector_sizes [8] : !transform.any_op
}

// -----

// The matmul may have more than 8 rows, and columns are padded to a multiple.
// CHECK-LABEL: func.func @padded(
// CHECK-SAME:    %[[A:[^:]*]]: tensor
// CHECK:         tensor.pad %[[A]]
// STRICT:      unsound-ops-vector-sizes.mlir:[[@LINE+10]]:14: error: 'transform.structured.pad_tiling_interface' leaves out what is beyond the padded size
func.func @padded(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.pad_tiling_interface' leaves out what is beyond the padded size: dim 0 of the payload op is not known to be at most 8; use 'pad_to_multiple_of'}}
  %p, %pad = transform.structured.pad_tiling_interface %0 to padding_sizes [8] {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// CHECK-LABEL: func.func @padded_to_multiple(
// CHECK-SAME:    %[[A:[^:]*]]: tensor
// CHECK:         tensor.pad %[[A]]
func.func @padded_to_multiple(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %p, %pad = transform.structured.pad_tiling_interface %0 to padding_sizes [8] pad_to_multiple_of {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
