// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// The first buffer is dead when the third one is written, and shares its place; the
// second one is alive with both. 40 floats take 192 bytes, a multiple of 64.
// CHECK-LABEL: func @chain(
// CHECK-NEXT:    %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<384xi8>
// CHECK:         %[[O0:.*]] = arith.constant 192 : index
// CHECK:         %[[T0:.*]] = memref.view %[[ARENA]][%[[O0]]][] : memref<384xi8> to memref<40xf32>
// CHECK:         linalg.exp ins(%arg0 : memref<40xf32>) outs(%[[T0]] :
// CHECK:         %[[O1:.*]] = arith.constant 0 : index
// CHECK:         %[[T1:.*]] = memref.view %[[ARENA]][%[[O1]]][] : memref<384xi8> to memref<40xf32>
// CHECK:         linalg.abs ins(%[[T0]] : memref<40xf32>) outs(%[[T1]] :
// CHECK:         %[[O2:.*]] = arith.constant 192 : index
// CHECK:         %[[T2:.*]] = memref.view %[[ARENA]][%[[O2]]][] : memref<384xi8> to memref<40xf32>
// CHECK:         linalg.negf ins(%[[T1]] : memref<40xf32>) outs(%[[T2]] :
// CHECK:         linalg.floor ins(%[[T2]] :
// CHECK-NEXT:    memref.dealloc %[[ARENA]]
// CHECK-NEXT:    return
func.func @chain(%x: memref<40xf32>, %y: memref<40xf32>) {
  %t0 = memref.alloc() : memref<40xf32>
  linalg.exp ins(%x : memref<40xf32>) outs(%t0 : memref<40xf32>)
  %t1 = memref.alloc() : memref<40xf32>
  linalg.abs ins(%t0 : memref<40xf32>) outs(%t1 : memref<40xf32>)
  memref.dealloc %t0 : memref<40xf32>
  %t2 = memref.alloc() : memref<40xf32>
  linalg.negf ins(%t1 : memref<40xf32>) outs(%t2 : memref<40xf32>)
  memref.dealloc %t1 : memref<40xf32>
  linalg.floor ins(%t2 : memref<40xf32>) outs(%y : memref<40xf32>)
  memref.dealloc %t2 : memref<40xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %p = transform.heddle.plan_memory %f : (!transform.any_op) -> !transform.any_op
  transform.annotate %p "planned" : !transform.any_op
}

// -----

// A buffer that is read in a loop is alive in all of it; the buffers of the two
// branches share a place.
// CHECK-LABEL: func @nested(
// CHECK:         %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<192xi8>
// CHECK:         %[[T:.*]] = memref.view %[[ARENA]][%[[AT:.*]]][] : memref<192xi8> to memref<16xf32>
// CHECK:         scf.for %{{.*}} =
// CHECK:           %[[V:.*]] = memref.view %[[ARENA]][%[[AT_V:.*]]][] : memref<192xi8> to memref<16xf32>
// CHECK:           linalg.add ins(%[[T]], %{{.*}} : {{.*}}) outs(%[[V]] :
// CHECK:           scf.if %arg2 {
// CHECK:             %[[I:.*]] = arith.constant [[PLACE:[0-9]+]] : index
// CHECK:             memref.view %[[ARENA]][%[[I]]]
// CHECK:           } else {
// CHECK:             %[[E:.*]] = arith.constant [[PLACE]] : index
// CHECK:             memref.view %[[ARENA]][%[[E]]]
func.func @nested(%a: memref<16xf32>, %b: memref<16xf32>, %n: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %t = memref.alloc() : memref<16xf32>
  linalg.exp ins(%a : memref<16xf32>) outs(%t : memref<16xf32>)
  scf.for %i = %c0 to %c5 step %c1 {
    %v = memref.alloc() : memref<16xf32>
    linalg.add ins(%t, %a : memref<16xf32>, memref<16xf32>) outs(%v : memref<16xf32>)
    scf.if %n {
      %w = memref.alloc() : memref<16xf32>
      linalg.abs ins(%v : memref<16xf32>) outs(%w : memref<16xf32>)
      linalg.add ins(%w, %v : memref<16xf32>, memref<16xf32>) outs(%b : memref<16xf32>)
      memref.dealloc %w : memref<16xf32>
    } else {
      %w = memref.alloc() : memref<16xf32>
      linalg.floor ins(%v : memref<16xf32>) outs(%w : memref<16xf32>)
      linalg.add ins(%w, %v : memref<16xf32>, memref<16xf32>) outs(%b : memref<16xf32>)
      memref.dealloc %w : memref<16xf32>
    }
    memref.dealloc %v : memref<16xf32>
  }
  memref.dealloc %t : memref<16xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.heddle.plan_memory %root : (!transform.any_op) -> !transform.any_op
}

