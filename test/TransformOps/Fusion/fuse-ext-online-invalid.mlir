// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// What the option online of fuse_ext refuses, and why. The payload stays as it
// was.

// No loop sums.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_loop(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{online expects a tile size for one reduction dim of 'linalg.matmul', but got 0}}
    transform.structured.fuse_ext %0 tile_sizes [4, 4] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Softmax is along the dim that is not summed.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @other_dim(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{the softmax}}
    %p = linalg.softmax dimension(0) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{dim 2 of 'linalg.matmul' is not the one that softmax reduces}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// No softmax: nothing recognizes one that is written out.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @none(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %p = linalg.exp ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{no operand of 'linalg.matmul' along dim 2 comes from a softmax, or from an op that scales rows by a reduction of them, through casts, reshapes and ops on elements}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The square of softmax would be divided by the sum once.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @square(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{the softmax}}
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.square'}}
    %q = linalg.square ins(%p : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%q, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.square' between softmax and 'linalg.matmul' is not linear in the value of softmax}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A constant term would be divided, too.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @constant_term(%s: tensor<8x8xf32>, %b: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{the softmax}}
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.add'}}
    %q = linalg.add ins(%p, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%q, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.add' between softmax and 'linalg.matmul' is not linear in the value of softmax}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A part of the dim that softmax reduces, in a dim of its own.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @split_dim(%s: tensor<8x8xf32>, %v: tensor<2x4xf32>, %o: tensor<8x2xf32>) -> tensor<8x2xf32> {
    // expected-note @below {{the softmax}}
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'tensor.expand_shape'}}
    %q = tensor.expand_shape %p [[0], [1, 2]] output_shape [8, 2, 4] : tensor<8x8xf32> into tensor<8x2x4xf32>
    %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %v : tensor<8x2x4xf32>, tensor<2x4xf32>) outs(%o : tensor<8x2xf32>) attrs = {target} {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8x2xf32>
    return %r : tensor<8x2xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'tensor.expand_shape' between softmax and 'linalg.generic' merges or splits the dim that softmax reduces, or comes after a transpose}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A maximum is no sum.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @maximum(%s: tensor<8x8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{the softmax}}
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.reduce'}}
    %r = linalg.reduce { arith.maximumf } ins(%p : tensor<8x8xf32>) outs(%o : tensor<8xf32>) dimensions = [1] {target}
    return %r : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.reduce' is not known to be a sum of terms that are linear in the value of softmax}}
    transform.structured.fuse_ext %0 tile_sizes [4, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The rows are summed, too: they have different divisors.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @rows(%s: tensor<8x8xf32>, %o: tensor<8xf32>, %v: tensor<8x8xf32>) -> tensor<8xf32> {
    // expected-note @below {{the softmax}}
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.generic'}}
    %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%o : tensor<8xf32>) attrs = {target} {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.generic' sums over dim 0, a dim of the rows of softmax}}
    transform.structured.fuse_ext %0 tile_sizes [0, 4, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Two loops that sum.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @two_sums(%s: tensor<8x8xf32>, %o: tensor<8xf32>, %v: tensor<8x8xf32>) -> tensor<8xf32> {
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.generic'}}
    %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%o : tensor<8xf32>) attrs = {target} {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{online expects a tile size for one reduction dim of 'linalg.generic', but got 2}}
    transform.structured.fuse_ext %0 tile_sizes [0, 4, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
