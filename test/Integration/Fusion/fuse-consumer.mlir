// An epilogue is computed in the nest that it reads, after the loop of the reduction:
// the result is the same, with extents that the tiles do not divide, 0 and 1.
// RUN: heddle check %s | FileCheck %s
// CHECK-DAG: bias_relu: equal
// CHECK-DAG: row_sums: equal
// CHECK-DAG: transposed: equal
// CHECK-DAG: in_place: equal
// CHECK-DAG: also_returned: equal
// CHECK-DAG: residual: equal
// CHECK-DAG: both_results: equal
// CHECK-DAG: by_upstream: equal
// CHECK-DAG: counted_tiles: equal
// CHECK-DAG: second_product: equal
// CHECK-DAG: columns_cut: equal

// Two epilogues, one after the other.
func.func @bias_relu(%a: tensor<?x7xf32>, %b: tensor<7x?xf32>, %bias: tensor<?xf32>) -> tensor<?x?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x7xf32>
  %columns = tensor.dim %b, %c1 : tensor<7x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %c = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {n_tiled} ins(%a, %b : tensor<?x7xf32>, tensor<7x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %m = tensor.dim %0, %c0 : tensor<?x?xf32>
  %n = tensor.dim %0, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) attrs = {fused_1} {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %d = tensor.dim %1, %c0 : tensor<?x?xf32>
  %h = tensor.empty(%d, %n) : tensor<?x?xf16>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<?x?xf32>) outs(%h : tensor<?x?xf16>) attrs = {fused_2} {
  ^bb0(%x: f32, %o: f16):
    %r = arith.maximumf %x, %zero : f32
    %i = linalg.index 1 : index
    %int = arith.index_cast %i : index to i32
    %float = arith.sitofp %int : i32 to f32
    %s = arith.addf %r, %float : f32
    %t = arith.truncf %s : f32 to f16
    linalg.yield %t : f16
  } -> tensor<?x?xf16>
  return %2 : tensor<?x?xf16>
}

