// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// What the normalized recurrence refuses, and why.

// There is no division to be moved into the loop.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @unnormalized(%s: tensor<8x8xf32>, %l: tensor<8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %inf = arith.constant 0xFF800000 : f32
    %m = linalg.fill ins(%inf : f32) outs(%l : tensor<8xf32>) -> tensor<8xf32>
    // expected-note @below {{this is about 'linalg_ext.unnorm_softmax'}}
    %p:4 = linalg_ext.unnorm_softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s, %m, %l, %l : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
    %r = linalg.matmul {target} ins(%p#0, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the normalized recurrence expects a softmax that divides by its sum, but got 'linalg_ext.unnorm_softmax'}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, recurrence = "normalized"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @row_scale(%x: tensor<8x8xf32>, %z: tensor<8xf32>, %e: tensor<8x8xf32>, %w: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    // expected-note @below {{this is about 'linalg.generic'}}
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%in: f32, %sum: f32, %out: f32):
      %0 = math.rsqrt %sum : f32
      %1 = arith.mulf %in, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the normalized recurrence expects a softmax that divides by its sum, but got 'linalg.generic', which scales rows}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, recurrence = "normalized"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Elements of 1 become 1000 before they are summed: a tile whose values are 100
// would sum to inf where all of the keys do not.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @half_factor(%s: tensor<8x8xf16>, %v: tensor<8x8xf16>) -> tensor<8x8xf16> {
    %c = arith.constant 1000.0 : f16
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf16>) outs(%s : tensor<8x8xf16>) -> tensor<8x8xf16>
    %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x8xf16>) outs(%s : tensor<8x8xf16>) {
    ^bb0(%in: f16, %out: f16):
      %0 = arith.mulf %in, %c : f16
      linalg.yield %0 : f16
    } -> tensor<8x8xf16>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%q, %v : tensor<8x8xf16>, tensor<8x8xf16>) outs(%v : tensor<8x8xf16>) -> tensor<8x8xf16>
    return %r : tensor<8x8xf16>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the sum of some keys may be too large for 'linalg.matmul', whose elements are f16: it is not known to be a mean of values}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, recurrence = "normalized"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
