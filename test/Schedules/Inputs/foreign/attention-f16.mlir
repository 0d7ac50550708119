// Attention in f16, whose sum of products may be too large before the division.

func.func @half(%q: tensor<2x3x16x8xf16>, %k: tensor<2x3x16x8xf16>, %v: tensor<2x3x16x8xf16>) -> tensor<2x3x16x8xf16> {
  %z = arith.constant 0.0 : f16
  %zi = arith.constant 0 : i64
  %ninf = arith.constant 0xFC00 : f16
  %c8 = arith.constant 8.0 : f16
  %e4 = tensor.empty() : tensor<2x3x16x16xf16>
  %f4 = linalg.fill ins(%z : f16) outs(%e4 : tensor<2x3x16x16xf16>) -> tensor<2x3x16x16xf16>
  %s = linalg.generic {indexing_maps = [affine_map<(a,b,c,d,e)->(a,b,c,e)>, affine_map<(a,b,c,d,e)->(a,b,d,e)>, affine_map<(a,b,c,d,e)->(a,b,c,d)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%q, %k : tensor<2x3x16x8xf16>, tensor<2x3x16x8xf16>) outs(%f4 : tensor<2x3x16x16xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.mulf %a, %b : f16
    %1 = arith.addf %o, %0 : f16
    linalg.yield %1 : f16
  } -> tensor<2x3x16x16xf16>
  %cst = arith.constant dense<0.125> : tensor<2x3x16x16xf16>
  %m = linalg.map { arith.mulf } ins(%s, %cst : tensor<2x3x16x16xf16>, tensor<2x3x16x16xf16>) outs(%e4 : tensor<2x3x16x16xf16>)
  %er = tensor.empty() : tensor<2x3x16xf16>
  %fm = linalg.fill ins(%ninf : f16) outs(%er : tensor<2x3x16xf16>) -> tensor<2x3x16xf16>
  %mx = linalg.reduce ins(%m : tensor<2x3x16x16xf16>) outs(%fm : tensor<2x3x16xf16>) dimensions = [3] (%a: f16, %b: f16) {
    %0 = arith.maximumf %b, %a : f16
    linalg.yield %0 : f16
  }
  %mb = linalg.broadcast ins(%mx : tensor<2x3x16xf16>) outs(%e4 : tensor<2x3x16x16xf16>) dimensions = [3]
  %sub = linalg.map { arith.subf } ins(%m, %mb : tensor<2x3x16x16xf16>, tensor<2x3x16x16xf16>) outs(%e4 : tensor<2x3x16x16xf16>)
  %ex = linalg.map { math.exp } ins(%sub : tensor<2x3x16x16xf16>) outs(%e4 : tensor<2x3x16x16xf16>)
  %fz = linalg.fill ins(%z : f16) outs(%er : tensor<2x3x16xf16>) -> tensor<2x3x16xf16>
  %sm = linalg.reduce ins(%ex : tensor<2x3x16x16xf16>) outs(%fz : tensor<2x3x16xf16>) dimensions = [3] (%a: f16, %b: f16) {
    %0 = arith.addf %b, %a : f16
    linalg.yield %0 : f16
  }
  %sb = linalg.broadcast ins(%sm : tensor<2x3x16xf16>) outs(%e4 : tensor<2x3x16x16xf16>) dimensions = [3]
  %p = linalg.map { arith.divf } ins(%ex, %sb : tensor<2x3x16x16xf16>, tensor<2x3x16x16xf16>) outs(%e4 : tensor<2x3x16x16xf16>)
  %eo = tensor.empty() : tensor<2x3x16x8xf16>
  %fo = linalg.fill ins(%z : f16) outs(%eo : tensor<2x3x16x8xf16>) -> tensor<2x3x16x8xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(a,b,c,d,e)->(a,b,c,e)>, affine_map<(a,b,c,d,e)->(a,b,e,d)>, affine_map<(a,b,c,d,e)->(a,b,c,d)>], iterator_types = ["parallel","parallel","parallel","parallel","reduction"]} ins(%p, %v : tensor<2x3x16x16xf16>, tensor<2x3x16x8xf16>) outs(%fo : tensor<2x3x16x8xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %0 = arith.mulf %a, %b : f16
    %1 = arith.addf %o, %0 : f16
    linalg.yield %1 : f16
  } -> tensor<2x3x16x8xf16>
  return %r : tensor<2x3x16x8xf16>
}
