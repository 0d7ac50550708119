// A product with a transposed matrix of weights.
func.func @linear(%a: tensor<29x23xf32>, %w: tensor<67x23xf32>) -> tensor<29x67xf32> {
  %zero = arith.constant 0.0 : f32
  %et = tensor.empty() : tensor<23x67xf32>
  %wt = linalg.transpose ins(%w : tensor<67x23xf32>) outs(%et : tensor<23x67xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<29x67xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<29x67xf32>) -> tensor<29x67xf32>
  %r = linalg.matmul ins(%a, %wt : tensor<29x23xf32>, tensor<23x67xf32>) outs(%z : tensor<29x67xf32>) -> tensor<29x67xf32>
  return %r : tensor<29x67xf32>
}
