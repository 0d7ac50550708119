// A residual block under a script in the brace form, `!pdl.operation` and
// `cleanup` included. The weights are arguments, so that it can be run. What does
// not depend on the channels is in the row loop: the shared input, once, on
// the 10 rows that cover both of its uses; two convolutions; the pad.
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=EQUAL

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// CHECK-LABEL: func.func @resnet_block(
// CHECK-SAME:    %[[X:.*]]: tensor<1x56x56x256xf16>, %[[W0:.*]]: tensor<64x1x1x256xf32>, %[[W1:.*]]: tensor<64x3x3x64xf32>, %[[W2:.*]]: tensor<256x1x1x64xf32>)
// CHECK:         %[[OUT:.*]] = tensor.empty() : tensor<1x56x56x256xf16>
// CHECK-NOT:     linalg
// CHECK:         %[[R:.*]] = scf.for %[[H:[^ ]*]] = {{.*}} iter_args(%[[OUT_H:[^ ]*]] = %[[OUT]]) -> (tensor<1x56x56x256xf16>) {
// CHECK:           %[[XT:.*]] = tensor.extract_slice %[[X]][0, %{{.*}}, 0, 0]
// CHECK:           %[[SHARED:.*]] = linalg.exp {__revisited__} ins(%[[XT]] :
// CHECK-SAME:       tensor<1x10x56x256xf16>
// CHECK:           %[[CONV0:.*]] = linalg.conv_2d_nhwc_fhwc {__conv_0__, {{.*}}} ins(%[[SHARED]], %[[W0]] :
// CHECK-SAME:       -> tensor<1x10x56x64xf16>
// CHECK:           tensor.insert_slice %[[CONV0]] into %{{.*}}[0, %{{.*}}, 1, 0]
// CHECK-SAME:       into tensor<1x12x58x64xf16>
// CHECK:           %[[PAD:.*]] = tensor.extract_slice %{{.*}}[0, 1, 0, 0] [1, 10, 58, 64] [1, 1, 1, 1]
// CHECK:           %[[CONV1:.*]] = linalg.conv_2d_nhwc_fhwc {__conv_1__, {{.*}}} ins(%[[PAD]], %[[W1]] :
// CHECK-SAME:       -> tensor<1x8x56x64xf16>
// CHECK-NOT:       linalg
// CHECK:           %[[S:.*]] = scf.for %[[C:[^ ]*]] = {{.*}} iter_args(%[[OUT_C:[^ ]*]] = %[[OUT_H]]) -> (tensor<1x56x56x256xf16>) {
// CHECK:             %[[W2T:.*]] = tensor.extract_slice %[[W2]][%[[C]], 0, 0, 0] [32, 1, 1, 64] [1, 1, 1, 1]
// CHECK:             %[[CONV2:.*]] = linalg.conv_2d_nhwc_fhwc {__conv_2__, {{.*}}} ins(%[[CONV1]], %[[W2T]] :
// CHECK-SAME:         -> tensor<1x8x56x32xf16>
// CHECK:             %[[SHARED_C:.*]] = tensor.extract_slice %[[SHARED]][0, %{{.*}}, 0, %[[C]]]
// CHECK:             %[[DEST:.*]] = tensor.extract_slice %[[OUT_C]][0, %[[H]], 0, %[[C]]]
// CHECK:             %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[SHARED_C]], %[[CONV2]] : {{.*}}) outs(%[[DEST]] :
// CHECK:             tensor.insert_slice %[[SUM]] into %[[OUT_C]][0, %[[H]], 0, %[[C]]]
// CHECK:           scf.yield %[[S]]
// CHECK-NOT:     linalg
// CHECK:         return %[[R]]
// CHECK-NOT:     transform
// EQUAL: resnet_block: equal: {{.*}}random data bit for bit
func.func @resnet_block(%arg0: tensor<1x56x56x256xf16>,
                        %cst_1: tensor<64x1x1x256xf32>,
                        %cst_0: tensor<64x3x3x64xf32>,
                        %cst: tensor<256x1x1x64xf32>)
    -> tensor<1x56x56x256xf16> {
  %cst_2 = arith.constant 0.000000e+00 : f16
  %0 = tensor.empty() : tensor<1x56x56x256xf16>
  %1 = linalg.fill ins(%cst_2 : f16) outs(%0 : tensor<1x56x56x256xf16>) -> tensor<1x56x56x256xf16>
  %2 = linalg.exp {__revisited__} ins(%arg0 : tensor<1x56x56x256xf16>) outs(%1 : tensor<1x56x56x256xf16>) -> tensor<1x56x56x256xf16>
  %3 = tensor.empty() : tensor<1x56x56x64xf16>
  %4 = linalg.fill ins(%cst_2 : f16) outs(%3 : tensor<1x56x56x64xf16>) -> tensor<1x56x56x64xf16>
  %5 = linalg.conv_2d_nhwc_fhwc {__conv_0__, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%2, %cst_1 : tensor<1x56x56x256xf16>, tensor<64x1x1x256xf32>) outs(%4 : tensor<1x56x56x64xf16>) -> tensor<1x56x56x64xf16>
  %padded = tensor.pad %5 nofold low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
    tensor.yield %cst_2 : f16
  } : tensor<1x56x56x64xf16> to tensor<1x58x58x64xf16>
  %6 = tensor.empty() : tensor<1x56x56x64xf16>
  %7 = linalg.fill ins(%cst_2 : f16) outs(%6 : tensor<1x56x56x64xf16>) -> tensor<1x56x56x64xf16>
  %8 = linalg.conv_2d_nhwc_fhwc {__conv_1__, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %cst_0 : tensor<1x58x58x64xf16>, tensor<64x3x3x64xf32>) outs(%7 : tensor<1x56x56x64xf16>) -> tensor<1x56x56x64xf16>
  %9 = tensor.empty() : tensor<1x56x56x256xf16>
  %10 = linalg.fill ins(%cst_2 : f16) outs(%9 : tensor<1x56x56x256xf16>) -> tensor<1x56x56x256xf16>
  %11 = linalg.conv_2d_nhwc_fhwc {__conv_2__, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%8, %cst : tensor<1x56x56x64xf16>, tensor<256x1x1x64xf32>) outs(%10 : tensor<1x56x56x256xf16>) -> tensor<1x56x56x256xf16>
  %12 = tensor.empty() : tensor<1x56x56x256xf16>
  %13 = linalg.generic {__root__, indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %11 : tensor<1x56x56x256xf16>, tensor<1x56x56x256xf16>) outs(%12 : tensor<1x56x56x256xf16>) {
  ^bb0(%in: f16, %in_3: f16, %out: f16):
    %14 = arith.addf %in, %in_3 : f16
    linalg.yield %14 : f16
  } -> tensor<1x56x56x256xf16>
  return %13 : tensor<1x56x56x256xf16>
}
transform.sequence failures(propagate) {
^bb0(%arg0: !pdl.operation):
  %0 = transform.structured.match attributes {__root__} in %arg0 : (!pdl.operation) -> !pdl.operation
  %transformed, %loops:2 = transform.structured.fuse_ext %0 {tile_interchange = [], tile_sizes = [0, 8, 0, 32]}
  cleanup
}
