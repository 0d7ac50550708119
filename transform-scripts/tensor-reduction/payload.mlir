// heddle.payload-of: tensor-reduction
//
// The maximum of every column.

func.func @column_max(%x: tensor<512x768xf32>, %out: tensor<768xf32>)
    -> tensor<768xf32> {
  %least = arith.constant 0xFF800000 : f32
  %init = linalg.fill ins(%least : f32) outs(%out : tensor<768xf32>)
      -> tensor<768xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<512x768xf32>)
      outs(%init : tensor<768xf32>) dimensions = [0]
  return %max : tensor<768xf32>
}
