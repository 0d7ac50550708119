// heddle.payload-of: tensor-reduction
//
// The maximum of every column.

func.func @column_max(%x: tensor<?x?xf32>, %out: tensor<?xf32>)
    -> tensor<?xf32> {
  %least = arith.constant 0xFF800000 : f32
  %init = linalg.fill ins(%least : f32) outs(%out : tensor<?xf32>)
      -> tensor<?xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?x?xf32>)
      outs(%init : tensor<?xf32>) dimensions = [0]
  return %max : tensor<?xf32>
}
