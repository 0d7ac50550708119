// heddle.payload-of: batch-matmul
//
// C[i] = A[i] * B[i] for each i, written into the caller's buffer.

func.func @batch_matmul(%a: tensor<8x128x128xf32>, %b: tensor<8x128x128xf32>,
                        %c: tensor<8x128x128xf32>) -> tensor<8x128x128xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<8x128x128xf32>)
      -> tensor<8x128x128xf32>
  %product = linalg.batch_matmul
      ins(%a, %b : tensor<8x128x128xf32>, tensor<8x128x128xf32>)
      outs(%init : tensor<8x128x128xf32>) -> tensor<8x128x128xf32>
  return %product : tensor<8x128x128xf32>
}
