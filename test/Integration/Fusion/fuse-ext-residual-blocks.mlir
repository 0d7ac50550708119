// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A residual block. What does not depend on the loop over output channels is
// computed in the loop over rows: the two inner convolutions, the pad, and the
// shared input, once, on the box that covers both of its uses. The loops carry the
// result and nothing else, and the tiles are static.
// SAME: residual_block: equal
// CHECK-LABEL: func.func @residual_block(
// CHECK:         scf.for %{{[a-z0-9]+}} = {{.*}} iter_args(%{{[a-z0-9]+}} = %{{[a-z0-9]+}}) -> (tensor<1x56x56x256xf32>)
// CHECK:           %[[S:.*]] = linalg.negf {shared} ins(%{{.*}} : tensor<1x10x56x256xf32>)
// CHECK:           linalg.conv_2d_nhwc_fhwc {conv_0, {{.*}}} ins({{.*}} : tensor<1x10x56x256xf32>, {{.*}}) outs({{.*}} : tensor<1x10x56x64xf32>)
// CHECK:           linalg.conv_2d_nhwc_fhwc {conv_1, {{.*}}} ins({{.*}} : tensor<1x10x58x64xf32>, {{.*}}) outs({{.*}} : tensor<1x8x56x64xf32>)
// CHECK-NOT:       {shared}
// CHECK:           scf.for %{{[a-z0-9]+}} = {{.*}} iter_args(%{{[a-z0-9]+}} = %{{[a-z0-9]+}}) -> (tensor<1x56x56x256xf32>)
// CHECK-NOT:         conv_0
// CHECK-NOT:         conv_1
// CHECK:             linalg.conv_2d_nhwc_fhwc {conv_2, {{.*}}} ins({{.*}}) outs({{.*}} : tensor<1x8x56x32xf32>)
// CHECK:             linalg.add {residual_block} ins(
func.func @residual_block(%a: tensor<1x56x56x256xf32>, %w1: tensor<64x1x1x256xf32>, %w2: tensor<64x3x3x64xf32>, %w3: tensor<256x1x1x64xf32>) -> tensor<1x56x56x256xf32> {
  %zero = arith.constant 0.0 : f32
  %big = tensor.empty() : tensor<1x56x56x256xf32>
  %small = tensor.empty() : tensor<1x56x56x64xf32>
  %s0 = linalg.negf {shared} ins(%a : tensor<1x56x56x256xf32>) outs(%big : tensor<1x56x56x256xf32>) -> tensor<1x56x56x256xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%small : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  %c0_0 = linalg.conv_2d_nhwc_fhwc {conv_0, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%s0, %w1 : tensor<1x56x56x256xf32>, tensor<64x1x1x256xf32>) outs(%f0 : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  %p0 = tensor.pad %c0_0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%b0: index, %b1: index, %b2: index, %b3: index):
    tensor.yield %zero : f32
  } : tensor<1x56x56x64xf32> to tensor<1x58x58x64xf32>
  %c1_0 = linalg.conv_2d_nhwc_fhwc {conv_1, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%p0, %w2 : tensor<1x58x58x64xf32>, tensor<64x3x3x64xf32>) outs(%f0 : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  %g0 = linalg.fill ins(%zero : f32) outs(%big : tensor<1x56x56x256xf32>) -> tensor<1x56x56x256xf32>
  %c2_0 = linalg.conv_2d_nhwc_fhwc {conv_2, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c1_0, %w3 : tensor<1x56x56x64xf32>, tensor<256x1x1x64xf32>) outs(%g0 : tensor<1x56x56x256xf32>) -> tensor<1x56x56x256xf32>
  %r0 = linalg.add {residual_block} ins(%s0, %c2_0 : tensor<1x56x56x256xf32>, tensor<1x56x56x256xf32>) outs(%big : tensor<1x56x56x256xf32>) -> tensor<1x56x56x256xf32>
  return %r0 : tensor<1x56x56x256xf32>
}

