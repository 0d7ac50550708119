// Batches of matrix products.

// B is transposed, in f64.
func.func @transposed(%a: tensor<3x13x29xf64>, %b: tensor<3x37x29xf64>, %c: tensor<3x13x37xf64>) -> tensor<3x13x37xf64> {
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<3x13x29xf64>, tensor<3x37x29xf64>) outs(%c : tensor<3x13x37xf64>) {
      ^bb0(%x0: f64, %x1: f64, %y0: f64):
        %m = arith.mulf %x0, %x1 : f64
        %n = arith.addf %y0, %m : f64
        linalg.yield %n : f64
    } -> tensor<3x13x37xf64>
  return %p : tensor<3x13x37xf64>
}
// Any sizes, bf16 in f32.
func.func @brain(%a: tensor<?x?x?xbf16>, %b: tensor<?x?x?xbf16>, %c: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?x?xbf16>, tensor<?x?x?xbf16>) outs(%c : tensor<?x?x?xf32>) {
      ^bb0(%x0: bf16, %x1: bf16, %y0: f32):
        %e0 = arith.extf %x0 : bf16 to f32
        %e1 = arith.extf %x1 : bf16 to f32
        %m = arith.mulf %e0, %e1 : f32
        %n = arith.addf %y0, %m : f32
        linalg.yield %n : f32
    } -> tensor<?x?x?xf32>
  return %p : tensor<?x?x?xf32>
}
// One product of i8, of which A is transposed.
func.func @integers(%a: tensor<1x9x5xi8>, %b: tensor<1x9x70xi8>, %c: tensor<1x5x70xi32>) -> tensor<1x5x70xi32> {
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<1x9x5xi8>, tensor<1x9x70xi8>) outs(%c : tensor<1x5x70xi32>) {
      ^bb0(%x0: i8, %x1: i8, %y0: i32):
        %e0 = arith.extsi %x0 : i8 to i32
        %e1 = arith.extsi %x1 : i8 to i32
        %m = arith.muli %e0, %e1 : i32
        %n = arith.addi %y0, %m : i32
        linalg.yield %n : i32
    } -> tensor<1x5x70xi32>
  return %p : tensor<1x5x70xi32>
}
// The batch is the second dim of A.
func.func @swapped(%a: tensor<7x5x11xf32>, %b: tensor<5x11x35xf32>, %c: tensor<5x7x35xf32>) -> tensor<5x7x35xf32> {
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1, d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<7x5x11xf32>, tensor<5x11x35xf32>) outs(%c : tensor<5x7x35xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.mulf %x0, %x1 : f32
        %n = arith.addf %y0, %m : f32
        linalg.yield %n : f32
    } -> tensor<5x7x35xf32>
  return %p : tensor<5x7x35xf32>
}
