// The schedule changes only the callee: then the function counts as changed,
// and another order of a sum in the callee is not a difference.
//
// RUN: heddle check %s | FileCheck %s

// CHECK: caller: equal: whole numbers bit for bit (1 run); random data as floats: error {{.*}} (rms), {{.*}} (max) against f64, the payload's own {{.*}} and {{.*}} (1 run); equal as formulas

module attributes {transform.with_named_sequence} {
func.func private @callee(%a: tensor<7x43xf32>, %o: tensor<7xf32>)
    -> tensor<7xf32> {
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<7x43xf32>)
       outs(%o : tensor<7xf32>) dimensions = [1]
  return %0 : tensor<7xf32>
}
func.func @caller(%a: tensor<7x43xf32>, %o: tensor<7xf32>) -> tensor<7xf32> {
  %0 = func.call @callee(%a, %o) : (tensor<7x43xf32>, tensor<7xf32>)
    -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
transform.named_sequence @__transform_main(%module: !transform.any_op) {
  %sum = transform.structured.match ops{["linalg.reduce"]} in %module
    : (!transform.any_op) -> !transform.any_op
  %fill, %part, %merge, %loop = transform.structured.tile_reduction_using_for
    %sum by tile_sizes = [0, 8]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
                              !transform.any_op, !transform.any_op)
  transform.yield
}
}
