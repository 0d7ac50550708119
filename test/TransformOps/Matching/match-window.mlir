// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// A named convolution, and the generic that computes the same with a stride. A
// product that differs in its body, and one whose loops have another order, are none.
// expected-remark @below {{applied}}
module attributes {transform.with_named_sequence} {
  func.func @forms(%x: tensor<1x9x9x4xf32>, %w: tensor<3x3x4x8xf32>, %s: tensor<1x7x7x8xf32>, %t: tensor<1x4x4x8xf32>)
      -> (tensor<1x7x7x8xf32>, tensor<1x4x4x8xf32>, tensor<1x7x7x8xf32>, tensor<1x7x7x8xf32>) {
    // expected-remark @below {{a convolution}}
    %a = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x8xf32>) outs(%s : tensor<1x7x7x8xf32>) -> tensor<1x7x7x8xf32>
    // expected-remark @below {{a convolution}}
    %b = linalg.generic {indexing_maps = [affine_map<(n, h, w, f, kh, kw, c) -> (n, h * 2 + kh, w * 2 + kw, c)>, affine_map<(n, h, w, f, kh, kw, c) -> (kh, kw, c, f)>, affine_map<(n, h, w, f, kh, kw, c) -> (n, h, w, f)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x8xf32>) outs(%t : tensor<1x4x4x8xf32>) {
      ^bb0(%p: f32, %q: f32, %r: f32):
        %m = arith.mulf %p, %q : f32
        %u = arith.addf %r, %m : f32
        linalg.yield %u : f32
    } -> tensor<1x4x4x8xf32>
    %c = linalg.generic {indexing_maps = [affine_map<(n, h, w, f, kh, kw, c) -> (n, h + kh, w + kw, c)>, affine_map<(n, h, w, f, kh, kw, c) -> (kh, kw, c, f)>, affine_map<(n, h, w, f, kh, kw, c) -> (n, h, w, f)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x8xf32>) outs(%s : tensor<1x7x7x8xf32>) {
      ^bb0(%p: f32, %q: f32, %r: f32):
        %m = arith.subf %p, %q : f32
        %u = arith.addf %r, %m : f32
        linalg.yield %u : f32
    } -> tensor<1x7x7x8xf32>
    %d = linalg.generic {indexing_maps = [affine_map<(n, f, h, w, kh, kw, c) -> (n, h + kh, w + kw, c)>, affine_map<(n, f, h, w, kh, kw, c) -> (kh, kw, c, f)>, affine_map<(n, f, h, w, kh, kw, c) -> (n, h, w, f)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : tensor<1x9x9x4xf32>, tensor<3x3x4x8xf32>) outs(%s : tensor<1x7x7x8xf32>) {
      ^bb0(%p: f32, %q: f32, %r: f32):
        %m = arith.mulf %p, %q : f32
        %u = arith.addf %r, %m : f32
        linalg.yield %u : f32
    } -> tensor<1x7x7x8xf32>
    return %a, %b, %c, %d : tensor<1x7x7x8xf32>, tensor<1x4x4x8xf32>, tensor<1x7x7x8xf32>, tensor<1x7x7x8xf32>
  }
  transform.named_sequence @is_convolution(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_window %op ["linalg.pooling_nhwc_max", "linalg.conv_2d_nhwc_hwcf"] {heddle.expects = "a convolution"}
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %found = transform.collect_matching @is_convolution in %m : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %found, "a convolution" : !transform.any_op
    transform.annotate %found "found" : !transform.any_op
    transform.yield
  }
}

// -----

// A generic on buffers, and one with one operand.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
    %e = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
      ^bb0(%p: f32, %o: f32):
        linalg.yield %p : f32
    } -> tensor<4xf32>
    return %e : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.generic"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects an op that computes ["linalg.conv_2d_nchw_fchw"], but 'linalg.generic' does not}}
    transform.heddle.match_window %op ["linalg.conv_2d_nchw_fchw"]
    transform.yield
  }
}

// -----

// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %none = transform.structured.match ops{["linalg.generic"]} in %m {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects 'target' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    transform.heddle.match_window %none ["linalg.conv_2d_nchw_fchw"]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expects 'names' to be "linalg.conv_2d_nhwc_hwcf" or "linalg.conv_2d_nhwc_fhwc" or}}
    transform.heddle.match_window %m ["linalg.matmul"]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    // expected-error @below {{expects the name of an op}}
    transform.heddle.match_window %m []
    transform.yield
  }
}
