// Products of i8 that subtract zero points from the factors: constants and arguments, odd
// sizes and any.

func.func @odd(%x: tensor<13x19xi8>, %w: tensor<19x37xi8>, %o: tensor<13x37xi32>, %zx: i32, %zw: i32) -> tensor<13x37xi32> {
  %p = linalg.quantized_matmul ins(%x, %w, %zx, %zw : tensor<13x19xi8>, tensor<19x37xi8>, i32, i32) outs(%o : tensor<13x37xi32>) -> tensor<13x37xi32>
  return %p : tensor<13x37xi32>
}

func.func @any(%x: tensor<?x?xi8>, %w: tensor<?x?xi8>, %o: tensor<?x?xi32>, %zx: i32, %zw: i32) -> tensor<?x?xi32> {
  %p = linalg.quantized_matmul ins(%x, %w, %zx, %zw : tensor<?x?xi8>, tensor<?x?xi8>, i32, i32) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %p : tensor<?x?xi32>
}

func.func @one(%x: tensor<1x1xi8>, %w: tensor<1x1xi8>, %o: tensor<1x1xi32>, %zx: i32, %zw: i32) -> tensor<1x1xi32> {
  %p = linalg.quantized_matmul ins(%x, %w, %zx, %zw : tensor<1x1xi8>, tensor<1x1xi8>, i32, i32) outs(%o : tensor<1x1xi32>) -> tensor<1x1xi32>
  return %p : tensor<1x1xi32>
}
