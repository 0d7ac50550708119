// A product of i8 in i32, a bias, and requantization.
#all = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @i8(%a: tensor<37x41xi8>, %b: tensor<41x53xi8>, %bias: tensor<53xi32>) -> tensor<37x53xi8> {
  %zero = arith.constant 0 : i32
  %scale = arith.constant 0.01 : f32
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.0 : f32
  %e = tensor.empty() : tensor<37x53xi32>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<37x53xi32>) -> tensor<37x53xi32>
  %p = linalg.matmul ins(%a, %b : tensor<37x41xi8>, tensor<41x53xi8>) outs(%z : tensor<37x53xi32>) -> tensor<37x53xi32>
  %biased = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]} ins(%p, %bias : tensor<37x53xi32>, tensor<53xi32>) outs(%e : tensor<37x53xi32>) {
  ^bb0(%in: i32, %m: i32, %out: i32):
    %s = arith.addi %in, %m : i32
    linalg.yield %s : i32
  } -> tensor<37x53xi32>
  %o = tensor.empty() : tensor<37x53xi8>
  %q = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%biased : tensor<37x53xi32>) outs(%o : tensor<37x53xi8>) {
  ^bb0(%in: i32, %out: i8):
    %0 = arith.sitofp %in : i32 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = math.roundeven %1 : f32
    %3 = arith.maximumf %2, %low : f32
    %4 = arith.minimumf %3, %high : f32
    %5 = arith.fptosi %4 : f32 to i8
    linalg.yield %5 : i8
  } -> tensor<37x53xi8>
  return %q : tensor<37x53xi8>
}
