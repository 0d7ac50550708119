// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --apply-schedule 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=REMARK

// All iterations add to one element in memory: not parallel, though the loop
// carries nothing.
// CHECK-LABEL: func.func @adds_to_one(
// CHECK-NOT:     heddle.loop_kind
// CHECK:         return
// REMARK: remark: not parallel: 'linalg.reduce' may have effects
func.func @adds_to_one(%a: memref<100xf32>, %r: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c100 = arith.constant 100 : index
  scf.for %i = %c0 to %c100 step %c4 {
    %s = memref.subview %a[%i] [4] [1] : memref<100xf32> to memref<4xf32, strided<[1], offset: ?>>
    linalg.reduce { arith.addf } ins(%s : memref<4xf32, strided<[1], offset: ?>>) outs(%r : memref<f32>) dimensions = [0]
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 {explain} : !transform.any_op
}