// The sum of a row is complete after the loop of the columns.
func.func @row_sums(%a: tensor<?x7xf32>, %b: tensor<7x?xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x7xf32>
  %columns = tensor.dim %b, %c1 : tensor<7x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %c = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {n_tiled} ins(%a, %b : tensor<?x7xf32>, tensor<7x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<?x?xf32>) outs(%d : tensor<?xf32>) attrs = {fused_1} {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Read in another order, in a forall; two reads of one tile.
func.func @transposed(%a: tensor<?x7xf32>, %b: tensor<7x?xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x7xf32>
  %columns = tensor.dim %b, %c1 : tensor<7x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %c = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {f_tiled} ins(%a, %b : tensor<?x7xf32>, tensor<7x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %0 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) attrs = {fused_1} {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// What the nest returns is the destination, and nothing else reads it.
func.func @in_place(%a: tensor<19x7xf32>, %b: tensor<7x13xf32>, %c: tensor<19x13xf32>, %d: tensor<19x13xf32>) -> tensor<19x13xf32> {
  %0 = linalg.matmul {n_tiled} ins(%a, %b : tensor<19x7xf32>, tensor<7x13xf32>) outs(%c : tensor<19x13xf32>) -> tensor<19x13xf32>
  %1 = linalg.add {fused_1} ins(%0, %d : tensor<19x13xf32>, tensor<19x13xf32>) outs(%0 : tensor<19x13xf32>) -> tensor<19x13xf32>
  return %1 : tensor<19x13xf32>
}

// The result of a forall leaves as well, and is the destination that is read.
func.func @also_returned(%a: tensor<19x7xf32>, %b: tensor<7x13xf32>, %c: tensor<19x13xf32>, %d: tensor<19x13xf32>) -> (tensor<19x13xf32>, tensor<19x13xf32>) {
  %0 = linalg.matmul {f_tiled} ins(%a, %b : tensor<19x7xf32>, tensor<7x13xf32>) outs(%c : tensor<19x13xf32>) -> tensor<19x13xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<19x13xf32>) outs(%0 : tensor<19x13xf32>) attrs = {fused_1} {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<19x13xf32>
  return %0, %1 : tensor<19x13xf32>, tensor<19x13xf32>
}

// The residual is computed after the nest, from one empty tensor with the rest.
func.func @residual(%a: tensor<19x7xf32>, %b: tensor<7x13xf32>, %r: tensor<19x13xf32>) -> tensor<19x13xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<19x13xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<19x13xf32>) -> tensor<19x13xf32>
  %0 = linalg.matmul {n_tiled} ins(%a, %b : tensor<19x7xf32>, tensor<7x13xf32>) outs(%f : tensor<19x13xf32>) -> tensor<19x13xf32>
  %1 = linalg.negf ins(%r : tensor<19x13xf32>) outs(%e : tensor<19x13xf32>) -> tensor<19x13xf32>
  %2 = linalg.add {fused_1} ins(%0, %1 : tensor<19x13xf32>, tensor<19x13xf32>) outs(%e : tensor<19x13xf32>) -> tensor<19x13xf32>
  %3 = linalg.mul ins(%2, %1 : tensor<19x13xf32>, tensor<19x13xf32>) outs(%e : tensor<19x13xf32>) -> tensor<19x13xf32>
  return %3 : tensor<19x13xf32>
}

// Two results of one nest, of which one leaves, and gives the sizes of another tensor.
func.func @both_results(%a: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.negf ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.abs {k_tiled} ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %k = tensor.dim %0, %c0 : tensor<?x?xf32>
  %l = tensor.dim %1, %c1 : tensor<?x?xf32>
  %d = tensor.empty(%k, %l) : tensor<?x?xf32>
  %2 = linalg.exp {fused_1} ins(%1 : tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}

// The innermost loop, along the reduction, carries the whole tensor.
func.func @by_upstream(%a: tensor<?x7xf32>, %b: tensor<7x?xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x7xf32>
  %columns = tensor.dim %b, %c1 : tensor<7x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %c = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {u_tiled} ins(%a, %b : tensor<?x7xf32>, tensor<7x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.add {fused_1} ins(%0, %d : tensor<?x?xf32>, tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// The loops count tiles, not elements.
func.func @counted_tiles(%a: tensor<?x7xf32>, %b: tensor<7x?xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x7xf32>
  %columns = tensor.dim %b, %c1 : tensor<7x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %c = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {uf_tiled} ins(%a, %b : tensor<?x7xf32>, tensor<7x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.add {fused_1} ins(%0, %0 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// A product reads a row of tiles.
func.func @second_product(%a: tensor<6x7xf32>, %b: tensor<7x9xf32>, %w: tensor<9x11xf32>, %c: tensor<6x9xf32>, %d: tensor<6x11xf32>) -> tensor<6x11xf32> {
  %0 = linalg.matmul {n_tiled} ins(%a, %b : tensor<6x7xf32>, tensor<7x9xf32>) outs(%c : tensor<6x9xf32>) -> tensor<6x9xf32>
  %1 = linalg.matmul {fused_1} ins(%0, %w : tensor<6x9xf32>, tensor<9x11xf32>) outs(%d : tensor<6x11xf32>) -> tensor<6x11xf32>
  return %1 : tensor<6x11xf32>
}

// The columns, which are not tiled, are cut.
func.func @columns_cut(%a: tensor<11x13xf32>, %b: tensor<11x13xf32>) -> tensor<11x5xf32> {
  %0 = linalg.negf {r_tiled} ins(%a : tensor<11x13xf32>) outs(%b : tensor<11x13xf32>) -> tensor<11x13xf32>
  %1 = tensor.extract_slice %0[0, 2] [11, 5] [1, 1] {fused_1} : tensor<11x13xf32> to tensor<11x5xf32>
  return %1 : tensor<11x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %n = transform.structured.match attributes {n_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %n1, %nl:3 = transform.structured.fuse_ext %n tile_sizes [4, 5, 3]
    %f = transform.structured.match attributes {f_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %f1, %fl:2 = transform.structured.fuse_ext %f tile_sizes [4, 5, 3] {use_forall}
    %r = transform.structured.match attributes {r_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %r1, %rl = transform.structured.fuse_ext %r tile_sizes [4]
    %k = transform.structured.match attributes {k_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %k1, %kl:2 = transform.structured.fuse_ext %k tile_sizes [4, 5] interchange [1, 0] {keep_intermediates}
    %u = transform.structured.match attributes {u_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %u1, %ul:3 = transform.structured.tile_using_for %u tile_sizes [4, 5, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %uf = transform.structured.match attributes {uf_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %uf1, %ufl = transform.structured.tile_using_forall %uf tile_sizes [4, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %first = transform.structured.match attributes {fused_1} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %first : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %t, %l = transform.heddle.fuse_consumer %one : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    %second = transform.structured.match attributes {fused_2} in %module : (!transform.any_op) -> !transform.any_op
    %t2, %l2 = transform.heddle.fuse_consumer %second : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
