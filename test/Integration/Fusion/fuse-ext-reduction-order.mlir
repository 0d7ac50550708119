// RUN: heddle check %s | FileCheck %s --check-prefix=SAME

// Each element is combined as acc * 2 + x, so that the order shows in the bits.

// Dim 1 by 1, so that dim 2 may be split inside, with a producer in the nest.
// SAME: by_one_then_parts: equal
func.func @by_one_then_parts(%a: tensor<9x6x7xi32>, %b: tensor<9xi32>) -> tensor<9xi32> {
  %q = linalg.add ins(%a, %a : tensor<9x6x7xi32>, tensor<9x6x7xi32>) outs(%a : tensor<9x6x7xi32>) -> tensor<9x6x7xi32>
  %r = linalg.generic {by_one_then_parts, indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%q : tensor<9x6x7xi32>) outs(%b : tensor<9xi32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<9xi32>
  return %r : tensor<9xi32>
}

// Parts of the first reduction dim; the other is whole.
// SAME: parts_of_the_first: equal
func.func @parts_of_the_first(%a: tensor<9x6x7xi32>, %b: tensor<9xi32>) -> tensor<9xi32> {
  %r = linalg.generic {parts_of_the_first, indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a : tensor<9x6x7xi32>) outs(%b : tensor<9xi32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<9xi32>
  return %r : tensor<9xi32>
}

// The loops of the reduction are around the one that is parallel.
// SAME: reductions_outside: equal
func.func @reductions_outside(%a: tensor<9x6x7xi32>, %b: tensor<9xi32>) -> tensor<9xi32> {
  %r = linalg.generic {reductions_outside, indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a : tensor<9x6x7xi32>) outs(%b : tensor<9xi32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<9xi32>
  return %r : tensor<9xi32>
}

// The reduction inside a forall.
// SAME: in_a_forall: equal
func.func @in_a_forall(%a: tensor<9x6x7xi32>, %b: tensor<9xi32>) -> tensor<9xi32> {
  %r = linalg.generic {in_a_forall, indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a : tensor<9x6x7xi32>) outs(%b : tensor<9xi32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<9xi32>
  return %r : tensor<9xi32>
}

// A parallel dim is between those of the reduction.
// SAME: dims_interleaved: equal
func.func @dims_interleaved(%a: tensor<6x9x7xi32>, %b: tensor<9xi32>) -> tensor<9xi32> {
  %r = linalg.generic {dims_interleaved, indexing_maps = [affine_map<(j, i, k) -> (j, i, k)>, affine_map<(j, i, k) -> (i)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%a : tensor<6x9x7xi32>) outs(%b : tensor<9xi32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<9xi32>
  return %r : tensor<9xi32>
}

// Dim 0 has one index: dim 1 is the first that has an order.
// SAME: first_extent_one: equal
func.func @first_extent_one(%a: tensor<1x7xi32>, %b: tensor<i32>) -> tensor<i32> {
  %r = linalg.generic {first_extent_one, indexing_maps = [affine_map<(j, k) -> (j, k)>, affine_map<(j, k) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<1x7xi32>) outs(%b : tensor<i32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

// The outer loop, over dim 1, runs once and changes nothing.
// SAME: last_runs_once: equal
func.func @last_runs_once(%a: tensor<6x7xi32>, %b: tensor<i32>) -> tensor<i32> {
  %r = linalg.generic {last_runs_once, indexing_maps = [affine_map<(j, k) -> (j, k)>, affine_map<(j, k) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<6x7xi32>) outs(%b : tensor<i32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

// The last of three dims is split, those before are tiled by 1.
// SAME: three_dims: equal
func.func @three_dims(%a: tensor<3x4x5xi32>, %b: tensor<i32>) -> tensor<i32> {
  %r = linalg.generic {three_dims, indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]} ins(%a : tensor<3x4x5xi32>) outs(%b : tensor<i32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

// The operand is read in another order than it is combined.
// SAME: transposed: equal
func.func @transposed(%a: tensor<7x6xi32>, %b: tensor<i32>) -> tensor<i32> {
  %r = linalg.generic {transposed, indexing_maps = [affine_map<(j, k) -> (k, j)>, affine_map<(j, k) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<7x6xi32>) outs(%b : tensor<i32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

// Extents that are known at run time, 0 and 1 as well.
// SAME: dynamic: equal
func.func @dynamic(%a: tensor<?x?x?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %r = linalg.generic {dynamic, indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a : tensor<?x?x?xi32>) outs(%b : tensor<?xi32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// A tile of dim 1 is tiled again, by 1, and dim 2 in it.
// SAME: nested: equal
func.func @nested(%a: tensor<9x6x7xi32>, %b: tensor<9xi32>) -> tensor<9xi32> {
  %r = linalg.generic {nested, indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a : tensor<9x6x7xi32>) outs(%b : tensor<9xi32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  } -> tensor<9xi32>
  return %r : tensor<9xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %0 = transform.structured.match attributes {by_one_then_parts} in %module : (!transform.any_op) -> !transform.any_op
    %t0, %l0:3 = transform.structured.fuse_ext %0 tile_sizes [4, 1, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %1 = transform.structured.match attributes {parts_of_the_first} in %module : (!transform.any_op) -> !transform.any_op
    %t1, %l1:1 = transform.structured.fuse_ext %1 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2 = transform.structured.match attributes {reductions_outside} in %module : (!transform.any_op) -> !transform.any_op
    %t2, %l2:3 = transform.structured.fuse_ext %2 tile_sizes [4, 1, 3] interchange [1, 2, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %3 = transform.structured.match attributes {in_a_forall} in %module : (!transform.any_op) -> !transform.any_op
    %t3, %l3:3 = transform.structured.fuse_ext %3 tile_sizes [4, 1, 3] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %4 = transform.structured.match attributes {dims_interleaved} in %module : (!transform.any_op) -> !transform.any_op
    %t4, %l4:3 = transform.structured.fuse_ext %4 tile_sizes [1, 4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %5 = transform.structured.match attributes {first_extent_one} in %module : (!transform.any_op) -> !transform.any_op
    %t5, %l5:1 = transform.structured.fuse_ext %5 tile_sizes [0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %6 = transform.structured.match attributes {last_runs_once} in %module : (!transform.any_op) -> !transform.any_op
    %t6, %l6:2 = transform.structured.fuse_ext %6 tile_sizes [4, 7] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %7 = transform.structured.match attributes {three_dims} in %module : (!transform.any_op) -> !transform.any_op
    %t7, %l7:3 = transform.structured.fuse_ext %7 tile_sizes [1, 1, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %8 = transform.structured.match attributes {transposed} in %module : (!transform.any_op) -> !transform.any_op
    %t8, %l8:2 = transform.structured.fuse_ext %8 tile_sizes [1, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %9 = transform.structured.match attributes {dynamic} in %module : (!transform.any_op) -> !transform.any_op
    %t9, %l9:3 = transform.structured.fuse_ext %9 tile_sizes [4, 1, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %n = transform.structured.match attributes {nested} in %module : (!transform.any_op) -> !transform.any_op
    %tn, %ln = transform.structured.fuse_ext %n tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %tm, %lm:2 = transform.structured.fuse_ext %tn tile_sizes [0, 1, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
