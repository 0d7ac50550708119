// Two functions, the first with a result that no argument can hold.
func.func @first(%x: f32) -> f32 {
  %sum = arith.addf %x, %x : f32
  return %sum : f32
}

func.func @second(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
