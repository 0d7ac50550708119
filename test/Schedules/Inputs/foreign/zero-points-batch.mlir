// Products of i8 that subtract zero points from the factors: constants and arguments, odd
// sizes and any.

func.func @odd(%x: tensor<3x13x19xi8>, %w: tensor<3x19x37xi8>, %o: tensor<3x13x37xi32>, %zx: i32, %zw: i32) -> tensor<3x13x37xi32> {
  %p = linalg.quantized_batch_matmul ins(%x, %w, %zx, %zw : tensor<3x13x19xi8>, tensor<3x19x37xi8>, i32, i32) outs(%o : tensor<3x13x37xi32>) -> tensor<3x13x37xi32>
  return %p : tensor<3x13x37xi32>
}

func.func @any(%x: tensor<?x?x?xi8>, %w: tensor<?x?x?xi8>, %o: tensor<?x?x?xi32>, %zx: i32, %zw: i32) -> tensor<?x?x?xi32> {
  %p = linalg.quantized_batch_matmul ins(%x, %w, %zx, %zw : tensor<?x?x?xi8>, tensor<?x?x?xi8>, i32, i32) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %p : tensor<?x?x?xi32>
}
