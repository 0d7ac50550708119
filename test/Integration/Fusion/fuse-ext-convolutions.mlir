// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Rows and output channels tiled.
// SAME: conv_rows_channels: equal
// CHECK-LABEL: func.func @conv_rows_channels(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @conv_rows_channels(%a: tensor<1x13x9x4xf32>, %w: tensor<7x3x3x4xf32>) -> tensor<1x11x7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x11x7x7xf32>
  %i = tensor.empty() : tensor<1x13x9x4xf32>
  %0 = linalg.negf ins(%a : tensor<1x13x9x4xf32>) outs(%i : tensor<1x13x9x4xf32>) -> tensor<1x13x9x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x11x7x7xf32>) -> tensor<1x11x7x7xf32>
  %1 = linalg.conv_2d_nhwc_fhwc {conv_rows_channels, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%0, %w : tensor<1x13x9x4xf32>, tensor<7x3x3x4xf32>) outs(%z : tensor<1x11x7x7xf32>) -> tensor<1x11x7x7xf32>
  return %1 : tensor<1x11x7x7xf32>
}

// The input channels, a reduction, tiled: the fill stays outside.
// SAME: conv_reduction: equal
// CHECK-LABEL: func.func @conv_reduction(
// CHECK:         scf.for %
// CHECK:           %[[Z:.*]] = linalg.fill ins(
// CHECK:           scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[Z]])
// CHECK-NOT:         linalg.fill
// CHECK:             %[[T:.*]] = linalg.conv_2d_nhwc_fhwc {conv_reduction, {{.*}} outs(%[[ACC]] :
// CHECK:             scf.yield %[[T]]
func.func @conv_reduction(%a: tensor<1x13x9x4xf32>, %w: tensor<7x3x3x4xf32>) -> tensor<1x11x7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x11x7x7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x11x7x7xf32>) -> tensor<1x11x7x7xf32>
  %1 = linalg.conv_2d_nhwc_fhwc {conv_reduction, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %w : tensor<1x13x9x4xf32>, tensor<7x3x3x4xf32>) outs(%z : tensor<1x11x7x7xf32>) -> tensor<1x11x7x7xf32>
  return %1 : tensor<1x11x7x7xf32>
}

// A convolution with stride two after one with dilation two.
// SAME: strided_dilated_chain: equal
// CHECK-LABEL: func.func @strided_dilated_chain(
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.conv_2d_nhwc_fhwc {dilations = dense<2>
// CHECK:             linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strided
func.func @strided_dilated_chain(%a: tensor<1x19x17x2xf32>, %v: tensor<3x3x3x2xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x7x6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x15x13x3xf32>
  %y = linalg.fill ins(%zero : f32) outs(%e : tensor<1x15x13x3xf32>) -> tensor<1x15x13x3xf32>
  %0 = linalg.conv_2d_nhwc_fhwc {dilations = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %v : tensor<1x19x17x2xf32>, tensor<3x3x3x2xf32>) outs(%y : tensor<1x15x13x3xf32>) -> tensor<1x15x13x3xf32>
  %f = tensor.empty() : tensor<1x7x6x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<1x7x6x4xf32>) -> tensor<1x7x6x4xf32>
  %1 = linalg.conv_2d_nhwc_fhwc {strided_dilated_chain, dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%0, %w : tensor<1x15x13x3xf32>, tensor<4x3x3x3xf32>) outs(%z : tensor<1x7x6x4xf32>) -> tensor<1x7x6x4xf32>
  return %1 : tensor<1x7x6x4xf32>
}

// A depthwise convolution of a padded value.
// SAME: depthwise_and_pad: equal
// CHECK-LABEL: func.func @depthwise_and_pad(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @depthwise_and_pad(%a: tensor<1x10x9x5xf32>, %w: tensor<3x3x5xf32>) -> tensor<1x10x9x5xf32> {
  %zero = arith.constant 0.0 : f32
  %i = tensor.empty() : tensor<1x10x9x5xf32>
  %0 = linalg.negf ins(%a : tensor<1x10x9x5xf32>) outs(%i : tensor<1x10x9x5xf32>) -> tensor<1x10x9x5xf32>
  %p = tensor.pad %0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%b0: index, %b1: index, %b2: index, %b3: index):
    tensor.yield %zero : f32
  } : tensor<1x10x9x5xf32> to tensor<1x12x11x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%i : tensor<1x10x9x5xf32>) -> tensor<1x10x9x5xf32>
  %1 = linalg.depthwise_conv_2d_nhwc_hwc {depthwise_and_pad, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%p, %w : tensor<1x12x11x5xf32>, tensor<3x3x5xf32>) outs(%z : tensor<1x10x9x5xf32>) -> tensor<1x10x9x5xf32>
  return %1 : tensor<1x10x9x5xf32>
}

// The first convolution is returned, its tiles overlap by the halo.
// SAME: halo_returned: equal
// CHECK-LABEL: func.func @halo_returned(
// CHECK:         %[[R:.*]]:2 = scf.for
// CHECK:           linalg.conv_2d_nhwc_fhwc {{.*}} outs({{.*}} : tensor<1x5x7x3xf32>)
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @halo_returned(%a: tensor<1x13x9x2xf32>, %v: tensor<3x3x3x2xf32>, %w: tensor<2x3x3x3xf32>) -> (tensor<1x9x5x2xf32>, tensor<1x11x7x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x11x7x3xf32>
  %y = linalg.fill ins(%zero : f32) outs(%e : tensor<1x11x7x3xf32>) -> tensor<1x11x7x3xf32>
  %0 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a, %v : tensor<1x13x9x2xf32>, tensor<3x3x3x2xf32>) outs(%y : tensor<1x11x7x3xf32>) -> tensor<1x11x7x3xf32>
  %f = tensor.empty() : tensor<1x9x5x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<1x9x5x2xf32>) -> tensor<1x9x5x2xf32>
  %1 = linalg.conv_2d_nhwc_fhwc {halo_returned, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%0, %w : tensor<1x11x7x3xf32>, tensor<2x3x3x3xf32>) outs(%z : tensor<1x9x5x2xf32>) -> tensor<1x9x5x2xf32>
  return %1, %0 : tensor<1x9x5x2xf32>, tensor<1x11x7x3xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {conv_rows_channels} in %module : (!transform.any_op) -> !transform.any_op
  %t0:3 = transform.structured.fuse_ext %0 tile_sizes [0, 5, 0, 3] {max_recompute = 100.0, placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {conv_reduction} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [0, 5, 0, 0, 0, 0, 3] {max_recompute = 100.0, placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {strided_dilated_chain} in %module : (!transform.any_op) -> !transform.any_op
  %t2:3 = transform.structured.fuse_ext %2 tile_sizes [0, 2, 3] {max_recompute = 100.0, placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {depthwise_and_pad} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [0, 4, 4] {max_recompute = 100.0, placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {halo_returned} in %module : (!transform.any_op) -> !transform.any_op
  %t4:2 = transform.structured.fuse_ext %4 tile_sizes [0, 3] {max_recompute = 100.0, placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
}
