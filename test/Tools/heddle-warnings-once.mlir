// A warning of a schedule is given once, however often its module is verified while it is
// loaded; one about another line is another one.
// RUN: heddle check %s 2> %t.check
// RUN: FileCheck %s < %t.check
// RUN: heddle apply %s 2> %t.apply
// RUN: FileCheck %s < %t.apply

// CHECK-COUNT-1: heddle-warnings-once.mlir:[[@LINE+11]]:3: warning: op argument #0 is not consumed in the body but is marked as consumed
// CHECK-NOT:     is not consumed

func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @helper(%m: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %0 tile_sizes [4]
    transform.yield
  }
}