// The same block with sizes that do not divide.
// SAME: residual_block_odd: equal
// CHECK-LABEL: func.func @residual_block_odd(
// CHECK:         scf.for %
// CHECK:           linalg.negf {shared} ins(
// CHECK:           linalg.conv_2d_nhwc_fhwc {conv_0,
// CHECK:           linalg.conv_2d_nhwc_fhwc {conv_1,
// CHECK:           scf.for %
// CHECK-NOT:     {conv_{{[01]}},
// CHECK:             linalg.conv_2d_nhwc_fhwc {conv_2,
func.func @residual_block_odd(%a: tensor<1x11x7x13xf32>, %w1: tensor<6x1x1x13xf32>, %w2: tensor<6x3x3x6xf32>, %w3: tensor<13x1x1x6xf32>) -> tensor<1x11x7x13xf32> {
  %zero = arith.constant 0.0 : f32
  %big = tensor.empty() : tensor<1x11x7x13xf32>
  %small = tensor.empty() : tensor<1x11x7x6xf32>
  %s0 = linalg.negf {shared} ins(%a : tensor<1x11x7x13xf32>) outs(%big : tensor<1x11x7x13xf32>) -> tensor<1x11x7x13xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%small : tensor<1x11x7x6xf32>) -> tensor<1x11x7x6xf32>
  %c0_0 = linalg.conv_2d_nhwc_fhwc {conv_0, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%s0, %w1 : tensor<1x11x7x13xf32>, tensor<6x1x1x13xf32>) outs(%f0 : tensor<1x11x7x6xf32>) -> tensor<1x11x7x6xf32>
  %p0 = tensor.pad %c0_0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%b0: index, %b1: index, %b2: index, %b3: index):
    tensor.yield %zero : f32
  } : tensor<1x11x7x6xf32> to tensor<1x13x9x6xf32>
  %c1_0 = linalg.conv_2d_nhwc_fhwc {conv_1, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%p0, %w2 : tensor<1x13x9x6xf32>, tensor<6x3x3x6xf32>) outs(%f0 : tensor<1x11x7x6xf32>) -> tensor<1x11x7x6xf32>
  %g0 = linalg.fill ins(%zero : f32) outs(%big : tensor<1x11x7x13xf32>) -> tensor<1x11x7x13xf32>
  %c2_0 = linalg.conv_2d_nhwc_fhwc {conv_2, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c1_0, %w3 : tensor<1x11x7x6xf32>, tensor<13x1x1x6xf32>) outs(%g0 : tensor<1x11x7x13xf32>) -> tensor<1x11x7x13xf32>
  %r0 = linalg.add {residual_block_odd} ins(%s0, %c2_0 : tensor<1x11x7x13xf32>, tensor<1x11x7x13xf32>) outs(%big : tensor<1x11x7x13xf32>) -> tensor<1x11x7x13xf32>
  return %r0 : tensor<1x11x7x13xf32>
}

