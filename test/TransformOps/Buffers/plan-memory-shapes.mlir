// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The shape is written first and read last: the buffer that is written in between gets
// another place in the arena.
// CHECK-LABEL: func @shape(
// CHECK:         %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK:         %[[S:.*]] = memref.view %[[ARENA]]{{.*}} to memref<1xindex>
// CHECK:         memref.reshape %arg0(%[[S]])
func.func @shape(%x: memref<4xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : memref<1xindex>
  memref.store %n, %s[%c0] : memref<1xindex>
  %t = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.negf ins(%t : memref<4xf32>) outs(%x : memref<4xf32>)
  memref.dealloc %t : memref<4xf32>
  %r = memref.reshape %x(%s) : (memref<4xf32>, memref<1xindex>) -> memref<?xf32>
  memref.copy %r, %y : memref<?xf32> to memref<?xf32>
  memref.dealloc %s : memref<1xindex>
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.heddle.plan_memory %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
