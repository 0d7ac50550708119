// Windows of one element that read an input which is longer than they need: a loop is as
// long as the result, whatever the input is.
// RUN: not heddle check %s | FileCheck %s
// RUN: heddle check %s --function dynamic --dims arg0=12x11,arg2=9x10 | FileCheck %s --check-prefix=DYNAMIC
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --check-prefix=SHAPE

// CHECK-DAG: row: equal
// CHECK-DAG: image: equal
// CHECK-DAG: strided: equal
// CHECK-DAG: dot: equal
// CHECK-DAG: one_window: equal
// CHECK-DAG: result: unchanged
// CHECK-DAG: filled: unchanged
// CHECK-DAG: dynamic: equal
// DYNAMIC: dynamic: equal

// SHAPE-LABEL: func.func @row(
// SHAPE:         vector.transfer_read %arg0[%{{.*}}], %{{.*}} : tensor<9xf32>, vector<8xf32>
// SHAPE-NOT:     vector<9x
// SHAPE:         return
func.func @row(%x: tensor<9xf32>, %w: tensor<1xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.conv_1d ins(%x, %w : tensor<9xf32>, tensor<1xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @image(%x: tensor<1x9x9x4xf32>, %w: tensor<1x1x4x8xf32>, %o: tensor<1x8x7x8xf32>) -> tensor<1x8x7x8xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x9x9x4xf32>, tensor<1x1x4x8xf32>) outs(%o : tensor<1x8x7x8xf32>) -> tensor<1x8x7x8xf32>
  return %r : tensor<1x8x7x8xf32>
}

func.func @strided(%x: tensor<1x10x9x4xf32>, %w: tensor<1x1xf32>, %o: tensor<1x4x5x4xf32>) -> tensor<1x4x5x4xf32> {
  %r = linalg.pooling_nhwc_sum {strides = dense<[2, 1]> : tensor<2xi64>} ins(%x, %w : tensor<1x10x9x4xf32>, tensor<1x1xf32>) outs(%o : tensor<1x4x5x4xf32>) -> tensor<1x4x5x4xf32>
  return %r : tensor<1x4x5x4xf32>
}

// The extent comes from an input, since both loops are summed.
func.func @dot(%x: tensor<9xf32>, %w: tensor<1xf32>, %y: tensor<8xf32>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>, affine_map<(i, k) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%x, %w, %y : tensor<9xf32>, tensor<1xf32>, tensor<8xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %m = arith.mulf %a, %b : f32
    %n = arith.mulf %m, %c : f32
    %s = arith.addf %n, %d : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// One dim has a window of three elements, the other one of one element.
func.func @one_window(%x: tensor<12x11xf32>, %w: tensor<3x1xf32>, %o: tensor<8x9xf32>) -> tensor<8x9xf32> {
  %r = linalg.conv_2d ins(%x, %w : tensor<12x11xf32>, tensor<3x1xf32>) outs(%o : tensor<8x9xf32>) -> tensor<8x9xf32>
  return %r : tensor<8x9xf32>
}

func.func @dynamic(%x: tensor<?x?xf32>, %w: tensor<1x1xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.conv_2d ins(%x, %w : tensor<?x?xf32>, tensor<1x1xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A result that is longer than what is written is written by no index alone: it stays as it
// is.
func.func @result(%x: tensor<1xf32>, %o: tensor<9xf32>, %p: tensor<8xf32>) -> (tensor<9xf32>, tensor<8xf32>) {
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1xf32>) outs(%o, %p : tensor<9xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %c: f32, %d: f32):
    %m = arith.addf %a, %c : f32
    %n = arith.addf %a, %d : f32
    linalg.yield %m, %n : f32, f32
  } -> (tensor<9xf32>, tensor<8xf32>)
  return %r#0, %r#1 : tensor<9xf32>, tensor<8xf32>
}

func.func @filled(%x: f32, %o: tensor<9xf32>, %q: tensor<1x8xf32>) -> (tensor<9xf32>, tensor<1x8xf32>) {
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> ()>, affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : f32) outs(%o, %q : tensor<9xf32>, tensor<1x8xf32>) {
  ^bb0(%a: f32, %c: f32, %d: f32):
    linalg.yield %a, %a : f32, f32
  } -> (tensor<9xf32>, tensor<1x8xf32>)
  return %r#0, %r#1 : tensor<9xf32>, tensor<1x8xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  transform.heddle.vectorize %module {best_effort} : !transform.any_op
}
