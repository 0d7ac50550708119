// heddle.payload-of: batch-matmul
//
// C[i] = A[i] * B[i] for each i, written into the caller's buffer.

func.func @batch_matmul(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>,
                        %c: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<?x?x?xf32>)
      -> tensor<?x?x?xf32>
  %product = linalg.batch_matmul
      ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>)
      outs(%init : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %product : tensor<?x?x?xf32>
}