// Three blocks in a row, tiled by rows: one copy of each op.
// SAME: three_blocks: equal
// CHECK-LABEL: func.func @three_blocks(
// CHECK-COUNT-3: linalg.conv_2d_nhwc_fhwc {conv_0,
// CHECK-NOT:     {conv_0,
// CHECK:         return %
func.func @three_blocks(%a: tensor<1x13x5x6xf32>, %w1: tensor<4x1x1x6xf32>, %w2: tensor<4x3x3x4xf32>, %w3: tensor<6x1x1x4xf32>) -> tensor<1x13x5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %big = tensor.empty() : tensor<1x13x5x6xf32>
  %small = tensor.empty() : tensor<1x13x5x4xf32>
  %s0 = linalg.negf {shared} ins(%a : tensor<1x13x5x6xf32>) outs(%big : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%small : tensor<1x13x5x4xf32>) -> tensor<1x13x5x4xf32>
  %c0_0 = linalg.conv_2d_nhwc_fhwc {conv_0, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%s0, %w1 : tensor<1x13x5x6xf32>, tensor<4x1x1x6xf32>) outs(%f0 : tensor<1x13x5x4xf32>) -> tensor<1x13x5x4xf32>
  %p0 = tensor.pad %c0_0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%b0: index, %b1: index, %b2: index, %b3: index):
    tensor.yield %zero : f32
  } : tensor<1x13x5x4xf32> to tensor<1x15x7x4xf32>
  %c1_0 = linalg.conv_2d_nhwc_fhwc {conv_1, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%p0, %w2 : tensor<1x15x7x4xf32>, tensor<4x3x3x4xf32>) outs(%f0 : tensor<1x13x5x4xf32>) -> tensor<1x13x5x4xf32>
  %g0 = linalg.fill ins(%zero : f32) outs(%big : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %c2_0 = linalg.conv_2d_nhwc_fhwc {conv_2, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c1_0, %w3 : tensor<1x13x5x4xf32>, tensor<6x1x1x4xf32>) outs(%g0 : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %r0 = linalg.add {sum} ins(%s0, %c2_0 : tensor<1x13x5x6xf32>, tensor<1x13x5x6xf32>) outs(%big : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %s1 = linalg.negf {shared} ins(%r0 : tensor<1x13x5x6xf32>) outs(%big : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%small : tensor<1x13x5x4xf32>) -> tensor<1x13x5x4xf32>
  %c0_1 = linalg.conv_2d_nhwc_fhwc {conv_0, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%s1, %w1 : tensor<1x13x5x6xf32>, tensor<4x1x1x6xf32>) outs(%f1 : tensor<1x13x5x4xf32>) -> tensor<1x13x5x4xf32>
  %p1 = tensor.pad %c0_1 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%b0: index, %b1: index, %b2: index, %b3: index):
    tensor.yield %zero : f32
  } : tensor<1x13x5x4xf32> to tensor<1x15x7x4xf32>
  %c1_1 = linalg.conv_2d_nhwc_fhwc {conv_1, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%p1, %w2 : tensor<1x15x7x4xf32>, tensor<4x3x3x4xf32>) outs(%f1 : tensor<1x13x5x4xf32>) -> tensor<1x13x5x4xf32>
  %g1 = linalg.fill ins(%zero : f32) outs(%big : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %c2_1 = linalg.conv_2d_nhwc_fhwc {conv_2, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c1_1, %w3 : tensor<1x13x5x4xf32>, tensor<6x1x1x4xf32>) outs(%g1 : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %r1 = linalg.add {sum} ins(%s1, %c2_1 : tensor<1x13x5x6xf32>, tensor<1x13x5x6xf32>) outs(%big : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %s2 = linalg.negf {shared} ins(%r1 : tensor<1x13x5x6xf32>) outs(%big : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%small : tensor<1x13x5x4xf32>) -> tensor<1x13x5x4xf32>
  %c0_2 = linalg.conv_2d_nhwc_fhwc {conv_0, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%s2, %w1 : tensor<1x13x5x6xf32>, tensor<4x1x1x6xf32>) outs(%f2 : tensor<1x13x5x4xf32>) -> tensor<1x13x5x4xf32>
  %p2 = tensor.pad %c0_2 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%b0: index, %b1: index, %b2: index, %b3: index):
    tensor.yield %zero : f32
  } : tensor<1x13x5x4xf32> to tensor<1x15x7x4xf32>
  %c1_2 = linalg.conv_2d_nhwc_fhwc {conv_1, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%p2, %w2 : tensor<1x15x7x4xf32>, tensor<4x3x3x4xf32>) outs(%f2 : tensor<1x13x5x4xf32>) -> tensor<1x13x5x4xf32>
  %g2 = linalg.fill ins(%zero : f32) outs(%big : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %c2_2 = linalg.conv_2d_nhwc_fhwc {conv_2, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%c1_2, %w3 : tensor<1x13x5x4xf32>, tensor<6x1x1x4xf32>) outs(%g2 : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  %r2 = linalg.add {three_blocks} ins(%s2, %c2_2 : tensor<1x13x5x6xf32>, tensor<1x13x5x6xf32>) outs(%big : tensor<1x13x5x6xf32>) -> tensor<1x13x5x6xf32>
  return %r2 : tensor<1x13x5x6xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {residual_block} in %module : (!transform.any_op) -> !transform.any_op
  %t0:3 = transform.structured.fuse_ext %0 tile_sizes [0, 8, 0, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {residual_block_odd} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [0, 4, 0, 5] {placement_slack = 2.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {three_blocks} in %module : (!transform.any_op) -> !transform.any_op
  %t2:2 = transform.structured.fuse_ext %2 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
}
