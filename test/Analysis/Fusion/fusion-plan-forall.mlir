// RUN: heddle explain %s | FileCheck %s

// The working set is that of one iteration of all loops of the forall; those
// inside have their own.

// CHECK:      loop 0: dim 0, 0 to 64 step 8, parallel, forall
// CHECK-NEXT: loop 1: dim 1, 0 to 512 step 64, parallel, forall, working set {{[0-9]+}} bytes
func.func @scale(%a: tensor<64x512xf32>, %e: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %0 = linalg.exp ins(%a : tensor<64x512xf32>) outs(%e : tensor<64x512xf32>) -> tensor<64x512xf32>
  %1 = linalg.abs {target} ins(%0 : tensor<64x512xf32>) outs(%e : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %1 : tensor<64x512xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [8, 64] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
