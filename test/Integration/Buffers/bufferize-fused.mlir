// Fused nests need no copy, and no buffer but tiles and results; they compute
// what the payload computes, at sizes that do not divide and at 0 and 1.
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize-fused.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/bufferize-fused.mlir \
// RUN:   | FileCheck %s --check-prefix=RUN-EQUAL

// The fill and the accumulator are the destination argument.
// CHECK: memory of @matmul_k: 0 allocations, 0 copies
// RUN-EQUAL: matmul_k: equal: whole
func.func @matmul_k(%a: tensor<33x47xf32>, %b: tensor<47x29xf32>, %c: tensor<33x29xf32>) -> tensor<33x29xf32> {
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%c : tensor<33x29xf32>) -> tensor<33x29xf32>
  %0 = linalg.matmul {k} ins(%a, %b : tensor<33x47xf32>, tensor<47x29xf32>) outs(%f : tensor<33x29xf32>) -> tensor<33x29xf32>
  return %0 : tensor<33x29xf32>
}

// The k loop carries a tile of the destination; the sizes are dynamic.
// CHECK: memory of @matmul_mnk: 0 allocations, 0 copies
// RUN-EQUAL: matmul_mnk: equal: whole
func.func @matmul_mnk(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {mnk} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The result itself is the only buffer.
// CHECK: memory of @matmul_mnk_empty: 1 allocation (4*arg0[0]*arg1[1] B, 1 x), 0 copies
// RUN-EQUAL: matmul_mnk_empty: equal: whole
func.func @matmul_mnk_empty(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %c = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {mnk} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Bias and relu over a matmul that is tiled along k inside: one tile, whose
// fill is not taken from a larger one.
// CHECK: memory of @mbr: 1 allocation (<=4608 B, 9 x), 0 copies
// RUN-EQUAL: mbr: equal: whole
func.func @mbr(%a: tensor<65x64xf32>, %b: tensor<64x66xf32>, %bias: tensor<66xf32>, %out: tensor<65x66xf32>) -> tensor<65x66xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<65x66xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<65x66xf32>) -> tensor<65x66xf32>
  %0 = linalg.matmul {inner} ins(%a, %b : tensor<65x64xf32>, tensor<64x66xf32>) outs(%f : tensor<65x66xf32>) -> tensor<65x66xf32>
  %1 = linalg.generic {relu, indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    ins(%0, %bias : tensor<65x66xf32>, tensor<66xf32>) outs(%out : tensor<65x66xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %z : f32
    linalg.yield %m : f32
  } -> tensor<65x66xf32>
  return %1 : tensor<65x66xf32>
}

// An input that is the destination, too.
// CHECK: memory of @add_inplace: 0 allocations, 0 copies
// RUN-EQUAL: add_inplace: equal: whole
func.func @add_inplace(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.add {inplace} ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The destination is the result of another op, and is computed once.
// CHECK: memory of @add_mm: 1 allocation (512 B, 1 x), 0 copies
// RUN-EQUAL: add_mm: equal: whole
func.func @add_mm(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  %mm = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.add {addmm} ins(%mm, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%mm : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// Intermediates have tiles of constant size, allocated before the loops, also
// where the sizes are dynamic. The product is written over what it reads last.
// CHECK: memory of @chain: 2 allocations (1024 B, 2 x), 0 copies
// RUN-EQUAL: chain: equal: random
func.func @chain(%x: tensor<?x64xf32>, %o: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?x64xf32>
  %0 = linalg.exp ins(%x : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %1 = linalg.add ins(%0, %x : tensor<?x64xf32>, tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %2 = linalg.mul ins(%1, %0 : tensor<?x64xf32>, tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %3 = linalg.sub {chain} ins(%2, %1 : tensor<?x64xf32>, tensor<?x64xf32>) outs(%o : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %3 : tensor<?x64xf32>
}

// Both results start from one argument, so one of them needs a buffer; its
// contents are not copied.
// CHECK: memory of @intermediate: 1 allocation (262144 B, 1 x), 0 copies
// RUN-EQUAL: intermediate: equal: random
func.func @intermediate(%x: tensor<512x128xf32>, %o: tensor<512x128xf32>) -> (tensor<512x128xf32>, tensor<512x128xf32>) {
  %0 = linalg.exp ins(%x : tensor<512x128xf32>) outs(%o : tensor<512x128xf32>) -> tensor<512x128xf32>
  %1 = linalg.add {both} ins(%0, %x : tensor<512x128xf32>, tensor<512x128xf32>) outs(%o : tensor<512x128xf32>) -> tensor<512x128xf32>
  return %0, %1 : tensor<512x128xf32>, tensor<512x128xf32>
}

// The residual block: a result, a tile for each op but the one that is padded,
// which is in the padded one, and no copy.
// CHECK: memory of @resnet: 5 allocations
// CHECK-SAME: , 5 x), 0 copies
// RUN-EQUAL: resnet: equal: whole
func.func @resnet(%arg0: tensor<1x56x6x24xf32>, %w1: tensor<8x1x1x24xf32>, %w2: tensor<8x3x3x8xf32>, %w3: tensor<24x1x1x8xf32>) -> tensor<1x56x6x24xf32> {
  %cst_2 = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<1x56x6x24xf32>
  %2 = linalg.abs ins(%arg0 : tensor<1x56x6x24xf32>) outs(%0 : tensor<1x56x6x24xf32>) -> tensor<1x56x6x24xf32>
  %3 = tensor.empty() : tensor<1x56x6x8xf32>
  %4 = linalg.fill ins(%cst_2 : f32) outs(%3 : tensor<1x56x6x8xf32>) -> tensor<1x56x6x8xf32>
  %5 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%2, %w1 : tensor<1x56x6x24xf32>, tensor<8x1x1x24xf32>) outs(%4 : tensor<1x56x6x8xf32>) -> tensor<1x56x6x8xf32>
  %padded = tensor.pad %5 nofold low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
    tensor.yield %cst_2 : f32
  } : tensor<1x56x6x8xf32> to tensor<1x58x8x8xf32>
  %6 = tensor.empty() : tensor<1x56x6x8xf32>
  %7 = linalg.fill ins(%cst_2 : f32) outs(%6 : tensor<1x56x6x8xf32>) -> tensor<1x56x6x8xf32>
  %8 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %w2 : tensor<1x58x8x8xf32>, tensor<8x3x3x8xf32>) outs(%7 : tensor<1x56x6x8xf32>) -> tensor<1x56x6x8xf32>
  %9 = tensor.empty() : tensor<1x56x6x24xf32>
  %10 = linalg.fill ins(%cst_2 : f32) outs(%9 : tensor<1x56x6x24xf32>) -> tensor<1x56x6x24xf32>
  %11 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%8, %w3 : tensor<1x56x6x8xf32>, tensor<24x1x1x8xf32>) outs(%10 : tensor<1x56x6x24xf32>) -> tensor<1x56x6x24xf32>
  %12 = tensor.empty() : tensor<1x56x6x24xf32>
  %13 = linalg.generic {residual, indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %11 : tensor<1x56x6x24xf32>, tensor<1x56x6x24xf32>) outs(%12 : tensor<1x56x6x24xf32>) {
  ^bb0(%in: f32, %in_3: f32, %out: f32):
    %14 = arith.addf %in, %in_3 : f32
    linalg.yield %14 : f32
  } -> tensor<1x56x6x24xf32>
  return %13 : tensor<1x56x6x24xf32>
}
