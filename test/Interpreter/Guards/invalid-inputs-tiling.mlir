// What makes upstream's tiling ops crash is refused at the line of the schedule.
//
// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// A negative tile size makes loops that count backwards.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_using_for' expects tile sizes of at least 0, but got -4}}
  %t, %l = transform.structured.tile_using_for %mm tile_sizes [-4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// The same for a param.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %minus = transform.param.constant -1 : i64 -> !transform.param<i64>
  // expected-error@below {{'transform.structured.fuse' expects tile sizes of at least 0, but got -1}}
  %t, %l = transform.structured.fuse %mm tile_sizes [%minus] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// A param of any type is no size.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %any = transform.param.constant 4 : i64 -> !transform.any_param
  // expected-error@below {{'transform.structured.tile_using_for' expects sizes of the type '!transform.param<i64>', but got '!transform.any_param'}}
  %t, %l = transform.structured.tile_using_for %mm tile_sizes [%any] : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// A string is no number of threads.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %text = transform.param.constant "four" -> !transform.any_param
  // expected-error@below {{'transform.structured.tile_using_forall' expects params that are integers, but got "four"}}
  %t, %l = transform.structured.tile_using_forall %mm num_threads [%text] : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// A forall of no loop.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %zero = transform.param.constant 0 : i64 -> !transform.param<i64>
  // expected-error@below {{'transform.structured.tile_using_forall' expects a tile size that is not 0}}
  %t, %l = transform.structured.tile_using_forall %mm tile_sizes [0, %zero] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// Less than no thread.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_using_forall' expects tile sizes and thread counts of at least 0, but got -2}}
  %t, %l = transform.structured.tile_using_forall %mm num_threads [-2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// The dim 1 of a matmul does not reduce.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_reduction_using_for' expects 'reduction_dims' to be reductions of 'linalg.matmul', but got 1}}
  %f, %s, %m, %l = transform.structured.tile_reduction_using_for %mm reduction_dims = [1] by tile_sizes = [0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// Sums that keep their dim.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @kept(%a: tensor<8x8xf32>, %c: tensor<8x1xf32>) -> tensor<8x1xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<8x8xf32>) outs(%c : tensor<8x1xf32>) {
    ^bb0(%x: f32, %s: f32):
      %1 = arith.addf %s, %x : f32
      linalg.yield %1 : f32
  } -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %sums = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_reduction_using_for' expects results whose dims are loops, but no loop of 'linalg.generic' indexes dim 1 of result 0; 'transform.structured.fuse_ext' and 'transform.heddle.vectorize' take it}}
  %f, %s, %m, %l = transform.structured.tile_reduction_using_for %sums by tile_sizes = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// Sums that keep their dim.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @kept(%a: tensor<8x8xf32>, %c: tensor<8x1xf32>) -> tensor<8x1xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<8x8xf32>) outs(%c : tensor<8x1xf32>) {
    ^bb0(%x: f32, %s: f32):
      %1 = arith.addf %s, %x : f32
      linalg.yield %1 : f32
  } -> tensor<8x1xf32>
  return %0 : tensor<8x1xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %sums = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_reduction_using_forall' expects results whose dims are loops, but no loop of 'linalg.generic' indexes dim 1 of result 0; 'transform.structured.fuse_ext' and 'transform.heddle.vectorize' take it}}
  %f, %s, %m, %l = transform.structured.tile_reduction_using_forall %sums by num_threads = [0, 4] tile_sizes = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// There is no dim 7.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-note@below {{the payload op}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.tile_reduction_using_forall' expects 'reduction_dims' to be reductions of 'linalg.matmul', but got 7}}
  %f, %s, %m, %l = transform.structured.tile_reduction_using_forall %mm reduction_dims = [7] by num_threads = [0, 0, 4] tile_sizes = [0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}

// -----

// An empty first part.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %zero = transform.param.constant 0 : i64 -> !transform.param<i64>
  // expected-error@below {{'transform.structured.split' expects chunk sizes of at least 1, but got 0}}
  %t = transform.structured.split %mm after %zero {dimension = 0} : !transform.any_op, !transform.param<i64>
  transform.yield
}
}

// -----

// No multiple of 0.
// expected-remark@below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
func.func @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error@below {{'transform.structured.pad' expects 'pad_to_multiple_of' of at least 1, but got 0}}
  %p, %q, %c = transform.structured.pad %mm pad_to_multiple_of [0] {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.yield
}
}
