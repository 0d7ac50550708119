// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Targets, types and sizes with which fuse_ext carries no softmax online, and
// options that forbid it. The payload stays as it was.

// Before the division, a sum of many values may be above 65504. The other recurrence,
// which is chosen if none is named, divides first.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @half(%s: tensor<8x8xf16>, %v: tensor<8x8xf16>) -> tensor<8x8xf16> {
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf16>) outs(%s : tensor<8x8xf16>) -> tensor<8x8xf16>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf16>, tensor<8x8xf16>) outs(%v : tensor<8x8xf16>) -> tensor<8x8xf16>
    return %r : tensor<8x8xf16>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the sum before the division may be too large for 'linalg.matmul', whose elements are not f32, f64 or bf16; recurrence = "normalized" divides before it sums}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, recurrence = "unnormalized"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The other recurrence would not take a product that starts from an unknown sum, nor
// rows that are not divided by their sum.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @half_unnormalized(%s: tensor<8x8xf16>, %v: tensor<8x8xf16>, %l: tensor<8xf16>) -> tensor<8x8xf16> {
    %inf = arith.constant 0xFC00 : f16
    %m = linalg.fill ins(%inf : f16) outs(%l : tensor<8xf16>) -> tensor<8xf16>
    %p:4 = linalg_ext.unnorm_softmax dimension(1) ins(%s : tensor<8x8xf16>) outs(%s, %m, %l, %l : tensor<8x8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>) : tensor<8x8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p#0, %v : tensor<8x8xf16>, tensor<8x8xf16>) outs(%v : tensor<8x8xf16>) -> tensor<8x8xf16>
    return %r : tensor<8x8xf16>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error-re @below {{the sum before the division may be too large for 'linalg.matmul', whose elements are not f32, f64 or bf16{{$}}}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @byte(%s: tensor<8x8xf8E5M2>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf8E5M2>) outs(%s : tensor<8x8xf8E5M2>) -> tensor<8x8xf8E5M2>
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf8E5M2>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.softmax' has elements that are not f16, bf16, f32 or f64}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A running sum of softmax has more results than one.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @scan(%s: tensor<8x8xf32>, %a: tensor<8xf32>) -> tensor<8x8xf32> {
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg_ext.scan'}}
    %r:2 = linalg_ext.scan {target} dimension(1) inclusive(true) ins(%p : tensor<8x8xf32>) outs(%s, %a : tensor<8x8xf32>, tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.addf %x, %y : f32
      linalg_ext.yield %0 : f32
    } -> tensor<8x8xf32>, tensor<8xf32>
    return %r#0 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg_ext.scan' is not an op on tensors with one result that sums}}
    transform.structured.fuse_ext %0 tile_sizes [4, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The value of this softmax is finite where its maximum starts from NaN; the
// weight of the first tile would not be.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @unknown_maximum(%s: tensor<8x8xf32>, %m: tensor<8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{this is about 'linalg_ext.unnorm_softmax'}}
    %p:4 = linalg_ext.unnorm_softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s, %m, %m, %m : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
    %r = linalg.matmul {target} ins(%p#0, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg_ext.unnorm_softmax' starts from a maximum that is not known to be -inf}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Nor is that of a softmax that divides by 1 where its sum is NaN.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @safe_unknown_maximum(%s: tensor<8x8xf32>, %m: tensor<8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{this is about 'linalg_ext.softmax'}}
    %p:4 = linalg_ext.softmax {safe} dimension(1) ins(%s : tensor<8x8xf32>) outs(%s, %m, %m, %m : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) : tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
    %r = linalg.matmul {target} ins(%p#0, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg_ext.softmax' {safe} starts from a maximum that is not known to be -inf}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The author keeps softmax out of the nest.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @stopped(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax {stop} dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.softmax' is a stop op: it cannot be carried online}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] stop %1 {online} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The author does not name softmax among the producers.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @unnamed(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{this is about 'linalg.softmax'}}
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.softmax' is not among the ops of 'only': it cannot be carried online}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] only %1 {online} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A forall has no loop that sums.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @forall(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{loop 0 carries a reduction of 'linalg.matmul': no leading parallel loop can form the forall}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] interchange [2, 0, 1] {online, use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Four tiles of values around the keys: softmax four times.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @four_times(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{a loop around the one that sums has no dim of softmax, which would be carried anew in each of its iterations: put it inside by 'interchange', or raise 'max_recompute'}}
    transform.structured.fuse_ext %0 tile_sizes [4, 2, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The same, with all rows in each.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @values_first(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg.softmax' is not fused, so nothing is carried online: its recompute factor 4.00 exceeds 2.00}}
    transform.structured.fuse_ext %0 tile_sizes [4, 2, 3] interchange [1, 0, 2] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// With one more loop than results.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @results(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.matmul'}}
    %r = linalg.matmul {target} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%v : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %r : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects 2 loop results for this target, but got 1}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A window of two of six heads is not one of two times three.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @window(%s: tensor<2x3x4x8xf32>, %v: tensor<6x8x4xf32>, %o: tensor<6x4x4xf32>) -> tensor<6x4x4xf32> {
    %p = linalg.softmax dimension(3) ins(%s : tensor<2x3x4x8xf32>) outs(%s : tensor<2x3x4x8xf32>) -> tensor<2x3x4x8xf32>
    %c = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<2x3x4x8xf32> into tensor<6x4x8xf32>
    // expected-note @below {{this is about 'linalg.batch_matmul'}}
    // expected-note @below {{'linalg.fill' is not fused: it starts an accumulator that loop 0 carries}}
    // expected-note @below {{'tensor.extract_slice' is not fused: the part that is read depends on no loop}}
    %r = linalg.batch_matmul {target} ins(%c, %v : tensor<6x4x8xf32>, tensor<6x8x4xf32>) outs(%o : tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
    return %r : tensor<6x4x4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'linalg_ext.unnorm_softmax' is not carried online: its whole value is needed before the nest}}
    transform.structured.fuse_ext %0 tile_sizes [2, 0, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A parallel dim of the sum that its result does not have.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_result_dim(%s: tensor<8x8xf32>, %v: tensor<8x8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{the softmax}}
    %p = linalg.softmax dimension(1) ins(%s : tensor<8x8xf32>) outs(%s : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note @below {{this is about 'linalg.generic'}}
    %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<8x8xf32>, tensor<8x8xf32>) outs(%o : tensor<8xf32>) attrs = {target} {
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
    // expected-error @below {{dim 1 of 'linalg.generic' is parallel, but no dim of its result}}
    transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
