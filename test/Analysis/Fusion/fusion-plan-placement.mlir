// RUN: heddle explain %s | FileCheck %s

// Where ops are placed: at the deepest loop whose work is within the slack of
// the least. The plan is tested by itself; runs are in test/Integration.

// A producer on the side of B depends on the columns alone: inside the row loop
// it would be computed once per row tile.
// CHECK-LABEL: in @b_side
// CHECK:       fused: linalg.fill in loop 1,
// CHECK:       fused: linalg.matmul in loop 1, {{.*}}, root
// CHECK-NEXT:  not fused: linalg.matmul: before the nest it takes 196608 iteration points, in loop 1 786432
func.func @b_side(%a: tensor<128x64xf32>, %x: tensor<64x32xf32>,
                  %y: tensor<32x96xf32>, %e0: tensor<64x96xf32>,
                  %e1: tensor<128x96xf32>) -> tensor<128x96xf32> {
  %zero = arith.constant 0.0 : f32
  %b = linalg.matmul
    ins(%x, %y : tensor<64x32xf32>, tensor<32x96xf32>)
    outs(%e0 : tensor<64x96xf32>) -> tensor<64x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e1 : tensor<128x96xf32>)
    -> tensor<128x96xf32>
  %c = linalg.matmul {root}
    ins(%a, %b : tensor<128x64xf32>, tensor<64x96xf32>)
    outs(%f : tensor<128x96xf32>) -> tensor<128x96xf32>
  return %c : tensor<128x96xf32>
}

// A halo in both dims costs 13 %: the producer stays in the inner loop.
// CHECK-LABEL: in @halo
// CHECK:       fused: linalg.exp in loop 1, box [i0 : i0 + 34, i1 : i1 + 34], tile 34x34, recompute 1.09, 4624 bytes
// CHECK:       fused: linalg.conv_2d in loop 1, box [i0 : i0 + 32, i1 : i1 + 32, 0 : 3, 0 : 3]
func.func @halo(%x: tensor<130x130xf32>, %k: tensor<3x3xf32>,
                %o: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %e = tensor.empty() : tensor<130x130xf32>
  %p = linalg.exp ins(%x : tensor<130x130xf32>)
    outs(%e : tensor<130x130xf32>) -> tensor<130x130xf32>
  %c = linalg.conv_2d {root}
    ins(%p, %k : tensor<130x130xf32>, tensor<3x3xf32>)
    outs(%o : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %c : tensor<128x128xf32>
}

// The dynamic version is placed alike.
// CHECK-LABEL: in @halo_dynamic
// CHECK:       fused: linalg.exp in loop 1, box [i0 : min(arg2.0, i0 + 32) + 2, i1 : min(arg2.1, i1 + 32) + 2], tile 34x34
func.func @halo_dynamic(%x: tensor<?x?xf32>, %k: tensor<3x3xf32>,
                        %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %p = linalg.exp ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>)
    -> tensor<?x?xf32>
  %c = linalg.conv_2d {root} ins(%p, %k : tensor<?x?xf32>, tensor<3x3xf32>)
    outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}

// Two far windows of one value are computed apart, near ones together.
// CHECK-LABEL: in @windows
// CHECK:       fused: linalg.exp in loop 1, box [i0 : i0 + 36, i1 : i1 + 32], tile 36x32
// CHECK-NEXT:  fused: linalg.exp in loop 1, box [i0 + 192 : i0 + 224, i1 : i1 + 32], tile 32x32
// CHECK-NEXT:  fused: tensor.extract_slice in loop 1
func.func @windows(%x: tensor<256x64xf32>, %o: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<256x64xf32>
  %p = linalg.exp ins(%x : tensor<256x64xf32>)
    outs(%e : tensor<256x64xf32>) -> tensor<256x64xf32>
  %near = tensor.extract_slice %p[0, 0] [64, 64] [1, 1]
    : tensor<256x64xf32> to tensor<64x64xf32>
  %nearer = tensor.extract_slice %p[4, 0] [64, 64] [1, 1]
    : tensor<256x64xf32> to tensor<64x64xf32>
  %far = tensor.extract_slice %p[192, 0] [64, 64] [1, 1]
    : tensor<256x64xf32> to tensor<64x64xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%near, %nearer, %far
          : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%o : tensor<64x64xf32>) attrs = {root} {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    %t = arith.addf %s, %c : f32
    linalg.yield %t : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %root = transform.structured.match attributes {root} in %m
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.fuse_ext %root tile_sizes [32, 32]
      : (!transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
