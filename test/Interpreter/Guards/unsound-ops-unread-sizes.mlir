// Sizes by handle or in one list, and ops whose dims are those of a tensor.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT-COUNT-3: error: 'transform.structured.vectorize' leaves out what is beyond the vector
// STRICT-COUNT-2: error: 'transform.structured.vectorize' inserts the whole vector
// STRICT:         error: 'transform.structured.vectorize' reads and writes the whole vector
// STRICT:         error: 'transform.structured.tile_using_forall' makes threads race
// STRICT-NOT:     error: 'transform

// A size that is a constant of the payload.
// CHECK-LABEL: func.func @size_by_handle(
// CHECK:         vector.create_mask %{{.*}} : vector<4xi1>
func.func @size_by_handle(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c4 = arith.constant 4 : index
  // expected-note@below {{the payload op}}
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %size = transform.structured.match ops{["arith.constant"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.vectorize' leaves out what is beyond the vector: dim 0 of the payload op is not known to be at most 4; tile it to that size before}}
  transform.structured.vectorize %op vector_sizes [%size] : !transform.any_op, !transform.any_op
}

// -----

// The tile has at most 4 elements.
// CHECK-LABEL: func.func @tile_of_the_size(
// CHECK:         vector.create_mask %{{.*}} : vector<4xi1>
func.func @tile_of_the_size(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c4 = arith.constant 4 : index
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %size = transform.structured.match ops{["arith.constant"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.vectorize %t vector_sizes [%size] : !transform.any_op, !transform.any_op
}

// -----

// Sizes are those of the source.
// CHECK-LABEL: func.func @unpacked(
// CHECK:         vector.create_mask %{{.*}} : vector<2x2x4x4xi1>
func.func @unpacked(%a: tensor<?x?x4x4xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %c : tensor<?x?x4x4xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{leaves out what is beyond the vector: dim 0 of the payload op is not known to be at most 2; tile it to that size before}}
  transform.structured.vectorize %op vector_sizes [2, 2, 4, 4] : !transform.any_op
}

// -----

// Sizes are those of the result.
// CHECK-LABEL: func.func @packed(
// CHECK:         vector.create_mask %{{.*}} : vector<8x4x4x4xi1>
func.func @packed(%a: tensor<32x?xf32>, %c: tensor<8x?x4x4xf32>) -> tensor<8x?x4x4xf32> {
  %z = arith.constant 0.0 : f32
  // expected-note@below {{the payload op}}
  %0 = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %c : tensor<32x?xf32> -> tensor<8x?x4x4xf32>
  return %0 : tensor<8x?x4x4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{leaves out what is beyond the vector: dim 1 of the payload op is not known to be at most 4; tile it to that size before}}
  transform.structured.vectorize %op vector_sizes [8, 4, 4, 4] : !transform.any_op
}

// -----

// A vector of all of the static source.
// CHECK-LABEL: func.func @unpacked_whole(
// CHECK:         vector.transfer_read %{{.*}} : tensor<2x2x4x4xf32>, vector<2x2x4x4xf32>
func.func @unpacked_whole(%a: tensor<2x2x4x4xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %c : tensor<2x2x4x4xf32> -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.vectorize %op vector_sizes [2, 2, 4, 4] : !transform.any_op
}

// -----

// The vector is written whole, and the source may have fewer elements.
// CHECK-LABEL: func.func @inserted(
// CHECK:         vector.transfer_write %{{.*}} {in_bounds = [true]} : vector<4xf32>, tensor<64xf32>
func.func @inserted(%a: tensor<?xf32>, %c: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %size = affine.min affine_map<(d0) -> (d0, 4)>(%n)
  %s = tensor.extract_slice %a[0] [%size] [1] : tensor<?xf32> to tensor<?xf32>
  // expected-note@below {{the payload op}}
  %0 = tensor.insert_slice %s into %c[0] [%size] [1] : tensor<?xf32> into tensor<64xf32>
  return %0 : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["tensor.insert_slice"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.vectorize' inserts the whole vector: dim 0 of the payload op is not known to be 4}}
  transform.structured.vectorize %op vector_sizes [4] : !transform.any_op
}

// -----

// The same for a source of 3 elements.
// CHECK-LABEL: func.func @inserted_static(
// CHECK:         vector.transfer_write %{{.*}} {in_bounds = [true]} : vector<4xf32>, tensor<64xf32>
func.func @inserted_static(%a: tensor<3xf32>, %c: tensor<64xf32>) -> tensor<64xf32> {
  // expected-note@below {{the payload op}}
  %0 = tensor.insert_slice %a into %c[0] [3] [1] : tensor<3xf32> into tensor<64xf32>
  return %0 : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["tensor.insert_slice"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.structured.vectorize' inserts the whole vector: dim 0 of the payload op is not known to be 4}}
  transform.structured.vectorize %op vector_sizes [4] : !transform.any_op
}

// -----

// The last tile may be smaller than the vector.
// CHECK-LABEL: func.func @partial_tile(
// CHECK-NOT:     vector.create_mask
// CHECK:         vector.transfer_write %{{.*}} {in_bounds = [true]} : vector<4xf32>, tensor<?xf32>
func.func @partial_tile(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-warning@below {{'transform.structured.vectorize' reads and writes the whole vector: dim 0 of the payload op is not known to be 4}}
  transform.structured.vectorize %t vector_sizes [4] {assume_dynamic_dims_match_vec_sizes} : !transform.any_op
}

// -----

// The sizes of these are 4, though their types do not say it.
// CHECK-LABEL: func.func @just_the_size(
// CHECK-NOT:     vector.create_mask
// CHECK:         vector.transfer_write %{{.*}} {in_bounds = [true]} : vector<4xf32>, tensor<?xf32>
func.func @just_the_size(%a: tensor<?xf32>, %c: tensor<64xf32>) -> (tensor<?xf32>, tensor<64xf32>) {
  %c4 = arith.constant 4 : index
  %s = tensor.extract_slice %a[0] [%c4] [1] : tensor<?xf32> to tensor<?xf32>
  %0 = linalg.negf ins(%s : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.insert_slice %s into %c[0] [%c4] [1] : tensor<?xf32> into tensor<64xf32>
  return %0, %1 : tensor<?xf32>, tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %op = transform.structured.match ops{["linalg.negf", "tensor.insert_slice"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.vectorize %op vector_sizes [4] {assume_dynamic_dims_match_vec_sizes} : !transform.any_op
}

// -----

// All sizes are one operand.
// CHECK-LABEL: func.func @packed_sizes(
// CHECK:         scf.forall (%{{.*}}, %{{.*}}) in (2, 2)
func.func @packed_sizes(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = linalg.matmul {rows} ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-note@below {{the payload op}}
  // expected-warning@below {{tiling is not thread safe at axis #2}}
  %1 = linalg.matmul {sums} ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %rows = transform.structured.match attributes {rows} in %root : (!transform.any_op) -> !transform.any_op
  %sums = transform.structured.match attributes {sums} in %root : (!transform.any_op) -> !transform.any_op
  %none = transform.param.constant 0 : i64 -> !transform.param<i64>
  %four = transform.param.constant 4 : i64 -> !transform.param<i64>
  %parallel = transform.merge_handles %four, %four, %none : !transform.param<i64>
  %t, %l = transform.structured.tile_using_forall %rows tile_sizes *(%parallel) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  %reduction = transform.merge_handles %none, %none, %four : !transform.param<i64>
  // expected-warning@below {{'transform.structured.tile_using_forall' makes threads race: dim 2 of the payload op is a reduction}}
  %t2, %l2 = transform.structured.tile_using_forall %sums tile_sizes *(%reduction) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
}
