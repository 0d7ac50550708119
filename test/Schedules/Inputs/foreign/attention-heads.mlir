// Attention of heads.

// Odd sizes, in f64.
func.func @double(%q: tensor<3x19x7xf64>, %k: tensor<3x23x7xf64>, %v: tensor<3x23x11xf64>, %se: tensor<3x19x23xf64>, %o: tensor<3x19x11xf64>) -> tensor<3x19x11xf64> {
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0xFFF0000000000000 : f64
  %z = linalg.fill ins(%zero : f64) outs(%se : tensor<3x19x23xf64>) -> tensor<3x19x23xf64>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<3x19x7xf64>, tensor<3x23x7xf64>) outs(%z : tensor<3x19x23xf64>) {
      ^bb0(%x0: f64, %x1: f64, %y0: f64):
        %m = arith.mulf %x0, %x1 : f64
        %a = arith.addf %y0, %m : f64
        linalg.yield %a : f64
    } -> tensor<3x19x23xf64>
  %p = linalg.softmax dimension(2) ins(%s : tensor<3x19x23xf64>) outs(%se : tensor<3x19x23xf64>) -> tensor<3x19x23xf64>
  %oz = linalg.fill ins(%zero : f64) outs(%o : tensor<3x19x11xf64>) -> tensor<3x19x11xf64>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x19x23xf64>, tensor<3x23x11xf64>) outs(%oz : tensor<3x19x11xf64>) -> tensor<3x19x11xf64>
  return %r : tensor<3x19x11xf64>
}
// A softmax in four ops, of scaled scores and a mask for all heads.
func.func @written(%q: tensor<2x17x5xf32>, %k: tensor<2x33x5xf32>, %v: tensor<2x33x9xf32>, %mask: tensor<17x33xf32>, %se: tensor<2x17x33xf32>, %re: tensor<2x17xf32>, %o: tensor<2x17x9xf32>) -> tensor<2x17x9xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %half = arith.constant 0.5 : f32
  %z = linalg.fill ins(%zero : f32) outs(%se : tensor<2x17x33xf32>) -> tensor<2x17x33xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x17x5xf32>, tensor<2x33x5xf32>) outs(%z : tensor<2x17x33xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.mulf %x0, %x1 : f32
        %a = arith.addf %y0, %m : f32
        linalg.yield %a : f32
    } -> tensor<2x17x33xf32>
  %sm = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x17x33xf32>, tensor<17x33xf32>) outs(%se : tensor<2x17x33xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %h = arith.mulf %x0, %half : f32
        %i = arith.addf %h, %x1 : f32
        linalg.yield %i : f32
    } -> tensor<2x17x33xf32>
  %ml = linalg.fill ins(%least : f32) outs(%re : tensor<2x17xf32>) -> tensor<2x17xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%sm : tensor<2x17x33xf32>) outs(%ml : tensor<2x17xf32>) {
      ^bb0(%x0: f32, %y0: f32):
        %a = arith.maximumf %x0, %y0 : f32
        linalg.yield %a : f32
    } -> tensor<2x17xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%sm, %m : tensor<2x17x33xf32>, tensor<2x17xf32>) outs(%se : tensor<2x17x33xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %a = arith.subf %x0, %x1 : f32
        %b = math.exp %a : f32
        linalg.yield %b : f32
    } -> tensor<2x17x33xf32>
  %rz = linalg.fill ins(%zero : f32) outs(%re : tensor<2x17xf32>) -> tensor<2x17xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%e : tensor<2x17x33xf32>) outs(%rz : tensor<2x17xf32>) {
      ^bb0(%x0: f32, %y0: f32):
        %a = arith.addf %y0, %x0 : f32
        linalg.yield %a : f32
    } -> tensor<2x17xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%e, %u : tensor<2x17x33xf32>, tensor<2x17xf32>) outs(%se : tensor<2x17x33xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %a = arith.divf %x0, %x1 : f32
        linalg.yield %a : f32
    } -> tensor<2x17x33xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%o : tensor<2x17x9xf32>) -> tensor<2x17x9xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<2x17x33xf32>, tensor<2x33x9xf32>) outs(%oz : tensor<2x17x9xf32>) -> tensor<2x17x9xf32>
  return %r : tensor<2x17x9xf32>
}
// One head, scaled.
func.func @one(%q: tensor<1x13x8xf32>, %k: tensor<1x40x8xf32>, %v: tensor<1x40x8xf32>, %se: tensor<1x13x40xf32>, %o: tensor<1x13x8xf32>) -> tensor<1x13x8xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %half = arith.constant 0.5 : f32
  %z = linalg.fill ins(%zero : f32) outs(%se : tensor<1x13x40xf32>) -> tensor<1x13x40xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<1x13x8xf32>, tensor<1x40x8xf32>) outs(%z : tensor<1x13x40xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.mulf %x0, %x1 : f32
        %a = arith.addf %y0, %m : f32
        linalg.yield %a : f32
    } -> tensor<1x13x40xf32>
  %sm = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x13x40xf32>) outs(%se : tensor<1x13x40xf32>) {
      ^bb0(%x0: f32, %y0: f32):
        %h = arith.mulf %x0, %half : f32
        linalg.yield %h : f32
    } -> tensor<1x13x40xf32>
  %p = linalg.softmax dimension(2) ins(%sm : tensor<1x13x40xf32>) outs(%se : tensor<1x13x40xf32>) -> tensor<1x13x40xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%o : tensor<1x13x8xf32>) -> tensor<1x13x8xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<1x13x40xf32>, tensor<1x40x8xf32>) outs(%oz : tensor<1x13x8xf32>) -> tensor<1x13x8xf32>
  return %r : tensor<1x13x8xf32>
}
// Weights of two products: the scores are stored.
func.func @twice(%q: tensor<3x13x8xf32>, %k: tensor<3x21x8xf32>, %v: tensor<3x21x6xf32>, %v2: tensor<3x21x6xf32>, %se: tensor<3x13x21xf32>, %o: tensor<3x13x6xf32>, %o2: tensor<3x13x6xf32>) -> (tensor<3x13x6xf32>, tensor<3x13x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%se : tensor<3x13x21xf32>) -> tensor<3x13x21xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<3x13x8xf32>, tensor<3x21x8xf32>) outs(%z : tensor<3x13x21xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.mulf %x0, %x1 : f32
        %a = arith.addf %y0, %m : f32
        linalg.yield %a : f32
    } -> tensor<3x13x21xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<3x13x21xf32>) outs(%se : tensor<3x13x21xf32>) -> tensor<3x13x21xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%o : tensor<3x13x6xf32>) -> tensor<3x13x6xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x13x21xf32>, tensor<3x21x6xf32>) outs(%oz : tensor<3x13x6xf32>) -> tensor<3x13x6xf32>
  %oz2 = linalg.fill ins(%zero : f32) outs(%o2 : tensor<3x13x6xf32>) -> tensor<3x13x6xf32>
  %r2 = linalg.batch_matmul ins(%p, %v2 : tensor<3x13x21xf32>, tensor<3x21x6xf32>) outs(%oz2 : tensor<3x13x6xf32>) -> tensor<3x13x6xf32>
  return %r, %r2 : tensor<3x13x6xf32>, tensor<3x13x6xf32>
}
// Two attentions with one K and one V.
func.func @shared(%q: tensor<3x13x8xf32>, %q2: tensor<3x13x8xf32>, %k: tensor<3x21x8xf32>, %v: tensor<3x21x6xf32>, %se: tensor<3x13x21xf32>, %o: tensor<3x13x6xf32>, %o2: tensor<3x13x6xf32>) -> (tensor<3x13x6xf32>, tensor<3x13x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%se : tensor<3x13x21xf32>) -> tensor<3x13x21xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<3x13x8xf32>, tensor<3x21x8xf32>) outs(%z : tensor<3x13x21xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.mulf %x0, %x1 : f32
        %a = arith.addf %y0, %m : f32
        linalg.yield %a : f32
    } -> tensor<3x13x21xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<3x13x21xf32>) outs(%se : tensor<3x13x21xf32>) -> tensor<3x13x21xf32>
  %s2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q2, %k : tensor<3x13x8xf32>, tensor<3x21x8xf32>) outs(%z : tensor<3x13x21xf32>) {
      ^bb0(%x0: f32, %x1: f32, %y0: f32):
        %m = arith.mulf %x0, %x1 : f32
        %a = arith.addf %y0, %m : f32
        linalg.yield %a : f32
    } -> tensor<3x13x21xf32>
  %p2 = linalg.softmax dimension(2) ins(%s2 : tensor<3x13x21xf32>) outs(%se : tensor<3x13x21xf32>) -> tensor<3x13x21xf32>
  %oz = linalg.fill ins(%zero : f32) outs(%o : tensor<3x13x6xf32>) -> tensor<3x13x6xf32>
  %r = linalg.batch_matmul ins(%p, %v : tensor<3x13x21xf32>, tensor<3x21x6xf32>) outs(%oz : tensor<3x13x6xf32>) -> tensor<3x13x6xf32>
  %oz2 = linalg.fill ins(%zero : f32) outs(%o2 : tensor<3x13x6xf32>) -> tensor<3x13x6xf32>
  %r2 = linalg.batch_matmul ins(%p2, %v : tensor<3x13x21xf32>, tensor<3x21x6xf32>) outs(%oz2 : tensor<3x13x6xf32>) -> tensor<3x13x6xf32>
  return %r, %r2 : tensor<3x13x6xf32>, tensor<3x13x6xf32>
}
