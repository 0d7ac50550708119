// Ops between two loops that are fused, and values that the loops return.
//
// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Values: both loops carry one, and users of the first result move after the
// fused loop, in order; the bound of the second, written anew, stays before
// it.
// CHECK-LABEL: func.func @values_between(
// CHECK-SAME:      %[[T:.*]]: tensor<8xf32>, %[[N:[^ ]*]]: index
// CHECK-NOT:     math.exp
// CHECK:         %[[R:.*]]:2 = scf.for %[[I:.*]] = %c0 to %{{.*}} step %c1 iter_args(%[[S:.*]] = %[[Z:.*]], %[[P:.*]] = %[[O:.*]]) -> (f32, f32) {
// CHECK-NEXT:      %[[X:.*]] = tensor.extract %[[T]][%[[I]]]
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[S]], %[[X]]
// CHECK-NEXT:      %[[Y:.*]] = tensor.extract %[[T]][%[[I]]]
// CHECK-NEXT:      %[[PRODUCT:.*]] = arith.mulf %[[P]], %[[Y]]
// CHECK-NEXT:      scf.yield %[[SUM]], %[[PRODUCT]]
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[E:.*]] = math.exp %[[R]]#0
// CHECK-NEXT:    %[[D:.*]] = arith.addf %[[E]], %[[R]]#0
// CHECK-NEXT:    return %[[D]], %[[R]]#1
func.func @values_between(%t: tensor<8xf32>, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = arith.addi %n, %c1 : index
  %sum = scf.for %i = %c0 to %m step %c1 iter_args(%s = %z) -> f32 {
    %x = tensor.extract %t[%i] : tensor<8xf32>
    %y = arith.addf %s, %x : f32
    scf.yield %y : f32
  }
  %e = math.exp %sum : f32
  %k = affine.apply affine_map<()[s0] -> (1 + s0)>()[%n]
  %one = arith.constant 1.0 : f32
  %d = arith.addf %e, %sum : f32
  %product = scf.for %i = %c0 to %k step %c1 iter_args(%p = %one) -> f32 {
    %x = tensor.extract %t[%i] : tensor<8xf32>
    %y = arith.mulf %p, %x : f32
    scf.yield %y : f32
  }
  return %d, %product : f32, f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}

// -----

// Effects between: the store depends on the first loop and comes after the
// fused one; the load before the loops does not and stays.
// CHECK-LABEL: func.func @effects_between(
// CHECK:         %[[U:.*]] = memref.load %arg1[]
// CHECK-NEXT:    %[[R:.*]] = scf.for
// CHECK:           memref.store %[[U]], %arg2[%
// CHECK-NEXT:      scf.yield %{{.*}} : f32
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.store %[[R]], %[[S:.*]][]
// CHECK-NEXT:    memref.load %[[S]][]
func.func @effects_between(%t: tensor<8xf32>, %u: memref<f32>, %v: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<f32>
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s0 = %z) -> f32 {
    %x = tensor.extract %t[%i] : tensor<8xf32>
    %y = arith.addf %s0, %x : f32
    scf.yield %y : f32
  }
  memref.store %sum, %s[] : memref<f32>
  %x = memref.load %u[] : memref<f32>
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %v[%i] : memref<8xf32>
  }
  %r = memref.load %s[] : memref<f32>
  memref.dealloc %s : memref<f32>
  return %r : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}

// -----

// A buffer of the first loop is freed before the second: the dealloc moves
// after the fused loop, since it conflicts with the first.
// CHECK-LABEL: func.func @dealloc_between(
// CHECK:         %[[T:.*]] = memref.alloc()
// CHECK:         scf.for %{{.*}} = %c
// CHECK:           memref.load %[[T]]
// CHECK:           memref.store %{{.*}}, %arg1
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[T]]
func.func @dealloc_between(%a: memref<8xf32>, %b: memref<8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<8xf32>
  linalg.copy ins(%b : memref<8xf32>) outs(%t : memref<8xf32>)
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %t[%i] : memref<8xf32>
    memref.store %x, %a[%i] : memref<8xf32>
  }
  memref.dealloc %t : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}

// -----

// Calls that may do anything pass a loop that touches no memory.
// CHECK-LABEL: func.func @call_and_values(
// CHECK:         scf.for %{{.*}} = %c
// CHECK-NEXT:      func.call @effect()
// CHECK-NEXT:      tensor.extract %arg0[%
// CHECK-NOT:     scf.for
func.func private @effect()
func.func @call_and_values(%t: tensor<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    func.call @effect() : () -> ()
  }
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %z) -> f32 {
    %x = tensor.extract %t[%i] : tensor<8xf32>
    %y = arith.addf %s, %x : f32
    scf.yield %y : f32
  }
  return %r : f32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
  %fused = transform.heddle.fuse_sibling_loops %loops : (!transform.any_op) -> !transform.any_op
}
