// RUN: not heddle check %s | FileCheck %s

// A scan whose body is not associative, although the op says so: the schedule is
// applied, and heddle check sees what became of it.
// CHECK: differences: different: result 0[{{[0-9]+}}] is {{.*}}, expected
func.func @differences(%x: tensor<11xi32>, %y: tensor<11xi32>, %a: tensor<i32>) -> tensor<11xi32> {
  %0:2 = linalg_ext.scan {associative} dimension(0) inclusive(true) ins(%x : tensor<11xi32>) outs(%y, %a : tensor<11xi32>, tensor<i32>) {
  ^bb0(%s: i32, %e: i32):
    %n = arith.subi %s, %e : i32
    linalg_ext.yield %n : i32
  } -> tensor<11xi32>, tensor<i32>
  return %0#0 : tensor<11xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %scan = transform.structured.match ops{["linalg_ext.scan"]} in %module : (!transform.any_op) -> !transform.any_op
    %t, %s, %b = transform.heddle.split_scan %scan {block = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
