// A producer that is before a nest is computed in one of its loops: the result is
// the same, with extents that the tiles do not divide, 0 and 1.
// RUN: heddle check %s | FileCheck %s
// CHECK-DAG: outer_loop: equal
// CHECK-DAG: inner_loop: equal
// CHECK-DAG: halo: equal
// CHECK-DAG: in_forall: equal
// CHECK-DAG: also_returned: equal
// CHECK-DAG: accumulated: equal
// CHECK-DAG: two_results: equal
// CHECK-DAG: start: equal
// CHECK-DAG: start_in_forall: equal
// CHECK-DAG: start_of_a_part: equal
// CHECK-DAG: by_upstream: equal
// CHECK-DAG: chain: equal

// The tile of a row of tiles is computed once, in the loop around.
func.func @outer_loop(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul {p_0} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.exp {o_tiled} ins(%0 : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Its own index is that of the whole.
func.func @inner_loop(%a: tensor<?x13xf32>, %c: tensor<?x13xf32>) -> tensor<?x13xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x13xf32>) outs(%c : tensor<?x13xf32>) attrs = {p_1} {
  ^bb0(%x: f32, %o: f32):
    %j = linalg.index 1 : index
    %i = linalg.index 0 : index
    %s = arith.addi %i, %j : index
    %int = arith.index_cast %s : index to i32
    %float = arith.sitofp %int : i32 to f32
    %y = arith.mulf %x, %float : f32
    linalg.yield %y : f32
  } -> tensor<?x13xf32>
  %1 = linalg.exp {i_tiled} ins(%0 : tensor<?x13xf32>) outs(%c : tensor<?x13xf32>) -> tensor<?x13xf32>
  return %1 : tensor<?x13xf32>
}

// Windows overlap: their tiles are computed more than once.
func.func @halo(%a: tensor<22x15xf32>, %k: tensor<3x3xf32>, %c: tensor<20x13xf32>) -> tensor<20x13xf32> {
  %0 = linalg.abs {p_0} ins(%a : tensor<22x15xf32>) outs(%a : tensor<22x15xf32>) -> tensor<22x15xf32>
  %1 = linalg.conv_2d {o_tiled} ins(%0, %k : tensor<22x15xf32>, tensor<3x3xf32>) outs(%c : tensor<20x13xf32>) -> tensor<20x13xf32>
  return %1 : tensor<20x13xf32>
}

// Two slices in one tile of the loop of a forall: one tile for both.
func.func @in_forall(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add {p_2} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %0 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) attrs = {a_tiled} {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// The caller gets the original.
func.func @also_returned(%a: tensor<?x9xf32>, %c: tensor<?x9xf32>) -> (tensor<?x9xf32>, tensor<?x9xf32>) {
  %0 = linalg.exp {p_1} ins(%a : tensor<?x9xf32>) outs(%c : tensor<?x9xf32>) -> tensor<?x9xf32>
  %1 = linalg.mul {i_tiled} ins(%0, %0 : tensor<?x9xf32>, tensor<?x9xf32>) outs(%c : tensor<?x9xf32>) -> tensor<?x9xf32>
  return %0, %1 : tensor<?x9xf32>, tensor<?x9xf32>
}

// The sum starts from what its destination had, in each tile, and the tile of the
// loop around is larger than that of the slice.
func.func @accumulated(%a: tensor<17x13x6xf32>, %c: tensor<17x13xf32>, %d: tensor<17x13xf32>) -> tensor<17x13xf32> {
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<17x13x6xf32>) outs(%c : tensor<17x13xf32>) dimensions = [2] {p_0}
  %1 = linalg.sub {o_tiled} ins(%0, %c : tensor<17x13xf32>, tensor<17x13xf32>) outs(%d : tensor<17x13xf32>) -> tensor<17x13xf32>
  return %1 : tensor<17x13xf32>
}

// Two results, one is read in another order; the destination is one value.
func.func @two_results(%a: tensor<11x11xf32>, %c: tensor<11x11xf32>) -> tensor<11x11xf32> {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<11x11xf32>) outs(%c, %c : tensor<11x11xf32>, tensor<11x11xf32>) attrs = {p_0} {
  ^bb0(%x: f32, %o: f32, %q: f32):
    %s = arith.addf %x, %o : f32
    %t = arith.mulf %x, %q : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<11x11xf32>, tensor<11x11xf32>)
  %1 = linalg.sub {o_tiled} ins(%0#0, %0#1 : tensor<11x11xf32>, tensor<11x11xf32>) outs(%a : tensor<11x11xf32>) -> tensor<11x11xf32>
  return %1 : tensor<11x11xf32>
}

