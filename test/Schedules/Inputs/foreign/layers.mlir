// Products with a bias and an activation.

// A bias per row, a relu by comparison, in f64.
func.func @rows(%x: tensor<13x29xf64>, %w: tensor<37x29xf64>, %bias: tensor<13x1xf64>, %e: tensor<13x37xf64>, %o: tensor<13x37xf64>) -> tensor<13x37xf64> {
  %zero = arith.constant 0.0 : f64
  %i = linalg.fill ins(%zero : f64) outs(%e : tensor<13x37xf64>) -> tensor<13x37xf64>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<13x29xf64>, tensor<37x29xf64>) outs(%i : tensor<13x37xf64>) {
      ^bb0(%x0: f64, %x1: f64, %y0: f64):
        %m = arith.mulf %x0, %x1 : f64
        %a = arith.addf %y0, %m : f64
        linalg.yield %a : f64
    } -> tensor<13x37xf64>
  %q = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<13x37xf64>, tensor<13x1xf64>) outs(%o : tensor<13x37xf64>) {
      ^bb0(%x0: f64, %x1: f64, %y0: f64):
        %a = arith.addf %x0, %x1 : f64
        linalg.yield %a : f64
    } -> tensor<13x37xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<13x37xf64>) outs(%o : tensor<13x37xf64>) {
      ^bb0(%x0: f64, %y0: f64):
        %c = arith.cmpf ugt, %x0, %zero : f64
        %a = arith.select %c, %x0, %zero : f64
        linalg.yield %a : f64
    } -> tensor<13x37xf64>
  return %r : tensor<13x37xf64>
}
// Any sizes, in f16.
func.func @half(%x: tensor<?x?xf16>, %w: tensor<?x?xf16>, %e: tensor<?x?xf16>, %o: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %zero = arith.constant 0.0 : f16
  %i = linalg.fill ins(%zero : f16) outs(%e : tensor<?x?xf16>) -> tensor<?x?xf16>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x?xf16>, tensor<?x?xf16>) outs(%i : tensor<?x?xf16>) {
      ^bb0(%x0: f16, %x1: f16, %y0: f16):
        %m = arith.mulf %x0, %x1 : f16
        %a = arith.addf %y0, %m : f16
        linalg.yield %a : f16
    } -> tensor<?x?xf16>
  %r = linalg.tanh ins(%p : tensor<?x?xf16>) outs(%o : tensor<?x?xf16>) -> tensor<?x?xf16>
  return %r : tensor<?x?xf16>
}
// One column.
func.func @narrow(%x: tensor<9x5xf32>, %w: tensor<5x1xf32>, %e: tensor<9x1xf32>, %o: tensor<9x1xf32>) -> tensor<9x1xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<9x1xf32>) -> tensor<9x1xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<9x5xf32>, tensor<5x1xf32>) outs(%i : tensor<9x1xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.mulf %x0, %x1 : f32
        %a = arith.addf %y0, %m : f32
        linalg.yield %a : f32
    } -> tensor<9x1xf32>
  %r = linalg.tanh ins(%p : tensor<9x1xf32>) outs(%o : tensor<9x1xf32>) -> tensor<9x1xf32>
  return %r : tensor<9x1xf32>
}
