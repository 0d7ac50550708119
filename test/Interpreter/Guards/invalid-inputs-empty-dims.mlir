// Upstream's ops read past a list where a tile has a size of 0.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Nothing is tiled along dim 1, and along dim 0 the tiles are larger than all.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<0x8xf32>, %b: tensor<8x0xf32>, %c: tensor<0x0xf32>) -> tensor<0x0xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<0x8xf32>, tensor<8x0xf32>) outs(%c : tensor<0x0xf32>) -> tensor<0x0xf32>
  return %0 : tensor<0x0xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_using_for' expects no extent of 0 in a dim that is not tiled to a size, but dim 1 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %t, %l = transform.structured.tile_using_for %mm tile_sizes [65536] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// The loop over the rows runs; in each row there is nothing to reduce.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x0xf32>, %b: tensor<0x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x0xf32>, tensor<0x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %zero = transform.param.constant 0 : i64 -> !transform.param<i64>
  // expected-error@below {{'transform.structured.tile_using_for' expects no extent of 0 in a dim that is not tiled to a size, but dim 2 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %t, %l:2 = transform.structured.tile_using_for %mm tile_sizes [%zero, 2] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// The same with a loop over blocks.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x0xf32>, %b: tensor<0x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x0xf32>, tensor<0x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_using_forall' expects no extent of 0 in a dim that is not tiled to a size, but dim 2 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %t, %l = transform.structured.tile_using_forall %mm tile_sizes [2, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// Four threads share no rows.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<0x8xf32>, %b: tensor<8x4xf32>, %c: tensor<0x4xf32>) -> tensor<0x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<0x8xf32>, tensor<8x4xf32>) outs(%c : tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_using_forall' expects no extent of 0 in a dim that is not tiled to a size, but dim 0 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %t, %l = transform.structured.tile_using_forall %mm num_threads [4, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// The root of a fusion.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<?x0xf32>, %b: tensor<0x4xf32>, %c: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<?x0xf32>, tensor<0x4xf32>) outs(%c : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.fuse' expects no extent of 0 in a dim that is not tiled to a size, but dim 2 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %t, %l = transform.structured.fuse %mm tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// A producer that is fused: its reduction is not tiled.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x0xf32>, %b: tensor<0x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x0xf32>, tensor<0x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.exp ins(%0 : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.fuse' expects no extent of 0 in a dim that is not tiled to a size, but dim 2 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %t, %l = transform.structured.fuse %exp tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// A producer that is fused into a loop that is there.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x0xf32>, %b: tensor<0x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x0xf32>, tensor<0x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.exp ins(%0 : tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.tile_using_for %exp tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // expected-error@below {{'transform.structured.fuse_into_containing_op' expects no extent of 0 in a dim that is not tiled to a size, but dim 2 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %u, %v = transform.structured.fuse_into_containing_op %mm into %l : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// The reduction is tiled, and there are no rows to reduce.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<0x8xf32>, %b: tensor<8x4xf32>, %c: tensor<0x4xf32>) -> tensor<0x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<0x8xf32>, tensor<8x4xf32>) outs(%c : tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_reduction_using_for' expects no extent of 0 in a dim that is not tiled to a size, but dim 0 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %f, %p, %m, %l = transform.structured.tile_reduction_using_for %mm reduction_dims = [2] by tile_sizes = [0, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// The same with threads.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<0x8xf32>, %b: tensor<8x4xf32>, %c: tensor<0x4xf32>) -> tensor<0x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<0x8xf32>, tensor<8x4xf32>) outs(%c : tensor<0x4xf32>) -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_reduction_using_forall' expects no extent of 0 in a dim that is not tiled to a size, but dim 0 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %f, %p, %m, %l = transform.structured.tile_reduction_using_forall %mm reduction_dims = [2] by num_threads = [0, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// Each of the two parts has nothing to reduce.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x0xf32>, %b: tensor<0x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x0xf32>, tensor<0x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.split' expects no extent of 0 in a dim that is not tiled to a size, but dim 2 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %h = transform.structured.split %mm after 4 {dimension = 0} : !transform.any_op
  transform.yield
}
}

// -----

// Only the dims of a dynamic extent are tiled, to 1.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<?x0xf32>, %b: tensor<0x4xf32>, %c: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<?x0xf32>, tensor<0x4xf32>) outs(%c : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.scalarize' expects no extent of 0 in a dim that is not tiled to a size, but dim 2 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %t = transform.structured.scalarize %mm : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}

// -----

// The type does not show the extent, but the op does that makes the tensor.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%b: tensor<?x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.empty(%c0) : tensor<8x?xf32>
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x?xf32>, tensor<?x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_using_for' expects no extent of 0 in a dim that is not tiled to a size, but dim 2 of 'linalg.matmul' has it; 'transform.structured.fuse_ext' takes it}}
  %t, %l = transform.structured.tile_using_for %mm tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
