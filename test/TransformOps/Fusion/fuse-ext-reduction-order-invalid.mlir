// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// acc * 2 + x: the order counts. The tiles of dim 2 would be finished for four
// rows of dim 1 before the next tile is started.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @both_in_parts(%a: tensor<9x6x7xi32>, %b: tensor<9xi32>) -> tensor<9xi32> {
    // expected-note@below {{this is about 'linalg.generic'}}
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a : tensor<9x6x7xi32>) outs(%b : tensor<9xi32>) {
    ^bb0(%x: i32, %acc: i32):
      %s = arith.addi %acc, %acc : i32
      %y = arith.addi %s, %x : i32
      linalg.yield %y : i32
    } -> tensor<9xi32>
    return %0 : tensor<9xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{loop 2 changes the order of the reduction of 'linalg.generic', whose combiner is not known to be commutative: no loop around it tiles dim 1 by 1}}
    %t, %l:3 = transform.structured.fuse_ext %0 tile_sizes [4, 4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Only the last dim is tiled.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @only_the_last(%a: tensor<9x6x7xi32>, %b: tensor<9xi32>) -> tensor<9xi32> {
    // expected-note@below {{this is about 'linalg.generic'}}
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a : tensor<9x6x7xi32>) outs(%b : tensor<9xi32>) {
    ^bb0(%x: i32, %acc: i32):
      %s = arith.addi %acc, %acc : i32
      %y = arith.addi %s, %x : i32
      linalg.yield %y : i32
    } -> tensor<9xi32>
    return %0 : tensor<9xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{loop 0 changes the order of the reduction of 'linalg.generic', whose combiner is not known to be commutative: no loop around it tiles dim 1 by 1}}
    %t, %l = transform.structured.fuse_ext %0 tile_sizes [0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Both are tiled by 1, but the interchange exchanges their loops.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @interchanged(%a: tensor<9x6x7xi32>, %b: tensor<9xi32>) -> tensor<9xi32> {
    // expected-note@below {{this is about 'linalg.generic'}}
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a : tensor<9x6x7xi32>) outs(%b : tensor<9xi32>) {
    ^bb0(%x: i32, %acc: i32):
      %s = arith.addi %acc, %acc : i32
      %y = arith.addi %s, %x : i32
      linalg.yield %y : i32
    } -> tensor<9xi32>
    return %0 : tensor<9xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{loop 1 changes the order of the reduction of 'linalg.generic', whose combiner is not known to be commutative: no loop around it tiles dim 1 by 1}}
    %t, %l:3 = transform.structured.fuse_ext %0 tile_sizes [4, 1, 1] interchange [0, 2, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The loop over dim 0 runs once, so dim 0 is whole in each tile of dim 1.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @whole_around(%a: tensor<6x7xi32>, %b: tensor<i32>) -> tensor<i32> {
    // expected-note@below {{this is about 'linalg.generic'}}
    %0 = linalg.generic {indexing_maps = [affine_map<(j, k) -> (j, k)>, affine_map<(j, k) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<6x7xi32>) outs(%b : tensor<i32>) {
    ^bb0(%x: i32, %acc: i32):
      %s = arith.addi %acc, %acc : i32
      %y = arith.addi %s, %x : i32
      linalg.yield %y : i32
    } -> tensor<i32>
    return %0 : tensor<i32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{loop 1 changes the order of the reduction of 'linalg.generic', whose combiner is not known to be commutative: no loop around it tiles dim 0 by 1}}
    %t, %l:2 = transform.structured.fuse_ext %0 tile_sizes [6, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// The tile of dim 0 is 1 in some calls only.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @known_at_run_time(%a: tensor<?x?xi32>, %b: tensor<i32>) -> tensor<i32> {
    %c0 = arith.constant 0 : index
    %n = tensor.dim {size} %a, %c0 : tensor<?x?xi32>
    // expected-note@below {{this is about 'linalg.generic'}}
    %0 = linalg.generic {indexing_maps = [affine_map<(j, k) -> (j, k)>, affine_map<(j, k) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<?x?xi32>) outs(%b : tensor<i32>) {
    ^bb0(%x: i32, %acc: i32):
      %s = arith.addi %acc, %acc : i32
      %y = arith.addi %s, %x : i32
      linalg.yield %y : i32
    } -> tensor<i32>
    return %0 : tensor<i32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %n = transform.structured.match ops{["tensor.dim"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{loop 1 changes the order of the reduction of 'linalg.generic', whose combiner is not known to be commutative: no loop around it tiles dim 0 by 1}}
    %t, %l:2 = transform.structured.fuse_ext %0 tile_sizes [%n, 3] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
