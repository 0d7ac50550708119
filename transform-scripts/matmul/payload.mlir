// heddle.payload-of: matmul
//
// C = A * B, 512 x 512 x 512, written into the caller's buffer.

func.func @matmul(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>,
                  %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<512x512xf32>)
      -> tensor<512x512xf32>
  %product = linalg.matmul
      ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>)
      outs(%init : tensor<512x512xf32>) -> tensor<512x512xf32>
  return %product : tensor<512x512xf32>
}
