// Packed layouts and Winograd transforms in buffers: sizes that the tiles do
// not divide, dynamic sizes, tiles that are larger than the packed tensor.
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/bufferize-out-params.mlir | FileCheck %s

// Filled up with a value that is not zero.
// CHECK: pack_padded: equal
func.func @pack_padded(%a: tensor<30x23xf32>, %d: tensor<4x3x8x8xf32>) -> tensor<4x3x8x8xf32> {
  %z = arith.constant 2.0 : f32
  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<30x23xf32> -> tensor<4x3x8x8xf32>
  return %p : tensor<4x3x8x8xf32>
}

// Outer and inner dims in another order, nothing to fill up.
// CHECK: pack_permuted: equal
func.func @pack_permuted(%a: tensor<6x8xf32>, %d: tensor<4x2x2x3xf32>) -> tensor<4x2x2x3xf32> {
  %p = linalg.pack %a outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 3] into %d : tensor<6x8xf32> -> tensor<4x2x2x3xf32>
  return %p : tensor<4x2x2x3xf32>
}

// The number of tiles is only known at run time.
// CHECK: pack_dynamic: equal
func.func @pack_dynamic(%a: tensor<?x5xf32>) -> tensor<?x2x4x3xf32> {
  %z = arith.constant 3.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x5xf32>
  %t = affine.apply affine_map<()[s0] -> (s0 ceildiv 4)>()[%n]
  %d = tensor.empty(%t) : tensor<?x2x4x3xf32>
  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %d : tensor<?x5xf32> -> tensor<?x2x4x3xf32>
  return %p : tensor<?x2x4x3xf32>
}

// A tile that is larger than the packed tensor.
// CHECK: pack_one: equal
func.func @pack_one(%a: tensor<1x3xf32>, %d: tensor<1x1x4x8xf32>) -> tensor<1x1x4x8xf32> {
  %z = arith.constant -1.0 : f32
  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 8] into %d : tensor<1x3xf32> -> tensor<1x1x4x8xf32>
  return %p : tensor<1x1x4x8xf32>
}

// The padding is cut off; the source is read later.
// CHECK: unpack_cut: equal
func.func @unpack_cut(%a: tensor<4x3x8x8xf32>, %d: tensor<30x23xf32>) -> (tensor<30x23xf32>, tensor<4x3x8x8xf32>) {
  %u = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<4x3x8x8xf32> -> tensor<30x23xf32>
  %e = linalg.exp ins(%a : tensor<4x3x8x8xf32>) outs(%a : tensor<4x3x8x8xf32>) -> tensor<4x3x8x8xf32>
  return %u, %e : tensor<30x23xf32>, tensor<4x3x8x8xf32>
}

// CHECK: unpack_permuted: equal
func.func @unpack_permuted(%a: tensor<4x2x2x3xf32>, %d: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %u = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 3] into %d : tensor<4x2x2x3xf32> -> tensor<6x8xf32>
  return %u : tensor<6x8xf32>
}

// CHECK: unpack_dynamic: equal
func.func @unpack_dynamic(%a: tensor<?x2x4x3xf32>) -> tensor<?x5xf32> {
  %c0 = arith.constant 0 : index
  %t = tensor.dim %a, %c0 : tensor<?x2x4x3xf32>
  %n = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%t]
  %e = tensor.empty(%n) : tensor<?x5xf32>
  %u = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %e : tensor<?x2x4x3xf32> -> tensor<?x5xf32>
  return %u : tensor<?x5xf32>
}

// A matmul on packed operands, unpacked again.
// CHECK: packed_matmul: equal
func.func @packed_matmul(%a: tensor<7x9xf32>, %b: tensor<9x5xf32>, %c: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %z = arith.constant 0.0 : f32
  %ea = tensor.empty() : tensor<2x3x4x3xf32>
  %eb = tensor.empty() : tensor<3x2x3x4xf32>
  %ec = tensor.empty() : tensor<2x2x4x4xf32>
  %pa = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %ea : tensor<7x9xf32> -> tensor<2x3x4x3xf32>
  %pb = linalg.pack %b padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [3, 4] into %eb : tensor<9x5xf32> -> tensor<3x2x3x4xf32>
  %pc = linalg.pack %c padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %ec : tensor<7x5xf32> -> tensor<2x2x4x4xf32>
  %m = linalg.generic {
      indexing_maps = [affine_map<(m, n, k, i, j, l) -> (m, k, i, l)>, affine_map<(m, n, k, i, j, l) -> (k, n, l, j)>, affine_map<(m, n, k, i, j, l) -> (m, n, i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction"]}
      ins(%pa, %pb : tensor<2x3x4x3xf32>, tensor<3x2x3x4xf32>) outs(%pc : tensor<2x2x4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x2x4x4xf32>
  %u = linalg.unpack %m inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %c : tensor<2x2x4x4xf32> -> tensor<7x5xf32>
  return %u : tensor<7x5xf32>
}

// The three transforms of a Winograd convolution.
// CHECK: winograd: equal
func.func @winograd(%f: tensor<2x3x3x5xf32>, %i: tensor<2x6x6x5xf32>, %v: tensor<6x6x1x1x2x2xf32>, %o: tensor<2x4x4x2xf32>)
    -> (tensor<6x6x5x2xf32>, tensor<6x6x1x1x2x5xf32>, tensor<2x4x4x2xf32>) {
  %ef = tensor.empty() : tensor<6x6x5x2xf32>
  %ei = tensor.empty() : tensor<6x6x1x1x2x5xf32>
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%ef : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%i : tensor<2x6x6x5xf32>) outs(%ei : tensor<6x6x1x1x2x5xf32>) -> tensor<6x6x1x1x2x5xf32>
  %2 = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x6x1x1x2x2xf32>) outs(%o : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  return %0, %1, %2 : tensor<6x6x5x2xf32>, tensor<6x6x1x1x2x5xf32>, tensor<2x4x4x2xf32>
}