// What the loops start from: the fill of a tile, before the loop of the reduction.
func.func @start(%a: tensor<?x7xf32>, %b: tensor<7x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %c0 : tensor<?x7xf32>
  %columns = tensor.dim %b, %c1 : tensor<7x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %c = linalg.fill {p_1} ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.matmul {i_tiled} ins(%a, %b : tensor<?x7xf32>, tensor<7x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The same in a forall, with a start that is computed.
func.func @start_in_forall(%a: tensor<?x7xf32>, %b: tensor<7x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.exp {p_2} ins(%c : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.matmul {a_tiled} ins(%a, %b : tensor<?x7xf32>, tensor<7x?xf32>) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// The loop writes the first n elements; the others are those of the producer.
func.func @start_of_a_part(%a: tensor<37xf32>, %n: tensor<?xf32>) -> tensor<37xf32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c37 = arith.constant 37 : index
  %size = tensor.dim %n, %c0 : tensor<?xf32>
  %end = arith.minsi %size, %c37 : index
  %0 = linalg.exp {part} ins(%a : tensor<37xf32>) outs(%a : tensor<37xf32>) -> tensor<37xf32>
  %1 = scf.for %i = %c0 to %end step %c5 iter_args(%o = %0) -> tensor<37xf32> {
    %m = affine.min affine_map<(i)[n] -> (5, n - i)>(%i)[%end]
    %s = tensor.extract_slice %o[%i] [%m] [1] : tensor<37xf32> to tensor<?xf32>
    %x = linalg.square ins(%s : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    %r = tensor.insert_slice %x into %o[%i] [%m] [1] : tensor<?xf32> into tensor<37xf32>
    scf.yield %r : tensor<37xf32>
  } {part_loop}
  return %1 : tensor<37xf32>
}

// A nest of upstream's.
func.func @by_upstream(%a: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.exp {p_3} ins(%a : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.transpose ins(%0 : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) permutation = [1, 0] {u_tiled}
  return %1 : tensor<?x?xf32>
}

// One after the other, the last one first: the second is read by the tile of the first.
func.func @chain(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.exp {second} ins(%a : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.matmul {p_4} ins(%0, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.exp {c_tiled} ins(%1 : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @move(%producers: !transform.any_op {transform.consumed}, %loops: !transform.any_op {transform.readonly}) {
    transform.foreach %producers, %loops : !transform.any_op, !transform.any_op {
    ^bb0(%producer: !transform.any_op, %loop: !transform.any_op):
      %tiled = transform.heddle.compute_at %producer in %loop : (!transform.any_op, !transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %p0 = transform.structured.match attributes {p_0} in %module : (!transform.any_op) -> !transform.any_op
    %p1 = transform.structured.match attributes {p_1} in %module : (!transform.any_op) -> !transform.any_op
    %p2 = transform.structured.match attributes {p_2} in %module : (!transform.any_op) -> !transform.any_op
    %p3 = transform.structured.match attributes {p_3} in %module : (!transform.any_op) -> !transform.any_op
    %part = transform.structured.match attributes {part} in %module : (!transform.any_op) -> !transform.any_op
    %part_loop = transform.structured.match attributes {part_loop} in %module : (!transform.any_op) -> !transform.any_op
    %p4 = transform.structured.match attributes {p_4} in %module : (!transform.any_op) -> !transform.any_op
    %second = transform.structured.match attributes {second} in %module : (!transform.any_op) -> !transform.any_op
    %o = transform.structured.match attributes {o_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %o1, %ol:2 = transform.structured.fuse_ext %o tile_sizes [4, 5] stop %p0
    %i = transform.structured.match attributes {i_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %i1, %il:2 = transform.structured.fuse_ext %i tile_sizes [4, 5] stop %p1
    %a = transform.structured.match attributes {a_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %a1, %al = transform.structured.fuse_ext %a tile_sizes [4, 5] stop %p2 {use_forall}
    %c = transform.structured.match attributes {c_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %c1, %cl:2 = transform.structured.fuse_ext %c tile_sizes [4, 5] stop %p4
    %u = transform.structured.match attributes {u_tiled} in %module : (!transform.any_op) -> !transform.any_op
    %u1, %ul:2 = transform.structured.tile_using_for %u tile_sizes [4, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.include @move failures(propagate) (%p0, %ol#0) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @move failures(propagate) (%p1, %il#1) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @move failures(propagate) (%p2, %al) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @move failures(propagate) (%p3, %ul#0) : (!transform.any_op, !transform.any_op) -> ()
    transform.include @move failures(propagate) (%part, %part_loop) : (!transform.any_op, !transform.any_op) -> ()
    %p4_tile = transform.heddle.compute_at %p4 in %cl#1 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %second_tile = transform.heddle.compute_at %second in %cl#0 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
