// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// No tile of the first root goes with the tile of the second one.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @nothing(%a: tensor<0xf32>, %b: tensor<3xf32>) -> (tensor<0xf32>, tensor<3xf32>) {
    // expected-note@below {{the other root}}
    %0 = linalg.exp {root} ins(%a : tensor<0xf32>) outs(%a : tensor<0xf32>) -> tensor<0xf32>
    // expected-note@below {{this is about 'linalg.abs'}}
    %1 = linalg.abs {root} ins(%b : tensor<3xf32>) outs(%b : tensor<3xf32>) -> tensor<3xf32>
    return %0, %1 : tensor<0xf32>, tensor<3xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{joint roots need equal extents, or constant extents with equal numbers of tiles, at tiled position 0, but got 0 of 'linalg.exp' and 3 of 'linalg.abs'}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Two extents that are not known may have different numbers of tiles.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @unknown(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
    // expected-note@below {{the other root}}
    %0 = linalg.exp {root} ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
    // expected-note@below {{this is about 'linalg.abs'}}
    %1 = linalg.abs {root} ins(%b : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
    return %0, %1 : tensor<?xf32>, tensor<?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{joint roots need equal extents, or constant extents with equal numbers of tiles, at tiled position 0, but got arg0.0 of 'linalg.exp' and arg1.0 of 'linalg.abs'}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// An unknown extent beside a constant.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @half_known(%a: tensor<8xf32>, %b: tensor<?xf32>) -> (tensor<8xf32>, tensor<?xf32>) {
    // expected-note@below {{the other root}}
    %0 = linalg.exp {root} ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{this is about 'linalg.abs'}}
    %1 = linalg.abs {root} ins(%b : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
    return %0, %1 : tensor<8xf32>, tensor<?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{joint roots need equal extents, or constant extents with equal numbers of tiles, at tiled position 0, but got 8 of 'linalg.exp' and arg1.0 of 'linalg.abs'}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [8] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// One element more makes another tile.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @one_more(%a: tensor<9xf32>, %b: tensor<8xf32>) -> (tensor<9xf32>, tensor<8xf32>) {
    // expected-note@below {{the other root}}
    %0 = linalg.exp {root} ins(%a : tensor<9xf32>) outs(%a : tensor<9xf32>) -> tensor<9xf32>
    // expected-note@below {{this is about 'linalg.abs'}}
    %1 = linalg.abs {root} ins(%b : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
    return %0, %1 : tensor<9xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{joint roots need equal extents, or constant extents with equal numbers of tiles, at tiled position 0, but got 9 of 'linalg.exp' and 8 of 'linalg.abs'}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [8] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
