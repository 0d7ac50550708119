// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i, j) -> (i, 0)>

// A layer norm with a variance that divides in its body, then a factor: the last op is
// the end. The centered rows are a step; the mean has no rows.
// expected-remark @below {{applied}}
module attributes {transform.with_named_sequence} {
  func.func @layernorm(%x: tensor<?x48xf32>, %g: tensor<?x48xf32>, %m0: tensor<?x1xf32>) -> tensor<?x48xf32> {
    %n = arith.constant 48.0 : f32
    %sum = linalg.generic {indexing_maps = [#all, #one], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x48xf32>) outs(%m0 : tensor<?x1xf32>) {
      ^bb0(%a: f32, %o: f32):
        %q = arith.divf %a, %n : f32
        %s = arith.addf %o, %q : f32
        linalg.yield %s : f32
    } -> tensor<?x1xf32>
    %centered = linalg.generic {indexing_maps = [#all, #one, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<?x48xf32>, tensor<?x1xf32>) outs(%g : tensor<?x48xf32>) {
      ^bb0(%a: f32, %m: f32, %o: f32):
        %s = arith.subf %a, %m : f32
        linalg.yield %s : f32
    } -> tensor<?x48xf32>
    %variance = linalg.generic {indexing_maps = [#all, #one], iterator_types = ["parallel", "reduction"]} ins(%centered : tensor<?x48xf32>) outs(%m0 : tensor<?x1xf32>) {
      ^bb0(%a: f32, %o: f32):
        %p = arith.mulf %a, %a : f32
        %q = arith.divf %p, %n : f32
        %s = arith.addf %o, %q : f32
        linalg.yield %s : f32
    } -> tensor<?x1xf32>
    %rows = tensor.collapse_shape %variance [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    %wide = linalg.broadcast ins(%rows : tensor<?xf32>) outs(%g : tensor<?x48xf32>) dimensions = [1]
    // expected-remark @below {{layernorm}}
    %r = linalg.div ins(%centered, %wide : tensor<?x48xf32>, tensor<?x48xf32>) outs(%g : tensor<?x48xf32>) -> tensor<?x48xf32>
    return %r : tensor<?x48xf32>
  }
  // One reduction is an RMS norm; a sum of exponentials is a softmax. What also others
  // read is no step.
  func.func @two(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>, %m0: tensor<8xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
    %max = linalg.reduce {arith.maximumf} ins(%x : tensor<8x16xf32>) outs(%m0 : tensor<8xf32>) dimensions = [1]
    // expected-remark @below {{rmsnorm}}
    %e = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %max : tensor<8x16xf32>, tensor<8xf32>) outs(%x : tensor<8x16xf32>) {
      ^bb0(%a: f32, %m: f32, %o: f32):
        %d = arith.subf %a, %m : f32
        %s = math.exp %d : f32
        linalg.yield %s : f32
    } -> tensor<8x16xf32>
    %product = linalg.matmul ins(%e, %w : tensor<8x16xf32>, tensor<16x16xf32>) outs(%x : tensor<8x16xf32>) -> tensor<8x16xf32>
    %sum = linalg.reduce {arith.addf} ins(%e : tensor<8x16xf32>) outs(%m0 : tensor<8xf32>) dimensions = [1]
    // expected-remark @below {{softmax}}
    %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<8x16xf32>, tensor<8xf32>) outs(%x : tensor<8x16xf32>) {
      ^bb0(%a: f32, %m: f32, %o: f32):
        %d = arith.divf %a, %m : f32
        linalg.yield %d : f32
    } -> tensor<8x16xf32>
    return %product, %r : tensor<8x16xf32>, tensor<8x16xf32>
  }
  transform.named_sequence @softmax(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_normalization %op {kind = "softmax", heddle.expects = "a softmax"}
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @layernorm_of(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_normalization %op {kind = "layernorm"}
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @rmsnorm(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.heddle.match_normalization %op {kind = "rmsnorm"}
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %a = transform.collect_matching @softmax in %m : (!transform.any_op) -> !transform.any_op
    %b = transform.collect_matching @layernorm_of in %m : (!transform.any_op) -> !transform.any_op
    %c = transform.collect_matching @rmsnorm in %m : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %a, "softmax" : !transform.any_op
    transform.debug.emit_remark_at %b, "layernorm" : !transform.any_op
    transform.debug.emit_remark_at %c, "rmsnorm" : !transform.any_op
    transform.annotate %a "found" : !transform.any_op
    transform.yield
  }
}

// -----

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Rows less their sums: no softmax, and nothing else is combined.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @less(%x: tensor<8x16xf32>, %m0: tensor<8xf32>) -> tensor<8x16xf32> {
    %sum = linalg.reduce {arith.addf} ins(%x : tensor<8x16xf32>) outs(%m0 : tensor<8xf32>) dimensions = [1]
    %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<8x16xf32>, tensor<8xf32>) outs(%x : tensor<8x16xf32>) {
      ^bb0(%a: f32, %m: f32, %o: f32):
        %d = arith.subf %a, %m : f32
        linalg.yield %d : f32
    } -> tensor<8x16xf32>
    return %r : tensor<8x16xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.generic"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects the end of a normalization of kind "softmax", but 'linalg.generic' is in one of kind "rmsnorm"}}
    transform.heddle.match_normalization %op {kind = "softmax"}
    transform.yield
  }
}

// -----

// The statistic is one of columns.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @columns(%x: tensor<8x16xf32>, %m0: tensor<16xf32>) -> tensor<8x16xf32> {
    %sum = linalg.reduce {arith.addf} ins(%x : tensor<8x16xf32>) outs(%m0 : tensor<16xf32>) dimensions = [0]
    %wide = linalg.broadcast ins(%sum : tensor<16xf32>) outs(%x : tensor<8x16xf32>) dimensions = [0]
    %r = linalg.div ins(%x, %wide : tensor<8x16xf32>, tensor<8x16xf32>) outs(%x : tensor<8x16xf32>) -> tensor<8x16xf32>
    return %r : tensor<8x16xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.div"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects the end of a normalization of kind "rmsnorm", but 'linalg.div' combines its rows with no reduction of them}}
    transform.heddle.match_normalization %op {kind = "rmsnorm"}
    transform.yield
  }
}

