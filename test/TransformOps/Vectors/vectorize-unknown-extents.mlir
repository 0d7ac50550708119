// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Upstream's analysis of bounds crashes on the sizes of the difference. The tiles have
// bounds all the same, because of the step of the loop. The difference itself is no
// structured op, and stays scalar.
// CHECK-LABEL: func.func @sum(
// CHECK:         %[[S:.*]] = arith.subi %{{.*}}, %{{.*}} : tensor<?xi32>
// CHECK:         %[[D:.*]] = tensor.dim %[[S]]
// CHECK:         scf.for %{{.*}} step %{{.*}} iter_args(%{{.*}} = %[[S]])
// CHECK:           vector.transfer_read %[[S]]
// CHECK:         scf.for %{{.*}} to %[[D]]
// CHECK:           %[[M:.*]] = vector.create_mask %{{.*}} : vector<
// CHECK:           %[[X:.*]] = vector.transfer_read {{.*}}, %[[M]]
// CHECK:           %[[Y:.*]] = arith.addi %[[X]], %[[X]]
// CHECK:           vector.transfer_write %[[Y]]
// CHECK-NOT:     linalg.add
func.func @sum(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %s = arith.subi %a, %b : tensor<?xi32>
  %t = linalg.add ins(%s, %s : tensor<?xi32>, tensor<?xi32>) outs(%s : tensor<?xi32>) -> tensor<?xi32>
  return %t : tensor<?xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root {best_effort} : !transform.any_op
}
