// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Tiles of whole inner tiles stay static, and are unpacked into the slice of the
// result.
// CHECK-LABEL: func.func @aligned(
// CHECK-SAME:    %[[A:.*]]: tensor<16x6x8x8xf32>)
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(
// CHECK:           scf.for %[[J:.*]] = {{.*}} iter_args(%[[O:.*]] =
// CHECK:             %[[S:.*]] = tensor.extract_slice %[[A]]{{.*}} [2, 2, 8, 8] [1, 1, 1, 1] : tensor<16x6x8x8xf32> to tensor<2x2x8x8xf32>
// CHECK:             %[[D:.*]] = tensor.extract_slice %[[O]][%[[I]], %[[J]]] [16, 16]
// CHECK:             %[[U:.*]] = linalg.unpack %[[S]] {{.*}} into %[[D]] : tensor<2x2x8x8xf32> -> tensor<16x16xf32>
// CHECK:             tensor.insert_slice %[[U]] into %[[O]][%[[I]], %[[J]]] [16, 16]
func.func @aligned(%a: tensor<16x6x8x8xf32>) -> tensor<128x48xf32> {
  %e = tensor.empty() : tensor<128x48xf32>
  %u = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e : tensor<16x6x8x8xf32> -> tensor<128x48xf32>
  return %u : tensor<128x48xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l:2 = transform.structured.fuse_ext %0 tile_sizes [16, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

// A pack, what reads it and an unpack share one nest, and nothing of full size
// is stored between them.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[B:.*]]: tensor<48x40xf32>)
// CHECK:           scf.for {{.*}} iter_args(%[[O:.*]] =
// CHECK:             %[[S:.*]] = tensor.extract_slice %[[B]]{{.*}} [16, 8] [1, 1]
// CHECK:             %[[P:.*]] = linalg.pack %[[S]] {{.*}} : tensor<16x8xf32> -> tensor<2x2x8x4xf32>
// CHECK:             %[[N:.*]] = linalg.negf ins(%[[P]] : tensor<2x2x8x4xf32>)
// CHECK:             %[[U:.*]] = linalg.unpack %[[N]] {{.*}} : tensor<2x2x8x4xf32> -> tensor<16x8xf32>
// CHECK:             linalg.abs ins(%[[U]] : tensor<16x8xf32>)
func.func @chain(%b: tensor<48x40xf32>) -> tensor<48x40xf32> {
  %e = tensor.empty() : tensor<6x10x8x4xf32>
  %f = tensor.empty() : tensor<48x40xf32>
  %p = linalg.pack %b inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %e : tensor<48x40xf32> -> tensor<6x10x8x4xf32>
  %n = linalg.negf ins(%p : tensor<6x10x8x4xf32>) outs(%e : tensor<6x10x8x4xf32>) -> tensor<6x10x8x4xf32>
  %u = linalg.unpack %n inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %f : tensor<6x10x8x4xf32> -> tensor<48x40xf32>
  %r = linalg.abs ins(%u : tensor<48x40xf32>) outs(%f : tensor<48x40xf32>) -> tensor<48x40xf32>
  return %r : tensor<48x40xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
  %t, %l:2 = transform.structured.fuse_ext %0 tile_sizes [16, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
