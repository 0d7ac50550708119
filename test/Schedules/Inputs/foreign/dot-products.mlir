// Products of i8 and bf16.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<
        "features" = "avx512f,avx512vl,avx512vnni,avx512bf16">>} {
// B is transposed, of odd sizes.
func.func @transposed(%a: tensor<13x29xi8>, %b: tensor<37x29xi8>, %c: tensor<13x37xi32>) -> tensor<13x37xi32> {
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<13x29xi8>, tensor<37x29xi8>) outs(%c : tensor<13x37xi32>) {
      ^bb0(%x0: i8, %x1: i8, %y0: i32):
        %e0 = arith.extsi %x0 : i8 to i32
        %e1 = arith.extsi %x1 : i8 to i32
        %m = arith.muli %e0, %e1 : i32
        %n = arith.addi %y0, %m : i32
        linalg.yield %n : i32
    } -> tensor<13x37xi32>
  return %p : tensor<13x37xi32>
}
// Any sizes, the first factor without a sign.
func.func @unsigned(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>, %c: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xi8>, tensor<?x?xi8>) outs(%c : tensor<?x?xi32>) {
      ^bb0(%x0: i8, %x1: i8, %y0: i32):
        %e0 = arith.extui %x0 : i8 to i32
        %e1 = arith.extsi %x1 : i8 to i32
        %m = arith.muli %e0, %e1 : i32
        %n = arith.addi %y0, %m : i32
        linalg.yield %n : i32
    } -> tensor<?x?xi32>
  return %p : tensor<?x?xi32>
}
// bf16, of which both are transposed.
func.func @brain(%a: tensor<5x7xbf16>, %b: tensor<70x5xbf16>, %c: tensor<7x70xf32>) -> tensor<7x70xf32> {
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<5x7xbf16>, tensor<70x5xbf16>) outs(%c : tensor<7x70xf32>) {
      ^bb0(%x0: bf16, %x1: bf16, %y0: f32):
        %e0 = arith.extf %x0 : bf16 to f32
        %e1 = arith.extf %x1 : bf16 to f32
        %m = arith.mulf %e0, %e1 : f32
        %n = arith.addf %y0, %m : f32
        linalg.yield %n : f32
    } -> tensor<7x70xf32>
  return %p : tensor<7x70xf32>
}
// One column.
func.func @column(%a: tensor<17x9xi8>, %b: tensor<9x1xi8>, %c: tensor<17x1xi32>) -> tensor<17x1xi32> {
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<17x9xi8>, tensor<9x1xi8>) outs(%c : tensor<17x1xi32>) {
      ^bb0(%x0: i8, %x1: i8, %y0: i32):
        %e0 = arith.extsi %x0 : i8 to i32
        %e1 = arith.extsi %x1 : i8 to i32
        %m = arith.muli %e0, %e1 : i32
        %n = arith.addi %y0, %m : i32
        linalg.yield %n : i32
    } -> tensor<17x1xi32>
  return %p : tensor<17x1xi32>
}
}
