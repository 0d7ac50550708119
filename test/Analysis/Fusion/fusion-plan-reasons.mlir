// RUN: heddle explain %s | FileCheck %s

// Why an op is not computed in the nest, or also outside of it.

// The start of an accumulator that the outermost loop carries.
// CHECK-LABEL: in @accumulator
// CHECK:       loop 0: dim 2, 0 to 64 step 16, reduction
// CHECK:       not fused: linalg.fill: it starts an accumulator that loop 0 carries
func.func @accumulator(%a: tensor<32x64xf32>, %b: tensor<64x32xf32>,
                       %o: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<32x32xf32>)
    -> tensor<32x32xf32>
  %c = linalg.matmul {k} ins(%a, %b : tensor<32x64xf32>, tensor<64x32xf32>)
    outs(%f : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %c : tensor<32x32xf32>
}

// A producer whose windows overlap too much; a constant; an op with no
// footprint model; a stop op; a bias that is the same for every row.
// CHECK-LABEL: in @reasons
// CHECK:       fused: linalg.broadcast in loop 0
// CHECK:       not fused: linalg.matmul: before the nest it takes 640 iteration points, in loop 0 1024
// CHECK-NEXT:  not fused: arith.constant: it is a constant
// CHECK-NEXT:  not fused: tensor.splat: nothing says what a tile of it reads
// CHECK-NEXT:  not fused: linalg.abs: it is a stop op
// CHECK-NEXT:  not fused: linalg.exp: the part that is read depends on no loop
func.func @reasons(%a: tensor<20x4xf32>, %b: tensor<4x8xf32>,
                   %v: tensor<8xf32>, %x: tensor<16x8xf32>, %value: f32,
                   %acc: tensor<20x8xf32>) -> tensor<16x8xf32> {
  %mm = linalg.matmul ins(%a, %b : tensor<20x4xf32>, tensor<4x8xf32>)
    outs(%acc : tensor<20x8xf32>) -> tensor<20x8xf32>
  %e = tensor.empty() : tensor<16x8xf32>
  %window = arith.constant dense<0.25> : tensor<5xf32>
  %same = tensor.splat %value : tensor<16x8xf32>
  %stop = linalg.abs {stop} ins(%x : tensor<16x8xf32>)
    outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %ev = tensor.empty() : tensor<8xf32>
  %bias = linalg.exp ins(%v : tensor<8xf32>) outs(%ev : tensor<8xf32>)
    -> tensor<8xf32>
  %rows = linalg.broadcast ins(%bias : tensor<8xf32>)
    outs(%e : tensor<16x8xf32>) dimensions = [0]
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0 + d2, d1)>,
                       affine_map<(d0, d1, d2) -> (d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%mm, %window, %same, %stop, %rows
          : tensor<20x8xf32>, tensor<5xf32>, tensor<16x8xf32>,
            tensor<16x8xf32>, tensor<16x8xf32>)
      outs(%x : tensor<16x8xf32>) attrs = {rows} {
  ^bb0(%m: f32, %w: f32, %s: f32, %t: f32, %u: f32, %out: f32):
    %0 = arith.addf %m, %s : f32
    %1 = arith.addf %0, %t : f32
    %2 = arith.addf %1, %u : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// A pooling that skips rows leaves holes in the value that is also returned.
// CHECK-LABEL: in @holes
// CHECK:       fused: linalg.exp in loop 0, box [3 * i0 : 3 * i0 + 11, 0 : 8]
// CHECK:       kept: linalg.exp also stays outside: its boxes do not cover its whole value in every case
func.func @holes(%x: tensor<47x8xf32>, %window: tensor<2xf32>,
                 %o: tensor<16x8xf32>)
    -> (tensor<47x8xf32>, tensor<16x8xf32>) {
  %e = tensor.empty() : tensor<47x8xf32>
  %p = linalg.exp ins(%x : tensor<47x8xf32>) outs(%e : tensor<47x8xf32>)
    -> tensor<47x8xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0 * 3 + d2, d1)>,
                       affine_map<(d0, d1, d2) -> (d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %window : tensor<47x8xf32>, tensor<2xf32>)
      outs(%o : tensor<16x8xf32>) attrs = {rows} {
  ^bb0(%m: f32, %w: f32, %out: f32):
    %0 = arith.maximumf %out, %m : f32
    linalg.yield %0 : f32
  } -> tensor<16x8xf32>
  return %p, %r : tensor<47x8xf32>, tensor<16x8xf32>
}

// Tiles of 4 rows with a halo of 2: 6 rows are computed for 4.
// CHECK-LABEL: in @limit
// CHECK:       not fused: linalg.matmul: its recompute factor 1.33 exceeds 1.10
func.func @limit(%a: tensor<18x4xf32>, %b: tensor<4x8xf32>,
                 %window: tensor<3xf32>, %acc: tensor<18x8xf32>,
                 %o: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %mm = linalg.matmul ins(%a, %b : tensor<18x4xf32>, tensor<4x8xf32>)
    outs(%acc : tensor<18x8xf32>) -> tensor<18x8xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0 + d2, d1)>,
                       affine_map<(d0, d1, d2) -> (d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%mm, %window : tensor<18x8xf32>, tensor<3xf32>)
      outs(%o : tensor<16x8xf32>) attrs = {limited} {
  ^bb0(%m: f32, %w: f32, %out: f32):
    %0 = arith.maximumf %out, %m : f32
    linalg.yield %0 : f32
  } -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %k = transform.structured.match attributes {k} in %m
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %k tile_sizes [0, 0, 16]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %stop = transform.structured.match attributes {stop} in %m
      : (!transform.any_op) -> !transform.any_op
    %rows = transform.structured.match attributes {rows} in %m
      : (!transform.any_op) -> !transform.any_op
    %tiled2, %loop2 = transform.structured.fuse_ext %rows tile_sizes [4]
        stop %stop
      : (!transform.any_op, !transform.any_op)
      -> (!transform.any_op, !transform.any_op)
    %limited = transform.structured.match attributes {limited} in %m
      : (!transform.any_op) -> !transform.any_op
    %tiled3, %loop3 = transform.structured.fuse_ext %limited tile_sizes [4]
        {max_recompute = 1.1 : f64, placement_slack = 2.0 : f64}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
