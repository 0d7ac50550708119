// A product of bf16 in f32, rounded to bf16.
#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @bf16(%a: tensor<37x42xbf16>, %b: tensor<42x53xbf16>) -> tensor<37x53xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x53xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<37x53xf32>) -> tensor<37x53xf32>
  %p = linalg.matmul ins(%a, %b : tensor<37x42xbf16>, tensor<42x53xbf16>) outs(%z : tensor<37x53xf32>) -> tensor<37x53xf32>
  %o = tensor.empty() : tensor<37x53xbf16>
  %q = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<37x53xf32>) outs(%o : tensor<37x53xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<37x53xbf16>
  return %q : tensor<37x53xbf16>
}
