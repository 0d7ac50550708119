// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Windows become slices, and the ops contractions or, where nothing is summed
// over channels, multiplications and additions in one.

// A row of pixels times the filter of one pixel.
// SAME: rows: equal
// CHECK-LABEL: func @rows(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @rows(%a: tensor<1x11x17x5xf32>, %b: tensor<3x3x5x37xf32>, %c: tensor<1x9x15x37xf32>) -> tensor<1x9x15x37xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<1x9x15x37xf32>) -> tensor<1x9x15x37xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%a, %b : tensor<1x11x17x5xf32>, tensor<3x3x5x37xf32>) outs(%i : tensor<1x9x15x37xf32>) -> tensor<1x9x15x37xf32>
  return %r : tensor<1x9x15x37xf32>
}

// Every second pixel, with dynamic sizes.
// SAME: strides: equal
// CHECK-LABEL: func @strides(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @strides(%a: tensor<?x?x?x?xf32>, %b: tensor<3x3x?x?xf32>, %c: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
    ins(%a, %b : tensor<?x?x?x?xf32>, tensor<3x3x?x?xf32>) outs(%i : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}

// Every second tap.
// SAME: dilated: equal
// CHECK-LABEL: func @dilated(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @dilated(%a: tensor<1x11x19x5xf32>, %b: tensor<3x3x5x37xf32>, %c: tensor<1x7x15x37xf32>) -> tensor<1x7x15x37xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<1x7x15x37xf32>) -> tensor<1x7x15x37xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%a, %b : tensor<1x11x19x5xf32>, tensor<3x3x5x37xf32>) outs(%i : tensor<1x7x15x37xf32>) -> tensor<1x7x15x37xf32>
  return %r : tensor<1x7x15x37xf32>
}

// The lanes are pixels.
// SAME: channels_first: equal
// CHECK-LABEL: func @channels_first(
// CHECK-NOT:     linalg.
// CHECK:         vector.contract {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @channels_first(%a: tensor<1x5x11x23xf32>, %b: tensor<7x5x3x3xf32>, %c: tensor<1x7x5x11xf32>) -> tensor<1x7x5x11xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<1x7x5x11xf32>) -> tensor<1x7x5x11xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
    ins(%a, %b : tensor<1x5x11x23xf32>, tensor<7x5x3x3xf32>) outs(%i : tensor<1x7x5x11xf32>) -> tensor<1x7x5x11xf32>
  return %r : tensor<1x7x5x11xf32>
}

// Each channel has its own filter.
// SAME: depthwise: equal
// CHECK-LABEL: func @depthwise(
// CHECK-NOT:     linalg.
// CHECK:         math.fma {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @depthwise(%a: tensor<1x11x17x37xf32>, %b: tensor<3x3x37xf32>, %c: tensor<1x9x15x37xf32>) -> tensor<1x9x15x37xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<1x9x15x37xf32>) -> tensor<1x9x15x37xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%a, %b : tensor<1x11x17x37xf32>, tensor<3x3x37xf32>) outs(%i : tensor<1x9x15x37xf32>) -> tensor<1x9x15x37xf32>
  return %r : tensor<1x9x15x37xf32>
}

// Several filters per channel.
// SAME: multiplied: equal
// CHECK-LABEL: func @multiplied(
// CHECK-NOT:     linalg.
// CHECK:         arith.{{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @multiplied(%a: tensor<1x11x17x7xf32>, %b: tensor<3x3x7x5xf32>, %c: tensor<1x9x15x7x5xf32>) -> tensor<1x9x15x7x5xf32> {
  %z = arith.constant 0.0 : f32
  %i = linalg.fill ins(%z : f32) outs(%c : tensor<1x9x15x7x5xf32>) -> tensor<1x9x15x7x5xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%a, %b : tensor<1x11x17x7xf32>, tensor<3x3x7x5xf32>) outs(%i : tensor<1x9x15x7x5xf32>) -> tensor<1x9x15x7x5xf32>
  return %r : tensor<1x9x15x7x5xf32>
}

// A pool has no filter but its size.
// SAME: pool: equal
// CHECK-LABEL: func @pool(
// CHECK-NOT:     linalg.
// CHECK:         arith.maximumf {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @pool(%a: tensor<?x?x?x?xf32>, %c: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
    ins(%a, %k : tensor<?x?x?x?xf32>, tensor<3x3xf32>) outs(%c : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}

// A generic that reads its neighbour, and one that reads every third element
// of an operand that has more than it reads.
// SAME: neighbour: equal
// CHECK-LABEL: func @neighbour(
// CHECK-NOT:     linalg.
// CHECK:         arith.subf {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @neighbour(%a: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]}
    ins(%c, %a : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %y, %x : f32
      linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// SAME: every_third: equal
// CHECK-LABEL: func @every_third(
// CHECK-NOT:     linalg.
// CHECK:         arith.addf {{.*}} : vector<
// CHECK-NOT:     linalg.
// CHECK:         return
func.func @every_third(%a: tensor<305xf32>, %c: tensor<99xf32>) -> tensor<99xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i * 3 + 2)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]}
    ins(%a : tensor<305xf32>) outs(%c : tensor<99xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %o, %x : f32
      linalg.yield %s : f32
  } -> tensor<99xf32>
  return %r : tensor<99xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
