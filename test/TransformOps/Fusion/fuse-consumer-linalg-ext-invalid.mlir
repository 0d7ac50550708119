// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// Ops of linalg_ext that no tile of the nest completes, and ops that read a result of one
// before it is complete.

// A row of softmax is not in one iteration of a nest over columns alone.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @softmax(%a: tensor<8x12xf32>, %y: tensor<8x12xf32>, %m: tensor<8xf32>) -> tensor<8x12xf32> {
  %0 = linalg.abs {tiled} ins(%a : tensor<8x12xf32>) outs(%y : tensor<8x12xf32>) -> tensor<8x12xf32>
  // expected-note @+1 {{this op}}
  %1:4 = linalg_ext.softmax {fused} dimension(1) ins(%0 : tensor<8x12xf32>) outs(%y, %m, %m, %m : tensor<8x12xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) : tensor<8x12xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  return %1#0 : tensor<8x12xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %0 tile_sizes [0, 4]
  %1 = transform.structured.match attributes {fused} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{operand 0 of 'linalg_ext.softmax' is not proved to read no more than a tile of the nest}}
  %tiled, %loops = transform.heddle.fuse_consumer %1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// A scan along the dim that the nest tiles needs what comes before the tile.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @scan(%a: tensor<8x12xi32>, %y: tensor<8x12xi32>, %s: tensor<8xi32>) -> tensor<8x12xi32> {
  %0 = linalg.mul {tiled} ins(%a, %a : tensor<8x12xi32>, tensor<8x12xi32>) outs(%y : tensor<8x12xi32>) -> tensor<8x12xi32>
  // expected-note @+1 {{this op}}
  %1:2 = linalg_ext.scan {fused} dimension(1) inclusive(true) ins(%0 : tensor<8x12xi32>) outs(%y, %s : tensor<8x12xi32>, tensor<8xi32>) {
  ^bb0(%c: i32, %e: i32):
    %n = arith.addi %c, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<8x12xi32>, tensor<8xi32>
  return %1#0 : tensor<8x12xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %0 tile_sizes [0, 4]
  %1 = transform.structured.match attributes {fused} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg_ext.scan' reduces its dim 1, which the nest tiles}}
  %tiled, %loops = transform.heddle.fuse_consumer %1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// An update goes to any row of the source: no tile of it is that of the updates.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @scatter(%i: tensor<8x1xi32>, %u: tensor<8xi32>, %e: tensor<8xi32>, %s: tensor<9xi32>) -> tensor<9xi32> {
  %0 = linalg.mul {tiled} ins(%u, %u : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
  // expected-note @+1 {{this op}}
  %1 = linalg_ext.scatter {fused} ins(%i, %0 : tensor<8x1xi32>, tensor<8xi32>) outs(%s : tensor<9xi32>) {
  ^bb0(%c: i32, %n: i32):
    linalg_ext.yield %n : i32
  } -> tensor<9xi32>
  return %1 : tensor<9xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %0 tile_sizes [4]
  %1 = transform.structured.match attributes {fused} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{'linalg_ext.scatter' reduces its dim 0, which the nest tiles}}
  %tiled, %loops = transform.heddle.fuse_consumer %1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The accumulator of a scan is complete after the loop along its dim.
// expected-remark @+1 {{refused, payload as it was}}
module {
func.func @accumulator(%x: tensor<8xi32>, %y: tensor<8xi32>, %s: tensor<i32>, %o: tensor<i32>) -> tensor<i32> {
  // expected-note @+1 {{this op}}
  %0:2 = linalg_ext.scan {tiled} dimension(0) inclusive(true) ins(%x : tensor<8xi32>) outs(%y, %s : tensor<8xi32>, tensor<i32>) {
  ^bb0(%c: i32, %e: i32):
    %n = arith.addi %c, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<8xi32>, tensor<i32>
  %1 = linalg.mul {fused} ins(%0#1, %0#1 : tensor<i32>, tensor<i32>) outs(%o : tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %0 tile_sizes [4]
  %1 = transform.structured.match attributes {fused} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @+1 {{result 1 of the nest is not written tile by tile in this loop}}
  %tiled, %loops = transform.heddle.fuse_consumer %1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
