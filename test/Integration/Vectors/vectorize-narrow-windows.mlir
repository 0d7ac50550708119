// RUN: heddle check %s | FileCheck %s

// Tiles of several rows of pixels: contractions of three parallel dims, some of
// them masked, whose factors are narrower than the sum.

// Signed bytes.
// CHECK: bytes: equal
func.func @bytes(%x: tensor<1x13x19x5xi8>, %w: tensor<3x3x5x7xi8>, %o: tensor<1x6x9x7xi32>) -> tensor<1x6x9x7xi32> {
  %r = linalg.conv_2d_nhwc_hwcf {conv, dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
    ins(%x, %w : tensor<1x13x19x5xi8>, tensor<3x3x5x7xi8>) outs(%o : tensor<1x6x9x7xi32>) -> tensor<1x6x9x7xi32>
  return %r : tensor<1x6x9x7xi32>
}

// Brain floats.
// CHECK: brain_floats: equal
func.func @brain_floats(%x: tensor<1x13x19x5xbf16>, %w: tensor<3x3x5x7xbf16>, %o: tensor<1x6x9x7xf32>) -> tensor<1x6x9x7xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {conv, dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
    ins(%x, %w : tensor<1x13x19x5xbf16>, tensor<3x3x5x7xbf16>) outs(%o : tensor<1x6x9x7xf32>) -> tensor<1x6x9x7xf32>
  return %r : tensor<1x6x9x7xf32>
}

// Half floats, summed as doubles.
// CHECK: half_floats: equal
func.func @half_floats(%x: tensor<1x13x19x5xf16>, %w: tensor<3x3x5x7xf16>, %o: tensor<1x6x9x7xf64>) -> tensor<1x6x9x7xf64> {
  %r = linalg.conv_2d_nhwc_hwcf {conv, dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
    ins(%x, %w : tensor<1x13x19x5xf16>, tensor<3x3x5x7xf16>) outs(%o : tensor<1x6x9x7xf64>) -> tensor<1x6x9x7xf64>
  return %r : tensor<1x6x9x7xf64>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {conv} in %root : (!transform.any_op) -> !transform.any_op
  %1, %2 = transform.structured.fuse_ext %0 tile_sizes [1, 4, 5, 5] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.heddle.vectorize %root : !transform.any_op
}
