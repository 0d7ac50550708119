// RUN: heddle explain %s | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=EQUAL

// Rows of a tile that is cut off at the end of a tensor are at places that only the
// loops around know. What an op costs in a nest in such a tile is estimated from the
// first tile, which is whole: the first product is computed once for each of the
// eight column tiles if it goes into them, so it stays before them.

// CHECK:      transform.structured.fuse_ext in @products
// CHECK:      transform.structured.fuse_ext in @products
// CHECK-NEXT: loop 0: dim 1, 0 to 256 step 32
// CHECK-NEXT: loop 1: dim 0, 0 to s{{[0-9]+}} step 1
// CHECK-NEXT: fused: linalg.fill in loop 1
// CHECK-NEXT: fused: linalg.matmul in loop 1, {{.*}}, recompute 1.00
// CHECK:      not fused: linalg.matmul: before the nest it takes 32768 iteration points, in loop 1 262144 (8.00 times; placement_slack is 1.25)

// EQUAL: products: equal: random data bit for bit

func.func @products(%x: tensor<11x64xf32>, %a: tensor<64x64xf32>,
                    %b: tensor<64x256xf32>) -> tensor<11x256xf32> {
  %zero = arith.constant 0.0 : f32
  %narrow = tensor.empty() : tensor<11x64xf32>
  %wide = tensor.empty() : tensor<11x256xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%narrow : tensor<11x64xf32>) -> tensor<11x64xf32>
  %p = linalg.matmul ins(%x, %a : tensor<11x64xf32>, tensor<64x64xf32>)
      outs(%s0 : tensor<11x64xf32>) -> tensor<11x64xf32>
  %s1 = linalg.fill ins(%zero : f32) outs(%wide : tensor<11x256xf32>) -> tensor<11x256xf32>
  %q = linalg.matmul ins(%p, %b : tensor<11x64xf32>, tensor<64x256xf32>)
      outs(%s1 : tensor<11x256xf32>) -> tensor<11x256xf32>
  %root = linalg.exp {root} ins(%q : tensor<11x256xf32>) outs(%wide : tensor<11x256xf32>)
      -> tensor<11x256xf32>
  return %root : tensor<11x256xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %root = transform.structured.match attributes {root} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [8]
        {max_recompute = 2.0 : f64, placement_slack = 2.0 : f64}
    %tiles, %loops:2 = transform.structured.fuse_ext %tiled
        tile_sizes [1, 32] interchange [1, 0]
    transform.yield
  }
}
