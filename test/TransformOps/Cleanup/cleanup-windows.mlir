// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle check %s --function no_taps --function windows \
// RUN:   | FileCheck %s --check-prefix=SAME

// Casts of what windows are read from are folded, unless no window is read: the
// verifier would not accept those.

#in = affine_map<(i, j, c) -> (i + j, c)>
#taps = affine_map<(i, j, c) -> (j)>
#out = affine_map<(i, j, c) -> (i, c)>

// No element of the result: what the op starts from has none, either.
// CHECK-LABEL: func @no_result(
// CHECK-SAME:      %{{.*}}, %[[O:.*]]: tensor<0x8xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[O]]
func.func @no_result(%x: tensor<1x8xf32>, %w: tensor<3xf32>, %o: tensor<0x8xf32>) -> tensor<0x8xf32> {
  %any = tensor.cast %x : tensor<1x8xf32> to tensor<?x8xf32>
  %r = linalg.generic {indexing_maps = [#in, #taps, #out], iterator_types = ["parallel", "reduction", "parallel"]} ins(%any, %w : tensor<?x8xf32>, tensor<3xf32>) outs(%o : tensor<0x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<0x8xf32>
  return %r : tensor<0x8xf32>
}

// No taps, which a cast hides: nothing is added.
// SAME: no_taps: equal
// CHECK-LABEL: func @no_taps(
// CHECK-SAME:      %{{.*}}, %[[O:.*]]: tensor<1x8xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[O]]
func.func @no_taps(%x: tensor<1x8xf32>, %w: tensor<0xf32>, %o: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %any = tensor.cast %w : tensor<0xf32> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#in, #taps, #out], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x, %any : tensor<1x8xf32>, tensor<?xf32>) outs(%o : tensor<1x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x8xf32>
  return %r : tensor<1x8xf32>
}

// Windows that are read: the cast is folded as before.
// SAME: windows: equal
// CHECK-LABEL: func @windows(
// CHECK-SAME:      %[[X:.*]]: tensor<5x8xf32>, %[[W:.*]]: tensor<3xf32>,
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[W]] : tensor<5x8xf32>, tensor<3xf32>)
// CHECK:         return %[[R]]
func.func @windows(%x: tensor<5x8xf32>, %w: tensor<3xf32>, %o: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %any = tensor.cast %x : tensor<5x8xf32> to tensor<?x8xf32>
  %r = linalg.generic {indexing_maps = [#in, #taps, #out], iterator_types = ["parallel", "reduction", "parallel"]} ins(%any, %w : tensor<?x8xf32>, tensor<3xf32>) outs(%o : tensor<3x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.cleanup %f : !transform.any_op
}
