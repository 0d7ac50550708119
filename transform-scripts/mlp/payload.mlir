// heddle.payload-of: mlp
//
// Two linear layers, and between them the GELU (by erf), of 128 rows.

#all = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
func.func @mlp(%x: tensor<128x256xf32>, %w1: tensor<256x1024xf32>, %b1: tensor<1024xf32>,
               %w2: tensor<1024x256xf32>, %b2: tensor<256xf32>,
               %out: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 0.707106781 : f32
  %wide = tensor.empty() : tensor<128x1024xf32>
  %zeros1 = linalg.fill ins(%zero : f32) outs(%wide : tensor<128x1024xf32>) -> tensor<128x1024xf32>
  %product1 = linalg.matmul ins(%x, %w1 : tensor<128x256xf32>, tensor<256x1024xf32>)
      outs(%zeros1 : tensor<128x1024xf32>) -> tensor<128x1024xf32>
  %linear1 = linalg.generic {indexing_maps = [#all, #columns, #all],
      iterator_types = ["parallel", "parallel"]}
      ins(%product1, %b1 : tensor<128x1024xf32>, tensor<1024xf32>) outs(%wide : tensor<128x1024xf32>) {
    ^bb0(%p: f32, %b: f32, %o: f32):
      %s = arith.addf %p, %b : f32
      linalg.yield %s : f32
  } -> tensor<128x1024xf32>
  %gelu = linalg.generic {indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel"]}
      ins(%linear1 : tensor<128x1024xf32>) outs(%wide : tensor<128x1024xf32>) {
    ^bb0(%v: f32, %o: f32):
      %a = arith.mulf %v, %root : f32
      %e = math.erf %a : f32
      %p = arith.addf %e, %one : f32
      %h = arith.mulf %v, %half : f32
      %g = arith.mulf %h, %p : f32
      linalg.yield %g : f32
  } -> tensor<128x1024xf32>
  %zeros2 = linalg.fill ins(%zero : f32) outs(%out : tensor<128x256xf32>) -> tensor<128x256xf32>
  %product2 = linalg.matmul ins(%gelu, %w2 : tensor<128x1024xf32>, tensor<1024x256xf32>)
      outs(%zeros2 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %linear2 = linalg.generic {indexing_maps = [#all, #columns, #all],
      iterator_types = ["parallel", "parallel"]}
      ins(%product2, %b2 : tensor<128x256xf32>, tensor<256xf32>) outs(%out : tensor<128x256xf32>) {
    ^bb0(%p: f32, %b: f32, %o: f32):
      %s = arith.addf %p, %b : f32
      linalg.yield %s : f32
  } -> tensor<128x256xf32>
  return %linear2 : tensor<128x256xf32>
}
