// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Dims that are not in their order.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x5x6xf32>, %d: tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<4x5x6xf32>) outs(%d : tensor<4x5x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects groups of the dims 0 to 2 in their order, but got 2 at place 1}}
  %1 = transform.structured.collapse_dims %0 [[0], [2, 1]] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A dim that the op does not have.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x5x6xf32>, %d: tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<4x5x6xf32>) outs(%d : tensor<4x5x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{has 3 dims, but got dim 3}}
  %1 = transform.structured.collapse_dims %0 [[0], [1, 2, 3]] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// Not all dims.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x5x6xf32>, %d: tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<4x5x6xf32>) outs(%d : tensor<4x5x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{has 3 dims, but got groups of 2}}
  %1 = transform.structured.collapse_dims %0 [[0, 1]] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// Nothing to collapse.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x5x6xf32>, %d: tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<4x5x6xf32>) outs(%d : tensor<4x5x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{each group has one dim: nothing is collapsed}}
  %1 = transform.structured.collapse_dims %0 [[0], [1], [2]] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A parallel dim and a reduction.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x5x6xf32>, %d: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<4x5x6xf32>) outs(%d : tensor<4x5xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{dims 1 and 2 are not both parallel or both reductions}}
  %1 = transform.structured.collapse_dims %0 [[0], [1, 2]] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The input has the dims in another order.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6x5xf32>, %d: tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k, j)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<4x6x5xf32>) outs(%d : tensor<4x5x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{operand 0 does not have the dims 1 to 2 side by side}}
  %1 = transform.structured.collapse_dims %0 [[0], [1, 2]] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// The input has one of the dims.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x6xf32>, %d: tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<4x6xf32>) outs(%d : tensor<4x5x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{operand 0 does not have the dims 1 to 2 side by side}}
  %1 = transform.structured.collapse_dims %0 [[0], [1, 2]] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A window.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x10xf32>, %d: tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j + k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<4x10xf32>) outs(%d : tensor<4x5x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{operand 0 is read through (d0, d1, d2) -> (d0, d1 + d2), where dims are more than picked}}
  %1 = transform.structured.collapse_dims %0 [[0], [1, 2]] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A reshape would drop the encoding.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x5x6xf32, 1>, %d: tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<4x5x6xf32, 1>) outs(%d : tensor<4x5x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %1 = arith.addf %x, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x5x6xf32>
  return %0 : tensor<4x5x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{operand 0 has an encoding, which a reshape would drop}}
  %1 = transform.structured.collapse_dims %0 [[0], [1, 2]] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// A named op.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<4x5xf32>, %d: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-note @below {{the target}}
  %0 = linalg.exp ins(%a : tensor<4x5xf32>) outs(%d : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects 'linalg.generic', but got 'linalg.exp'}}
  %1 = transform.structured.collapse_dims %0 [[0, 1]] : (!transform.any_op) -> !transform.any_op
}
}

// -----

// Without results.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: memref<4x5xf32>) {
  // expected-note @below {{the target}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : memref<4x5xf32>) {
  ^bb0(%o: f32):
    linalg.yield %o : f32
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{is not on tensors}}
  %1 = transform.structured.collapse_dims %0 [[0, 1]] : (!transform.any_op) -> !transform.any_op
}
}
