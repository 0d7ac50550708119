// heddle.payload-of: matmul
//
// C = A * B of any size, written into the caller's buffer.

func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>,
                  %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  %product = linalg.matmul
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %product : tensor<?x?xf32>
}
