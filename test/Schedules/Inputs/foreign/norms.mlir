// Layernorms in three ops.

// Three dims, in f64.
func.func @double(%x: tensor<3x5x37xf64>, %r: tensor<3x5xf64>, %o: tensor<3x5x37xf64>) -> tensor<3x5x37xf64> {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 37.0 : f64
  %eps = arith.constant 1.0e-05 : f64
  %i = linalg.fill ins(%zero : f64) outs(%r : tensor<3x5xf64>) -> tensor<3x5xf64>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<3x5x37xf64>) outs(%i : tensor<3x5xf64>) dimensions = [2]
  %v = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %s : tensor<3x5x37xf64>, tensor<3x5xf64>) outs(%i : tensor<3x5xf64>) {
      ^bb0(%x0: f64, %x1: f64, %y0: f64):
        %m = arith.divf %x1, %n : f64
        %d = arith.subf %x0, %m : f64
        %q = arith.mulf %d, %d : f64
        %a = arith.addf %y0, %q : f64
        linalg.yield %a : f64
    } -> tensor<3x5xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %s, %v : tensor<3x5x37xf64>, tensor<3x5xf64>, tensor<3x5xf64>) outs(%o : tensor<3x5x37xf64>) {
      ^bb0(%x0: f64, %x1: f64, %x2: f64, %y0: f64):
        %m = arith.divf %x1, %n : f64
        %d = arith.subf %x0, %m : f64
        %q = arith.divf %x2, %n : f64
        %t = arith.addf %q, %eps : f64
        %u = math.sqrt %t : f64
        %w = arith.divf %d, %u : f64
        linalg.yield %w : f64
    } -> tensor<3x5x37xf64>
  return %y : tensor<3x5x37xf64>
}
// One row.
func.func @row(%x: tensor<67xf32>, %r: tensor<f32>, %o: tensor<67xf32>) -> tensor<67xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 67.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %i = linalg.fill ins(%zero : f32) outs(%r : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<67xf32>) outs(%i : tensor<f32>) {
      ^bb0(%x0: f32, %y0: f32):
        %a = arith.addf %y0, %x0 : f32
        linalg.yield %a : f32
    } -> tensor<f32>
  %v = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x, %s : tensor<67xf32>, tensor<f32>) outs(%i : tensor<f32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.divf %x1, %n : f32
        %d = arith.subf %x0, %m : f32
        %q = arith.mulf %d, %d : f32
        %a = arith.addf %y0, %q : f32
        linalg.yield %a : f32
    } -> tensor<f32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x, %s, %v : tensor<67xf32>, tensor<f32>, tensor<f32>) outs(%o : tensor<67xf32>) {
      ^bb0(%x0: f32, %x1: f32, %x2: f32, %y0: f32):
        %m = arith.divf %x1, %n : f32
        %d = arith.subf %x0, %m : f32
        %q = arith.divf %x2, %n : f32
        %t = arith.addf %q, %eps : f32
        %u = math.sqrt %t : f32
        %w = arith.divf %d, %u : f32
        linalg.yield %w : f32
    } -> tensor<67xf32>
  return %y : tensor<67xf32>
}
// Four dims, one of them of one row.
func.func @many(%x: tensor<2x1x3x131xf32>, %r: tensor<2x1x3xf32>, %o: tensor<2x1x3x131xf32>) -> tensor<2x1x3x131xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 131.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %i = linalg.fill ins(%zero : f32) outs(%r : tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x : tensor<2x1x3x131xf32>) outs(%i : tensor<2x1x3xf32>) {
      ^bb0(%x0: f32, %y0: f32):
        %a = arith.addf %y0, %x0 : f32
        linalg.yield %a : f32
    } -> tensor<2x1x3xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %s : tensor<2x1x3x131xf32>, tensor<2x1x3xf32>) outs(%i : tensor<2x1x3xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.divf %x1, %n : f32
        %d = arith.subf %x0, %m : f32
        %q = arith.mulf %d, %d : f32
        %a = arith.addf %y0, %q : f32
        linalg.yield %a : f32
    } -> tensor<2x1x3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %s, %v : tensor<2x1x3x131xf32>, tensor<2x1x3xf32>, tensor<2x1x3xf32>) outs(%o : tensor<2x1x3x131xf32>) {
      ^bb0(%x0: f32, %x1: f32, %x2: f32, %y0: f32):
        %m = arith.divf %x1, %n : f32
        %d = arith.subf %x0, %m : f32
        %q = arith.divf %x2, %n : f32
        %t = arith.addf %q, %eps : f32
        %u = math.sqrt %t : f32
        %w = arith.divf %d, %u : f32
        linalg.yield %w : f32
    } -> tensor<2x1x3x131xf32>
  return %y : tensor<2x1x3x131xf32>
}
