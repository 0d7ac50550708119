// Norms whose rows have several dims: a group norm of split channels; one whose sums one op
// computes; an instance norm of any images; one whose mean and deviation keep their dims.

#all = affine_map<(n, g, c, s) -> (n, g, c, s)>
#group = affine_map<(n, g, c, s) -> (n, g)>
#channel = affine_map<(n, g, c, s) -> (g, c)>
#second = affine_map<(n, g, c, s) -> (g)>
#one = affine_map<(n, g, c, s) -> (n, g, 0, 0)>
#rows = affine_map<(n, g) -> (n, g)>
#kept = affine_map<(n, g, c, s) -> (n, g, c, s)>

func.func @group(%x: tensor<2x15x23xf32>, %w: tensor<15xf32>) -> tensor<2x15x23xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 69.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %split = tensor.expand_shape %x [[0], [1, 2], [3]] output_shape [2, 5, 3, 23] : tensor<2x15x23xf32> into tensor<2x5x3x23xf32>
  %weights = tensor.expand_shape %w [[0, 1]] output_shape [5, 3] : tensor<15xf32> into tensor<5x3xf32>
  %r0 = tensor.empty() : tensor<2x5xf32>
  %e = tensor.empty() : tensor<2x5x3x23xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r0 : tensor<2x5xf32>) -> tensor<2x5xf32>
  %sum = linalg.generic {indexing_maps = [#all, #group], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%split : tensor<2x5x3x23xf32>) outs(%zeros : tensor<2x5xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.addf %o, %a : f32
      linalg.yield %0 : f32
  } -> tensor<2x5xf32>
  %mean = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<2x5xf32>) outs(%r0 : tensor<2x5xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.divf %a, %count : f32
      linalg.yield %0 : f32
  } -> tensor<2x5xf32>
  %squares = linalg.generic {indexing_maps = [#all, #group, #group], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%split, %mean : tensor<2x5x3x23xf32>, tensor<2x5xf32>) outs(%zeros : tensor<2x5xf32>) {
    ^bb0(%a: f32, %m: f32, %o: f32):
      %0 = arith.subf %a, %m : f32
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.addf %o, %1 : f32
      linalg.yield %2 : f32
  } -> tensor<2x5xf32>
  %scale = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%squares : tensor<2x5xf32>) outs(%r0 : tensor<2x5xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.divf %a, %count : f32
      %1 = arith.addf %0, %eps : f32
      %2 = math.rsqrt %1 : f32
      linalg.yield %2 : f32
  } -> tensor<2x5xf32>
  %r = linalg.generic {indexing_maps = [#all, #group, #group, #channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%split, %mean, %scale, %weights : tensor<2x5x3x23xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<5x3xf32>) outs(%e : tensor<2x5x3x23xf32>) {
    ^bb0(%a: f32, %m: f32, %d: f32, %v: f32, %o: f32):
      %0 = arith.subf %a, %m : f32
      %1 = arith.mulf %0, %d : f32
      %2 = arith.mulf %1, %v : f32
      linalg.yield %2 : f32
  } -> tensor<2x5x3x23xf32>
  %joined = tensor.collapse_shape %r [[0], [1, 2], [3]] : tensor<2x5x3x23xf32> into tensor<2x15x23xf32>
  return %joined : tensor<2x15x23xf32>
}

