// Products of i8 that subtract zero points from the factors: constants and arguments, odd
// sizes and any.

func.func @odd(%x: tensor<13x19xi8>, %w: tensor<19x37xi8>, %out: tensor<13x37xi8>) -> tensor<13x37xi8> {
  %z = arith.constant 0 : i32
  %zx = arith.constant 5 : i32
  %zw = arith.constant -2 : i32
  %lo = arith.constant -128 : i32
  %hi = arith.constant 127 : i32
  %scale = arith.constant 0.03125 : f32
  %ei = tensor.empty() : tensor<13x37xi32>
  %f = linalg.fill ins(%z : i32) outs(%ei : tensor<13x37xi32>) -> tensor<13x37xi32>
  %p = linalg.quantized_matmul ins(%x, %w, %zx, %zw : tensor<13x19xi8>, tensor<19x37xi8>, i32, i32) outs(%f : tensor<13x37xi32>) -> tensor<13x37xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<13x37xi32>) outs(%out : tensor<13x37xi8>) {
    ^bb0(%a: i32, %o: i8):
    %1 = arith.sitofp %a : i32 to f32
    %2 = arith.mulf %1, %scale : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.fptosi %3 : f32 to i32
    %5 = arith.maxsi %4, %lo : i32
    %6 = arith.minsi %5, %hi : i32
    %7 = arith.trunci %6 : i32 to i8
    linalg.yield %7 : i8
  } -> tensor<13x37xi8>
  return %r : tensor<13x37xi8>
}

func.func @whole(%x: tensor<16x32xi8>, %w: tensor<32x64xi8>, %out: tensor<16x64xi8>) -> tensor<16x64xi8> {
  %z = arith.constant 0 : i32
  %zx = arith.constant 5 : i32
  %zw = arith.constant -2 : i32
  %lo = arith.constant -128 : i32
  %hi = arith.constant 127 : i32
  %scale = arith.constant 0.03125 : f32
  %ei = tensor.empty() : tensor<16x64xi32>
  %f = linalg.fill ins(%z : i32) outs(%ei : tensor<16x64xi32>) -> tensor<16x64xi32>
  %p = linalg.quantized_matmul ins(%x, %w, %zx, %zw : tensor<16x32xi8>, tensor<32x64xi8>, i32, i32) outs(%f : tensor<16x64xi32>) -> tensor<16x64xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<16x64xi32>) outs(%out : tensor<16x64xi8>) {
    ^bb0(%a: i32, %o: i8):
    %1 = arith.sitofp %a : i32 to f32
    %2 = arith.mulf %1, %scale : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.fptosi %3 : f32 to i32
    %5 = arith.maxsi %4, %lo : i32
    %6 = arith.minsi %5, %hi : i32
    %7 = arith.trunci %6 : i32 to i8
    linalg.yield %7 : i8
  } -> tensor<16x64xi8>
  return %r : tensor<16x64xi8>
}

func.func @row(%x: tensor<1x7xi8>, %w: tensor<7x33xi8>, %out: tensor<1x33xi8>) -> tensor<1x33xi8> {
  %z = arith.constant 0 : i32
  %zx = arith.constant 5 : i32
  %zw = arith.constant -2 : i32
  %lo = arith.constant -128 : i32
  %hi = arith.constant 127 : i32
  %scale = arith.constant 0.03125 : f32
  %ei = tensor.empty() : tensor<1x33xi32>
  %f = linalg.fill ins(%z : i32) outs(%ei : tensor<1x33xi32>) -> tensor<1x33xi32>
  %p = linalg.quantized_matmul ins(%x, %w, %zx, %zw : tensor<1x7xi8>, tensor<7x33xi8>, i32, i32) outs(%f : tensor<1x33xi32>) -> tensor<1x33xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<1x33xi32>) outs(%out : tensor<1x33xi8>) {
    ^bb0(%a: i32, %o: i8):
    %1 = arith.sitofp %a : i32 to f32
    %2 = arith.mulf %1, %scale : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.fptosi %3 : f32 to i32
    %5 = arith.maxsi %4, %lo : i32
    %6 = arith.minsi %5, %hi : i32
    %7 = arith.trunci %6 : i32 to i8
    linalg.yield %7 : i8
  } -> tensor<1x33xi8>
  return %r : tensor<1x33xi8>
}
