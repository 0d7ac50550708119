// A chain of elementwise ops.

// Numbers in f16.
func.func @half(%x: tensor<67xf16>, %y: tensor<67xf16>, %o: tensor<67xf16>) -> tensor<67xf16> {
  %r0 = linalg.abs ins(%x : tensor<67xf16>) outs(%o : tensor<67xf16>) -> tensor<67xf16>
  %r1 = linalg.exp ins(%r0 : tensor<67xf16>) outs(%o : tensor<67xf16>) -> tensor<67xf16>
  %r2 = linalg.mul ins(%r1, %y : tensor<67xf16>, tensor<67xf16>) outs(%o : tensor<67xf16>) -> tensor<67xf16>
  return %r2 : tensor<67xf16>
}
