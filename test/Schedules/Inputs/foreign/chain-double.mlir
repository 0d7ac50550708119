// A chain of elementwise ops.

// Named ops in f64, of an odd number.
func.func @double(%x: tensor<131xf64>, %y: tensor<131xf64>, %o: tensor<131xf64>) -> tensor<131xf64> {
  %r0 = linalg.add ins(%x, %y : tensor<131xf64>, tensor<131xf64>) outs(%o : tensor<131xf64>) -> tensor<131xf64>
  %r1 = linalg.tanh ins(%r0 : tensor<131xf64>) outs(%o : tensor<131xf64>) -> tensor<131xf64>
  %r2 = linalg.mul ins(%r1, %y : tensor<131xf64>, tensor<131xf64>) outs(%o : tensor<131xf64>) -> tensor<131xf64>
  %r3 = linalg.negf ins(%r2 : tensor<131xf64>) outs(%o : tensor<131xf64>) -> tensor<131xf64>
  return %r3 : tensor<131xf64>
}
