// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// What the option skip_masked of fuse_ext refuses, and why.

// exp(-1e9 - max) need not be 0: where all of a row is masked, it is 1.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @finite(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>, %l: tensor<8xf32>) -> (tensor<8x8xf32>) {
    %n = arith.constant -1.0e9 : f32
    %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %keep = arith.cmpi sle, %j, %i : index
      %c = arith.select %keep, %in, %n : f32
      linalg.yield %c : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax dimension(1) ins(%m : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the mask of 'linalg.softmax' selects a finite number, whose exp need not be 0: skip_masked expects -inf}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// No mask.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @none(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>, %l: tensor<8xf32>) -> (tensor<8x8xf32>) {
    %m = linalg.exp ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax dimension(1) ins(%m : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{nothing that 'linalg.softmax' reads is known to be -inf: skip_masked expects a comparison of linalg.index values that selects -inf}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Every other key is masked: no tile is.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @not_equal(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>, %l: tensor<8xf32>) -> (tensor<8x8xf32>) {
    %n = arith.constant 0xFF800000 : f32
    %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %keep = arith.cmpi ne, %j, %i : index
      %c = arith.select %keep, %in, %n : f32
      linalg.yield %c : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax dimension(1) ins(%m : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{nothing that 'linalg.softmax' reads is known to be -inf: skip_masked expects a comparison of linalg.index values that selects -inf}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// All rows are in the loop over the keys: some row needs each tile.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @rows_inside(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>, %l: tensor<8xf32>) -> (tensor<8x8xf32>) {
    %n = arith.constant 0xFF800000 : f32
    %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %keep = arith.cmpi sle, %j, %i : index
      %c = arith.select %keep, %in, %n : f32
      linalg.yield %c : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax dimension(1) ins(%m : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{skip_masked expects a loop over the rows that the mask of 'linalg.softmax' compares, outside the loop over what it masks}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] interchange [2, 0, 1] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A row without keys would have the sum 0, and not that of the keys before.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @later(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>, %l: tensor<8xf32>) -> (tensor<8x8xf32>) {
    %n = arith.constant 0xFF800000 : f32
    %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %keep = arith.cmpi sle, %j, %i : index
      %c = arith.select %keep, %in, %n : f32
      linalg.yield %c : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg_ext.softmax'}}
    %p:4 = linalg_ext.softmax dimension(1) ins(%m : tensor<8x8xf32>) outs(%s, %l, %l, %l : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
    %r = linalg.matmul {target} ins(%p#0, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg_ext.softmax' starts from a maximum and a sum that are not known to be -inf and 0, which skip_masked expects}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The scores are also returned.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @returned(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>, %l: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %n = arith.constant 0xFF800000 : f32
    // expected-note @below {{this is about 'linalg.generic'}}
    %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %keep = arith.cmpi sle, %j, %i : index
      %c = arith.select %keep, %in, %n : f32
      linalg.yield %c : f32
    } -> tensor<8x8xf32>
    %p = linalg.softmax dimension(1) ins(%m : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r, %m : tensor<8x8xf32>, tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the value of 'linalg.generic' leaves the loop, so skip_masked cannot skip tiles of it}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A type without inf is between the mask and softmax.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_inf(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %n = arith.constant 0xFF800000 : f32
    %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %keep = arith.cmpi sle, %j, %i : index
      %c = arith.select %keep, %in, %n : f32
      %small = arith.truncf %c : f32 to f8E4M3FN
      %large = arith.extf %small : f8E4M3FN to f32
      linalg.yield %large : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax dimension(1) ins(%m : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{nothing that 'linalg.softmax' reads is known to be -inf: skip_masked expects a comparison of linalg.index values that selects -inf}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The lowest float is finite, too.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @lowest(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> (tensor<8x8xf32>) {
    %n = arith.constant 0xFF7FFFFF : f32
    %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %keep = arith.cmpi sle, %j, %i : index
      %c = arith.select %keep, %in, %n : f32
      linalg.yield %c : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax dimension(1) ins(%m : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the mask of 'linalg.softmax' selects a finite number, whose exp need not be 0: skip_masked expects -inf}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
