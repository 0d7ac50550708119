// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Rows that are scaled by a reduction of them, and that no loop carries. The
// payload stays as it was.

// The op that scales makes f16 of it.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @narrows(%x: tensor<8x8xf32>, %z: tensor<8xf32>, %e: tensor<8x8xf16>, %w: tensor<8x8xf16>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    // expected-note @below {{this is about 'linalg.generic'}}
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf16>) {
    ^bb0(%in: f32, %sum: f32, %out: f16):
      %0 = math.rsqrt %sum : f32
      %1 = arith.mulf %in, %0 : f32
      %2 = arith.truncf %1 : f32 to f16
      linalg.yield %2 : f16
    } -> tensor<8x8xf16>
    %r = linalg.matmul {target} ins(%p, %w : tensor<8x8xf16>, tensor<8x8xf16>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.generic' narrows what it scales to f16: before the scale it may be too large for that}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Another op makes f16 of what is scaled.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @narrows_later(%x: tensor<8x8xf32>, %z: tensor<8xf32>, %e: tensor<8x8xf32>, %h: tensor<8x8xf16>, %w: tensor<8x8xf16>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    // expected-note @below {{the op that scales rows}}
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%in: f32, %sum: f32, %out: f32):
      %0 = math.rsqrt %sum : f32
      %1 = arith.mulf %in, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.generic'}}
    %c = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x8xf32>) outs(%h : tensor<8x8xf16>) {
    ^bb0(%in: f32, %out: f16):
      %0 = arith.truncf %in : f32 to f16
      linalg.yield %0 : f16
    } -> tensor<8x8xf16>
    %r = linalg.matmul {target} ins(%c, %w : tensor<8x8xf16>, tensor<8x8xf16>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.generic' narrows what is scaled after the loop to f16: before the scale it may be too large for that}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// All of it is in f16.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @half(%x: tensor<8x8xf16>, %z: tensor<8xf16>, %e: tensor<8x8xf16>, %w: tensor<8x8xf16>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf16>) outs(%z : tensor<8xf16>) {
    ^bb0(%in: f16, %out: f16):
      %0 = arith.mulf %in, %in : f16
      %1 = arith.addf %out, %0 : f16
      linalg.yield %1 : f16
    } -> tensor<8xf16>
    // expected-note @below {{this is about 'linalg.generic'}}
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<8x8xf16>, tensor<8xf16>) outs(%e : tensor<8x8xf16>) {
    ^bb0(%in: f16, %sum: f16, %out: f16):
      %0 = math.rsqrt %sum : f16
      %1 = arith.mulf %in, %0 : f16
      linalg.yield %1 : f16
    } -> tensor<8x8xf16>
    %r = linalg.matmul {target} ins(%p, %w : tensor<8x8xf16>, tensor<8x8xf16>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{what 'linalg.generic' scales may be too large before that: its elements are not f32, f64 or bf16}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// What computes the factor could not come after the loop.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @factor(tensor<8xf32>) -> tensor<8xf32>
  func.func @effects(%x: tensor<8x8xf32>, %z: tensor<8xf32>, %e: tensor<8x8xf32>, %w: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    // expected-note @below {{this is about 'func.call'}}
    %f = func.call @factor(%s) : (tensor<8xf32>) -> tensor<8xf32>
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %f : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%in: f32, %sum: f32, %out: f32):
      %1 = arith.mulf %in, %sum : f32
      linalg.yield %1 : f32
    } -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'func.call' is not known to be free of effects, so it cannot come after the loop}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// No mask covers a tile.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @masked(%x: tensor<8x8xf32>, %z: tensor<8xf32>, %e: tensor<8x8xf32>, %w: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
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
    // expected-error @below {{skip_masked expects a softmax, but got 'linalg.generic', which scales rows}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Each tile of columns would sum the squares again.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @columns(%x: tensor<8x8xf32>, %z: tensor<8xf32>, %e: tensor<8x8xf32>, %w: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%in: f32, %sum: f32, %out: f32):
      %0 = math.rsqrt %sum : f32
      %1 = arith.mulf %in, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{a loop around the one that sums has no dim of the row scale, which would be carried anew in each of its iterations: put it inside by 'interchange', or raise 'max_recompute'}}
    transform.structured.fuse_ext %0 tile_sizes [4, 2, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The factor of a row is not the same for all of its columns: it is the sum of
// squares of a column.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @columns_of_factor(%x: tensor<8x8xf32>, %z: tensor<8xf32>, %e: tensor<8x8xf32>, %w: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%in: f32, %sum: f32, %out: f32):
      %0 = math.rsqrt %sum : f32
      %1 = arith.mulf %in, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
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

// The sum is added to what it scales, too.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @adds(%x: tensor<8x8xf32>, %z: tensor<8xf32>, %e: tensor<8x8xf32>, %w: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%in: f32, %sum: f32, %out: f32):
      %0 = arith.addf %in, %sum : f32
      %1 = arith.mulf %0, %sum : f32
      linalg.yield %1 : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
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

// The rows of the scale are summed, not their elements.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @rows(%x: tensor<8x8xf32>, %z: tensor<8xf32>, %e: tensor<8x8xf32>, %w: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x8xf32>) outs(%z : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    // expected-note @below {{the op that scales rows}}
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%in: f32, %sum: f32, %out: f32):
      %0 = math.rsqrt %sum : f32
      %1 = arith.mulf %in, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.generic'}}
    %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) attrs = {target} {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{dim 2 of 'linalg.generic' is not the one that the row scale reduces}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
