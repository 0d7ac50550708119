// Elementwise ops over any number of dims.

// Four dims, a factor per channel.
func.func @broadcast(%x: tensor<2x3x5x37xf32>, %s: tensor<3xf32>, %o: tensor<2x3x5x37xf32>) -> tensor<2x3x5x37xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %s : tensor<2x3x5x37xf32>, tensor<3xf32>) outs(%o : tensor<2x3x5x37xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.mulf %x0, %x1 : f32
        linalg.yield %m : f32
    } -> tensor<2x3x5x37xf32>
  return %r : tensor<2x3x5x37xf32>
}
// Any sizes, of integers.
func.func @integers(%x: tensor<?x?x?xi64>, %y: tensor<?x?x?xi64>, %o: tensor<?x?x?xi64>) -> tensor<?x?x?xi64> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<?x?x?xi64>, tensor<?x?x?xi64>) outs(%o : tensor<?x?x?xi64>) {
      ^bb0(%x0: i64, %x1: i64, %y0: i64):
        %c = arith.cmpi slt, %x0, %x1 : i64
        %s = arith.select %c, %x0, %x1 : i64
        linalg.yield %s : i64
    } -> tensor<?x?x?xi64>
  return %r : tensor<?x?x?xi64>
}
// An input is transposed, in f16; another op follows.
func.func @turned(%x: tensor<131x7xf16>, %y: tensor<7x131xf16>, %o: tensor<7x131xf16>) -> tensor<7x131xf16> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<131x7xf16>, tensor<7x131xf16>) outs(%o : tensor<7x131xf16>) {
      ^bb0(%x0: f16, %x1: f16, %y0: f16):
        %s = arith.addf %x0, %x1 : f16
        linalg.yield %s : f16
    } -> tensor<7x131xf16>
  %t = linalg.negf ins(%r : tensor<7x131xf16>) outs(%o : tensor<7x131xf16>) -> tensor<7x131xf16>
  return %t : tensor<7x131xf16>
}