// -----

// Exponentials that only their sum and the quotient read.
// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @step(%x: tensor<8x16xf32>, %m0: tensor<8xf32>) -> tensor<8x16xf32> {
    %max = linalg.reduce {arith.maximumf} ins(%x : tensor<8x16xf32>) outs(%m0 : tensor<8xf32>) dimensions = [1]
    %wide = linalg.broadcast ins(%max : tensor<8xf32>) outs(%x : tensor<8x16xf32>) dimensions = [1]
    %d = linalg.sub ins(%x, %wide : tensor<8x16xf32>, tensor<8x16xf32>) outs(%x : tensor<8x16xf32>) -> tensor<8x16xf32>
    %e = linalg.exp ins(%d : tensor<8x16xf32>) outs(%x : tensor<8x16xf32>) -> tensor<8x16xf32>
    %sum = linalg.reduce {arith.addf} ins(%e : tensor<8x16xf32>) outs(%m0 : tensor<8xf32>) dimensions = [1]
    %sums = linalg.broadcast ins(%sum : tensor<8xf32>) outs(%x : tensor<8x16xf32>) dimensions = [1]
    %r = linalg.div ins(%e, %sums : tensor<8x16xf32>, tensor<8x16xf32>) outs(%x : tensor<8x16xf32>) -> tensor<8x16xf32>
    return %r : tensor<8x16xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.sub"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects the end of a normalization of kind "rmsnorm", but 'linalg.sub' is a step before another reduction of its rows}}
    transform.heddle.match_normalization %op {kind = "rmsnorm"}
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    // expected-error @below {{attribute 'kind' failed to satisfy constraint: one of "softmax", "layernorm", "rmsnorm"}}
    transform.heddle.match_normalization %m {kind = "norm"}
    transform.yield
  }
}