func.func @sums_in_one(%x: tensor<3x4x5x17xf32>) -> tensor<3x4x5x17xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 85.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %r0 = tensor.empty() : tensor<3x4xf32>
  %e = tensor.empty() : tensor<3x4x5x17xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r0 : tensor<3x4xf32>) -> tensor<3x4xf32>
  %sums:2 = linalg.generic {indexing_maps = [#all, #group, #group], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x4x5x17xf32>) outs(%zeros, %zeros : tensor<3x4xf32>, tensor<3x4xf32>) {
    ^bb0(%a: f32, %o: f32, %q: f32):
      %0 = arith.addf %o, %a : f32
      %1 = arith.mulf %a, %a : f32
      %2 = arith.addf %q, %1 : f32
      linalg.yield %0, %2 : f32, f32
  } -> (tensor<3x4xf32>, tensor<3x4xf32>)
  %r = linalg.generic {indexing_maps = [#all, #group, #group, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %sums#0, %sums#1 : tensor<3x4x5x17xf32>, tensor<3x4xf32>, tensor<3x4xf32>) outs(%e : tensor<3x4x5x17xf32>) {
    ^bb0(%a: f32, %s: f32, %q: f32, %o: f32):
      %m = arith.divf %s, %count : f32
      %0 = arith.divf %q, %count : f32
      %1 = arith.mulf %m, %m : f32
      %2 = arith.subf %0, %1 : f32
      %v = math.absf %2 : f32
      %3 = arith.addf %v, %eps : f32
      %d = math.rsqrt %3 : f32
      %4 = arith.subf %a, %m : f32
      %5 = arith.mulf %4, %d : f32
      linalg.yield %5 : f32
  } -> tensor<3x4x5x17xf32>
  return %r : tensor<3x4x5x17xf32>
}

func.func @instance(%x: tensor<?x?x?x?xf32>, %w: tensor<?xf32>, %out: tensor<?x?x?x?xf32>, %count: f32) -> tensor<?x?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?x?x?xf32>
  %c = tensor.dim %x, %c1 : tensor<?x?x?x?xf32>
  %r0 = tensor.empty(%n, %c) : tensor<?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = linalg.reduce {arith.addf} ins(%x : tensor<?x?x?x?xf32>) outs(%zeros : tensor<?x?xf32>) dimensions = [2, 3]
  %squares = linalg.generic {indexing_maps = [#all, #group, #group], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %sum : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%zeros : tensor<?x?xf32>) {
    ^bb0(%a: f32, %s: f32, %o: f32):
      %m = arith.mulf %s, %count : f32
      %0 = arith.subf %a, %m : f32
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.addf %o, %1 : f32
      linalg.yield %2 : f32
  } -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#all, #group, #group, #second, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %sum, %squares, %w : tensor<?x?x?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) outs(%out : tensor<?x?x?x?xf32>) {
    ^bb0(%a: f32, %s: f32, %q: f32, %v: f32, %o: f32):
      %m = arith.mulf %s, %count : f32
      %0 = arith.addf %q, %eps : f32
      %d = math.rsqrt %0 : f32
      %1 = arith.subf %a, %m : f32
      %2 = arith.mulf %1, %d : f32
      %3 = arith.mulf %2, %v : f32
      linalg.yield %3 : f32
  } -> tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}

func.func @kept_dims(%x: tensor<2x3x5x9xf32>) -> tensor<2x3x5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 45.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %r0 = tensor.empty() : tensor<2x3x1x1xf32>
  %e = tensor.empty() : tensor<2x3x5x9xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%r0 : tensor<2x3x1x1xf32>) -> tensor<2x3x1x1xf32>
  %sum = linalg.generic {indexing_maps = [#all, #one], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x3x5x9xf32>) outs(%zeros : tensor<2x3x1x1xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.addf %o, %a : f32
      linalg.yield %0 : f32
  } -> tensor<2x3x1x1xf32>
  %mean = linalg.generic {indexing_maps = [#kept, #kept], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sum : tensor<2x3x1x1xf32>) outs(%r0 : tensor<2x3x1x1xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.divf %a, %count : f32
      linalg.yield %0 : f32
  } -> tensor<2x3x1x1xf32>
  %centered = linalg.generic {indexing_maps = [#all, #one, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %mean : tensor<2x3x5x9xf32>, tensor<2x3x1x1xf32>) outs(%e : tensor<2x3x5x9xf32>) {
    ^bb0(%a: f32, %m: f32, %o: f32):
      %0 = arith.subf %a, %m : f32
      linalg.yield %0 : f32
  } -> tensor<2x3x5x9xf32>
  %squares = linalg.generic {indexing_maps = [#all, #one], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%centered : tensor<2x3x5x9xf32>) outs(%zeros : tensor<2x3x1x1xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.mulf %a, %a : f32
      %2 = arith.addf %o, %1 : f32
      linalg.yield %2 : f32
  } -> tensor<2x3x1x1xf32>
  %r = linalg.generic {indexing_maps = [#all, #one, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%centered, %squares : tensor<2x3x5x9xf32>, tensor<2x3x1x1xf32>) outs(%e : tensor<2x3x5x9xf32>) {
    ^bb0(%a: f32, %q: f32, %o: f32):
      %0 = arith.divf %q, %count : f32
      %1 = arith.addf %0, %eps : f32
      %d = math.rsqrt %1 : f32
      %2 = arith.mulf %a, %d : f32
      linalg.yield %2 : f32
  } -> tensor<2x3x5x9xf32>
  return %r : tensor<2x3x5x9xf32>
}
