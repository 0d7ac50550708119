// A shape that is computed is a buffer that the reshape reads: it is freed after the
// reshape.
// RUN: heddle check %s | FileCheck %s
// CHECK: computed: equal

func.func @computed(%x: tensor<?x6xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %m = arith.muli %n, %c2 : index
  %s = tensor.from_elements %m, %c3 : tensor<2xindex>
  %r = tensor.reshape %x(%s) : (tensor<?x6xf32>, tensor<2xindex>) -> tensor<?x3xf32>
  %e = tensor.empty(%m) : tensor<?x3xf32>
  %o = linalg.exp ins(%r : tensor<?x3xf32>) outs(%e : tensor<?x3xf32>) -> tensor<?x3xf32>
  return %o : tensor<?x3xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
