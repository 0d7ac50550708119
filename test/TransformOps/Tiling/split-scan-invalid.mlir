// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// A sum of floats rounds, each order differently.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%x: tensor<9xf32>, %y: tensor<9xf32>, %a: tensor<f32>) -> tensor<9xf32> {
  // expected-note @+1 {{this op}}
  %0:2 = linalg_ext.scan {scan} dimension(0) inclusive(true) ins(%x : tensor<9xf32>) outs(%y, %a : tensor<9xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.addf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<9xf32>, tensor<f32>
  return %0#0 : tensor<9xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %s = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the body of 'linalg_ext.scan' is not known to be associative ('associative' on the op says that it is, up to rounding)}}
  %t:3 = transform.heddle.split_scan %s {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// The difference depends on where it begins.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>, %a: tensor<f32>) -> tensor<?xf32> {
  // expected-note @+1 {{this op}}
  %0:2 = linalg_ext.scan {scan} dimension(0) inclusive(true) ins(%x : tensor<?xf32>) outs(%y, %a : tensor<?xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.subf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<?xf32>, tensor<f32>
  return %0#0 : tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %s = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the body of 'linalg_ext.scan' is not known to be associative ('associative' on the op says that it is, up to rounding)}}
  %t:3 = transform.heddle.split_scan %s {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// Each step doubles what came before.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>, %a: tensor<f32>) -> tensor<?xf32> {
  // expected-note @+1 {{this op}}
  %0:2 = linalg_ext.scan {scan} dimension(0) inclusive(true) ins(%x : tensor<?xf32>) outs(%y, %a : tensor<?xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %d = arith.maximumf %s, %s : f32
    %n = arith.maximumf %d, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<?xf32>, tensor<f32>
  return %0#0 : tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %s = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the body of 'linalg_ext.scan' is not known to be associative ('associative' on the op says that it is, up to rounding)}}
  %t:3 = transform.heddle.split_scan %s {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// The maximum of an element with itself is the element: what came before is lost.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>, %a: tensor<f32>) -> tensor<?xf32> {
  // expected-note @+1 {{this op}}
  %0:2 = linalg_ext.scan {scan} dimension(0) inclusive(true) ins(%x : tensor<?xf32>) outs(%y, %a : tensor<?xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.maximumf %e, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<?xf32>, tensor<f32>
  return %0#0 : tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %s = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the body of 'linalg_ext.scan' is not known to be associative ('associative' on the op says that it is, up to rounding)}}
  %t:3 = transform.heddle.split_scan %s {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// One block is all of it.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %a: tensor<f32>) -> tensor<4xf32> {
  // expected-note @+1 {{this op}}
  %0:2 = linalg_ext.scan {scan} dimension(0) inclusive(true) ins(%x : tensor<4xf32>) outs(%y, %a : tensor<4xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.maximumf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<4xf32>, tensor<f32>
  return %0#0 : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %s = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects 'block' to be less than 4, what 'linalg_ext.scan' goes along, but got 4}}
  %t:3 = transform.heddle.split_scan %s {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// There is nothing to split.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%x: tensor<9x0xf32>, %y: tensor<9x0xf32>, %a: tensor<0xf32>) -> tensor<9x0xf32> {
  // expected-note @+1 {{this op}}
  %0:2 = linalg_ext.scan {scan} dimension(0) inclusive(true) ins(%x : tensor<9x0xf32>) outs(%y, %a : tensor<9x0xf32>, tensor<0xf32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.maximumf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<9x0xf32>, tensor<0xf32>
  return %0#0 : tensor<9x0xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %s = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg_ext.scan' has no elements}}
  %t:3 = transform.heddle.split_scan %s {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// In memory, nothing is split.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%x: memref<9xf32>, %y: memref<9xf32>, %a: memref<f32>) {
  // expected-note @+1 {{this op}}
  linalg_ext.scan {scan} dimension(0) inclusive(true) ins(%x : memref<9xf32>) outs(%y, %a : memref<9xf32>, memref<f32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.maximumf %s, %e : f32
    linalg_ext.yield %n : f32
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %s = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg_ext.scan' on memrefs is not split}}
  %t:3 = transform.heddle.split_scan %s {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// Another op.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @f(%x: tensor<9xf32>) -> tensor<9xf32> {
  // expected-note @+1 {{this op}}
  %0 = linalg.exp {scan} ins(%x : tensor<9xf32>) outs(%x : tensor<9xf32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %s = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{expects linalg_ext.scan to split, but got 'linalg.exp'}}
  %t:3 = transform.heddle.split_scan %s {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// The order of the calls may be seen.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func private @opaque(f32) -> f32
func.func @f(%x: tensor<9xf32>, %y: tensor<9xf32>, %a: tensor<f32>) -> tensor<9xf32> {
  // expected-note @+1 {{this op}}
  %0:2 = linalg_ext.scan {associative, scan} dimension(0) inclusive(true) ins(%x : tensor<9xf32>) outs(%y, %a : tensor<9xf32>, tensor<f32>) {
  ^bb0(%s: f32, %e: f32):
    %t = func.call @opaque(%e) : (f32) -> f32
    %n = arith.maximumf %s, %t : f32
    linalg_ext.yield %n : f32
  } -> tensor<9xf32>, tensor<f32>
  return %0#0 : tensor<9xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %s = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{the body of 'linalg_ext.scan' has side effects, or does not say that it has none}}
  %t:3 = transform.heddle.split_scan %s {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}
