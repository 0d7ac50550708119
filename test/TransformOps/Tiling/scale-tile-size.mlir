// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// One size for three ops of other elements: 16 of f64, 32 of bf16, 8 of
// complex<f64>. A size that cannot be halved stays.
// expected-remark @below {{applied}}
module attributes {transform.with_named_sequence} {
  func.func @sizes(%a: tensor<4xf64>, %b: tensor<4xbf16>, %c: tensor<4xcomplex<f64>>) -> (tensor<4xf64>, tensor<4xbf16>, tensor<4xcomplex<f64>>) {
    %0 = linalg.exp ins(%a : tensor<4xf64>) outs(%a : tensor<4xf64>) -> tensor<4xf64>
    %1 = linalg.exp ins(%b : tensor<4xbf16>) outs(%b : tensor<4xbf16>) -> tensor<4xbf16>
    %2 = linalg.copy ins(%c : tensor<4xcomplex<f64>>) outs(%c : tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
    return %0, %1, %2 : tensor<4xf64>, tensor<4xbf16>, tensor<4xcomplex<f64>>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %ops = transform.structured.match ops{["linalg.exp", "linalg.copy"]} in %m : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 32 : i64 -> !transform.param<i64>
    %scaled = transform.heddle.scale_tile_size %size for %ops : !transform.param<i64>, !transform.any_op
    // expected-remark @below {{scaled 16 : i64, 32 : i64, 8 : i64}}
    transform.debug.emit_param_as_remark %scaled, "scaled" : !transform.param<i64>
    %again = transform.heddle.scale_tile_size %scaled for %ops : !transform.param<i64>, !transform.any_op
    // expected-remark @below {{again 8 : i64, 32 : i64, 2 : i64}}
    transform.debug.emit_param_as_remark %again, "again" : !transform.param<i64>
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    %least = transform.heddle.scale_tile_size %one for %ops : !transform.param<i64>, !transform.any_op
    // expected-remark @below {{least 1 : i64, 1 : i64, 1 : i64}}
    transform.debug.emit_param_as_remark %least, "least" : !transform.param<i64>
    transform.annotate %ops "done" : !transform.any_op
    transform.yield
  }
}

// -----

// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @buffers(%a: memref<4xf64>) {
    // expected-note @below {{the target}}
    linalg.exp ins(%a : memref<4xf64>) outs(%a : memref<4xf64>)
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %ops = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 32 : i64 -> !transform.param<i64>
    // expected-error @below {{expects an op that computes a tensor of numbers, but got 'linalg.exp'}}
    %scaled = transform.heddle.scale_tile_size %size for %ops : !transform.param<i64>, !transform.any_op
    transform.yield
  }
}

// -----

// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @one(%a: tensor<4xf64>) -> tensor<4xf64> {
    %0 = linalg.exp ins(%a : tensor<4xf64>) outs(%a : tensor<4xf64>) -> tensor<4xf64>
    return %0 : tensor<4xf64>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %ops = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %a = transform.param.constant 32 : i64 -> !transform.param<i64>
    %two = transform.merge_handles %a, %a : !transform.param<i64>
    // expected-error @below {{expects 'size' to have one value or one for each of 1 targets, but got 2}}
    %scaled = transform.heddle.scale_tile_size %two for %ops : !transform.param<i64>, !transform.any_op
    transform.yield
  }
}

// -----

// expected-remark @below {{refused, payload as it was}}
module attributes {transform.with_named_sequence} {
  func.func @text(%a: tensor<4xf64>) -> tensor<4xf64> {
    %0 = linalg.exp ins(%a : tensor<4xf64>) outs(%a : tensor<4xf64>) -> tensor<4xf64>
    return %0 : tensor<4xf64>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %ops = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %a = transform.param.constant "wide" -> !transform.any_param
    // expected-error @below {{expects 'size' to be an integer, but got "wide"}}
    %scaled = transform.heddle.scale_tile_size %a for %ops : !transform.any_param, !transform.any_op
    transform.yield
  }
}
