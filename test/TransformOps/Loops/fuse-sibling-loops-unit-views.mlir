// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A view of one element leaves out one of two unit dims, and its stride is that
// of neither: the element is the one at the offset.
// CHECK-LABEL: func.func @unit_views(
// CHECK-SAME:    %[[T:.*]]: memref<4x32xf32>, %[[U:.*]]: memref<4xf32>
// CHECK:         scf.parallel (
// CHECK:           %[[VIEW:.*]] = memref.subview %[[T]][2, 0] [1, 1] [1, 2]
// CHECK:           memref.store %{{.*}}, %[[VIEW]]
// CHECK:           memref.store %{{.*}}, %[[U]]
// CHECK-NOT:     scf.parallel
func.func @unit_views(%t: memref<4x32xf32>, %u: memref<4xf32> {llvm.noalias}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    %view = memref.subview %t[2, 0] [1, 1] [1, 2] : memref<4x32xf32> to memref<1xf32, strided<[2], offset: 64>>
    memref.store %x, %view[%i] : memref<1xf32, strided<[2], offset: 64>>
  }
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    memref.store %x, %u[%i] : memref<4xf32>
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.parallel"]} in %root : (!transform.any_op) -> !transform.any_op
    %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
