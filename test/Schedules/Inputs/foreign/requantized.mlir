// Products of i8 that are scaled to fewer bits.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<
        "features" = "avx512f,avx512vl,avx512vnni">>} {
// B is transposed, the scale is a shift.
func.func @transposed(%a: tensor<13x29xi8>, %b: tensor<37x29xi8>, %bias: tensor<37xi32>, %e: tensor<13x37xi32>, %o: tensor<13x37xi8>) -> tensor<13x37xi8> {
  %zero = arith.constant 0 : i32
  %shift = arith.constant 5 : i32
  %least = arith.constant -100 : i32
  %most = arith.constant 100 : i32
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<13x37xi32>) -> tensor<13x37xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<13x29xi8>, tensor<37x29xi8>) outs(%i : tensor<13x37xi32>) {
      ^bb0(%x0: i8, %x1: i8, %y0: i32):
        %u = arith.extsi %x0 : i8 to i32
        %v = arith.extsi %x1 : i8 to i32
        %m = arith.muli %u, %v : i32
        %s = arith.addi %y0, %m : i32
        linalg.yield %s : i32
    } -> tensor<13x37xi32>
  %q = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<13x37xi32>, tensor<37xi32>) outs(%e : tensor<13x37xi32>) {
      ^bb0(%x0: i32, %x1: i32, %y0: i32):
        %s = arith.addi %x0, %x1 : i32
        linalg.yield %s : i32
    } -> tensor<13x37xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<13x37xi32>) outs(%o : tensor<13x37xi8>) {
      ^bb0(%x0: i32, %y0: i8):
        %s = arith.shrsi %x0, %shift : i32
        %t = arith.maxsi %s, %least : i32
        %u = arith.minsi %t, %most : i32
        %v = arith.trunci %u : i32 to i8
        linalg.yield %v : i8
    } -> tensor<13x37xi8>
  return %r : tensor<13x37xi8>
}
// Any sizes, the first factor without a sign.
func.func @unsigned(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>, %bias: tensor<?xi32>, %e: tensor<?x?xi32>, %o: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %zero = arith.constant 0 : i32
  %shift = arith.constant 5 : i32
  %least = arith.constant -100 : i32
  %most = arith.constant 100 : i32
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<?x?xi32>) -> tensor<?x?xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xi8>, tensor<?x?xi8>) outs(%i : tensor<?x?xi32>) {
      ^bb0(%x0: i8, %x1: i8, %y0: i32):
        %u = arith.extui %x0 : i8 to i32
        %v = arith.extsi %x1 : i8 to i32
        %m = arith.muli %u, %v : i32
        %s = arith.addi %y0, %m : i32
        linalg.yield %s : i32
    } -> tensor<?x?xi32>
  %q = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<?x?xi32>, tensor<?xi32>) outs(%e : tensor<?x?xi32>) {
      ^bb0(%x0: i32, %x1: i32, %y0: i32):
        %s = arith.addi %x0, %x1 : i32
        linalg.yield %s : i32
    } -> tensor<?x?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<?x?xi32>) outs(%o : tensor<?x?xi8>) {
      ^bb0(%x0: i32, %y0: i8):
        %s = arith.shrsi %x0, %shift : i32
        %t = arith.maxsi %s, %least : i32
        %u = arith.minsi %t, %most : i32
        %v = arith.trunci %u : i32 to i8
        linalg.yield %v : i8
    } -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}
// The result has 16 bits.
func.func @wide(%a: tensor<7x5xi8>, %b: tensor<5x70xi8>, %bias: tensor<70xi32>, %e: tensor<7x70xi32>, %o: tensor<7x70xi16>) -> tensor<7x70xi16> {
  %zero = arith.constant 0 : i32
  %shift = arith.constant 5 : i32
  %least = arith.constant -100 : i32
  %most = arith.constant 100 : i32
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<7x70xi32>) -> tensor<7x70xi32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<7x5xi8>, tensor<5x70xi8>) outs(%i : tensor<7x70xi32>) {
      ^bb0(%x0: i8, %x1: i8, %y0: i32):
        %u = arith.extsi %x0 : i8 to i32
        %v = arith.extsi %x1 : i8 to i32
        %m = arith.muli %u, %v : i32
        %s = arith.addi %y0, %m : i32
        linalg.yield %s : i32
    } -> tensor<7x70xi32>
  %q = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<7x70xi32>, tensor<70xi32>) outs(%e : tensor<7x70xi32>) {
      ^bb0(%x0: i32, %x1: i32, %y0: i32):
        %s = arith.addi %x0, %x1 : i32
        linalg.yield %s : i32
    } -> tensor<7x70xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<7x70xi32>) outs(%o : tensor<7x70xi16>) {
      ^bb0(%x0: i32, %y0: i16):
        %s = arith.shrsi %x0, %shift : i32
        %t = arith.maxsi %s, %least : i32
        %u = arith.minsi %t, %most : i32
        %v = arith.trunci %u : i32 to i16
        linalg.yield %v : i16
    } -> tensor<7x70xi16>
  return %r : tensor<7x70xi16>
}
}
