// Products of i8 that subtract zero points from the factors: constants and arguments, odd
// sizes and any.

func.func @odd(%x: tensor<3x13x19xi8>, %w: tensor<3x19x37xi8>, %out: tensor<3x13x37xi8>) -> tensor<3x13x37xi8> {
  %z = arith.constant 0 : i32
  %zx = arith.constant 5 : i32
  %zw = arith.constant -2 : i32
  %lo = arith.constant -128 : i32
  %hi = arith.constant 127 : i32
  %scale = arith.constant 0.03125 : f32
  %ei = tensor.empty() : tensor<3x13x37xi32>
  %f = linalg.fill ins(%z : i32) outs(%ei : tensor<3x13x37xi32>) -> tensor<3x13x37xi32>
  %p = linalg.quantized_batch_matmul ins(%x, %w, %zx, %zw : tensor<3x13x19xi8>, tensor<3x19x37xi8>, i32, i32) outs(%f : tensor<3x13x37xi32>) -> tensor<3x13x37xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<3x13x37xi32>) outs(%out : tensor<3x13x37xi8>) {
    ^bb0(%a: i32, %o: i8):
    %1 = arith.sitofp %a : i32 to f32
    %2 = arith.mulf %1, %scale : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.fptosi %3 : f32 to i32
    %5 = arith.maxsi %4, %lo : i32
    %6 = arith.minsi %5, %hi : i32
    %7 = arith.trunci %6 : i32 to i8
    linalg.yield %7 : i8
  } -> tensor<3x13x37xi8>
  return %r : tensor<3x13x37xi8>
}

// The result has a zero point, so a product of no terms is no zero.
func.func @any(%x: tensor<?x?x?xi8>, %w: tensor<?x?x?xi8>, %zx: i32, %zw: i32, %out: tensor<?x?x?xi8>) -> tensor<?x?x?xi8> {
  %z = arith.constant 0 : i32
  %lo = arith.constant -128 : i32
  %hi = arith.constant 127 : i32
  %scale = arith.constant 0.03125 : f32
  %zero_point = arith.constant 7 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x?xi8>
  %m = tensor.dim %x, %c1 : tensor<?x?x?xi8>
  %n = tensor.dim %w, %c2 : tensor<?x?x?xi8>
  %ei = tensor.empty(%b, %m, %n) : tensor<?x?x?xi32>
  %f = linalg.fill ins(%z : i32) outs(%ei : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  %p = linalg.quantized_batch_matmul ins(%x, %w, %zx, %zw : tensor<?x?x?xi8>, tensor<?x?x?xi8>, i32, i32) outs(%f : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(b, m, n) -> (b, m, n)>, affine_map<(b, m, n) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<?x?x?xi32>) outs(%out : tensor<?x?x?xi8>) {
    ^bb0(%a: i32, %o: i8):
    %1 = arith.sitofp %a : i32 to f32
    %2 = arith.mulf %1, %scale : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.fptosi %3 : f32 to i32
    %5 = arith.addi %4, %zero_point : i32
    %6 = arith.maxsi %5, %lo : i32
    %7 = arith.minsi %6, %hi : i32
    %8 = arith.trunci %7 : i32 to i8
    linalg.yield %8 : i8
  } -> tensor<?x?x?xi8>
  return %r : tensor<?x?x?xi8>
}