// -----

// Each of the 3 x 7 iterations has 2 x 64 bytes of its own, on the stack.
// CHECK:       #[[$FIRST:.*]] = affine_map<(d0, d1) -> (d0 * 896 + ((d1 - 1) floordiv 2) * 128)>
// CHECK:       #[[$SECOND:.*]] = affine_map<(d0, d1) -> (d0 * 896 + ((d1 - 1) floordiv 2) * 128 + 64)>
// CHECK-LABEL: func @parallel(
// CHECK:         %[[ARENA:.*]] = memref.alloca() {alignment = 64 : i64} : memref<2688xi8>
// CHECK:         scf.forall (%[[I:.*]], %[[J:.*]]) =
// CHECK:           %[[O0:.*]] = affine.apply #[[$FIRST]](%[[I]], %[[J]])
// CHECK:           memref.view %[[ARENA]][%[[O0]]][] : memref<2688xi8> to memref<f32>
// CHECK:           %[[O1:.*]] = affine.apply #[[$SECOND]](%[[I]], %[[J]])
// CHECK:           memref.view %[[ARENA]][%[[O1]]][] : memref<2688xi8> to memref<f32>
// CHECK-NOT:     memref.dealloc
func.func @parallel(%a: memref<3x16xf32>) {
  scf.forall (%i, %j) = (0, 1) to (3, 15) step (1, 2) {
    %t = memref.alloc() : memref<f32>
    %u = memref.alloc() : memref<f32>
    %x = memref.load %a[%i, %j] : memref<3x16xf32>
    memref.store %x, %t[] : memref<f32>
    linalg.exp ins(%t : memref<f32>) outs(%u : memref<f32>)
    %y = memref.load %u[] : memref<f32>
    memref.store %y, %a[%i, %j] : memref<3x16xf32>
    memref.dealloc %t : memref<f32>
    memref.dealloc %u : memref<f32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.heddle.plan_memory %root {arena = "stack"} : (!transform.any_op) -> !transform.any_op
}

// -----

// The caller provides the arena, and another function tells how large it is. An
// allocation that asks for more alignment gets it.
// CHECK-LABEL: func @argument(
// CHECK-SAME:      %[[X:.*]]: memref<4xf32>, %[[ARG:.*]]: memref<384xi8> {heddle.arena})
// CHECK-NEXT:    %[[ARENA:.*]] = memref.assume_alignment %[[ARG]], 256 : memref<384xi8>
// CHECK:         %[[O0:.*]] = arith.constant 256 : index
// CHECK:         memref.view %[[ARENA]][%[[O0]]]
// CHECK:         %[[O1:.*]] = arith.constant 0 : index
// CHECK:         memref.view %[[ARENA]][%[[O1]]]
// CHECK-NOT:     memref.dealloc
// CHECK-LABEL: func @argument_arena_size() -> index
// CHECK:         %[[SIZE:.*]] = arith.constant 384 : index
// CHECK:         return %[[SIZE]]
func.func @argument(%x: memref<4xf32>) {
  %t = memref.alloc() : memref<32xf32>
  %u = memref.alloc() {alignment = 256 : i64} : memref<33xf32>
  %s = memref.subview %u[0] [32] [1] : memref<33xf32> to memref<32xf32, strided<[1]>>
  linalg.exp ins(%t : memref<32xf32>) outs(%s : memref<32xf32, strided<[1]>>)
  memref.dealloc %t : memref<32xf32>
  memref.dealloc %u : memref<33xf32>
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  %p = transform.heddle.plan_memory %f {arena = "argument"} : (!transform.any_op) -> !transform.any_op
  transform.annotate %p "planned" : !transform.any_op
}
