// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// The second root has one dim, and only dim 1 is tiled.
func.func @not_its_dims(%a: tensor<9x11xf32>, %b: tensor<9xf32>) -> (tensor<9x11xf32>, tensor<9xf32>) {
  %0 = linalg.exp ins(%a : tensor<9x11xf32>) outs(%a : tensor<9x11xf32>) -> tensor<9x11xf32>
  // expected-note @below {{this is about 'linalg.exp'}}
  %1 = linalg.exp ins(%b : tensor<9xf32>) outs(%b : tensor<9xf32>) -> tensor<9xf32>
  return %0, %1 : tensor<9x11xf32>, tensor<9xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the root 'linalg.exp' has none of the tiled positions}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [0, 4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// The fill has no dim of the outer loop. It would not be computed where that
// loop runs zero times.
func.func @zero_times(%a: tensor<?x?xf32>, %x: f32) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = linalg.exp ins(%a : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  // expected-note @below {{this is about 'linalg.fill'}}
  %1 = linalg.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp", "linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{loop 0 has no dim of the root 'linalg.fill' and may run zero times}}
  %1, %loops:2 = transform.structured.fuse_ext %0 tile_sizes [4, 4] interchange [1, 0] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

// The input is read backwards: its subscript has a negative factor.
func.func @backwards(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @below {{this is about 'linalg.generic'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (-d0 + 7)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{a tiled dim of 'linalg.generic' occurs in an indexing map that is not a sum with non-negative factors, or in a sum with a dim of extent 0}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// A tile of 1 along the window, which begins nowhere, would end before 0.
func.func @window_of_nothing(%a: tensor<?xf32>, %w: tensor<3xf32>, %b: tensor<0xf32>) -> tensor<0xf32> {
  // expected-note @below {{this is about 'linalg.generic'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<?xf32>, tensor<3xf32>) outs(%b : tensor<0xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %z : f32
  } -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{a tiled dim of 'linalg.generic' occurs in an indexing map that is not a sum with non-negative factors, or in a sum with a dim of extent 0}}
  transform.structured.fuse_ext %0 tile_sizes [0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// A tile would be a block of the result, of which the op writes the diagonal.
func.func @diagonal(%a: tensor<6xf32>, %b: tensor<6x6xf32>) -> tensor<6x6xf32> {
  // expected-note @below {{this is about 'linalg.generic'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<6xf32>) outs(%b : tensor<6x6xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{a tiled dim of 'linalg.generic' indexes result 0 through (d0) -> (d0, d0), where it must index one dim by itself}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// The op writes every second element of the result.
func.func @strided(%a: tensor<6xf32>, %b: tensor<11xf32>) -> tensor<11xf32> {
  // expected-note @below {{this is about 'linalg.generic'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (2 * d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<6xf32>) outs(%b : tensor<11xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<11xf32>
  return %0 : tensor<11xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{a tiled dim of 'linalg.generic' indexes result 0 through (d0) -> (d0 * 2), where it must index one dim by itself}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// The second result has one element per row, which all tiles of the row would
// write.
func.func @overlap(%a: tensor<8x5xf32>, %b: tensor<8x5xf32>, %c: tensor<8xf32>) -> (tensor<8x5xf32>, tensor<8xf32>) {
  // expected-note @below {{this is about 'linalg.generic'}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x5xf32>) outs(%b, %c : tensor<8x5xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %x : f32, f32
  } -> (tensor<8x5xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8x5xf32>, tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the tiles of 'linalg.generic' would overlap in the forall}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [3, 2] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

func.func private @use(tensor<9xf32>)
// A call reads the first root before the second one, where the nest goes.
func.func @used_before(%a: tensor<9xf32>, %b: tensor<9xf32>) -> tensor<9xf32> {
  // expected-note @below {{this is about 'linalg.exp'}}
  %0 = linalg.exp ins(%a : tensor<9xf32>) outs(%a : tensor<9xf32>) -> tensor<9xf32>
  // expected-note @below {{the use}}
  func.call @use(%0) : (tensor<9xf32>) -> ()
  %1 = linalg.exp ins(%b : tensor<9xf32>) outs(%b : tensor<9xf32>) -> tensor<9xf32>
  return %1 : tensor<9xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the root 'linalg.exp' is used before the place of the nest}}
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// Sets of loops are words of 64 bits.
func.func @many_dims(%a: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32> {
  // expected-note @below {{this is about 'linalg.exp'}}
  %0 = linalg.exp ins(%a : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) outs(%a : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  return %0 : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{more than 63 loops}}
  %1, %loops:64 = transform.structured.fuse_ext %0 tile_sizes [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

// The matmul starts from the other root, before the loop that carries its
// reduction. That is the outermost one.
func.func @start(%x: tensor<9x11xf32>, %y: tensor<11x13xf32>, %c: tensor<9x13xf32>) -> (tensor<9x13xf32>, tensor<9x13xf32>) {
  // expected-note @below {{this is about 'linalg.exp'}}
  %0 = linalg.exp {root} ins(%c : tensor<9x13xf32>) outs(%c : tensor<9x13xf32>) -> tensor<9x13xf32>
  %1 = linalg.matmul {root} ins(%x, %y : tensor<9x11xf32>, tensor<11x13xf32>) outs(%0 : tensor<9x13xf32>) -> tensor<9x13xf32>
  return %0, %1 : tensor<9x13xf32>, tensor<9x13xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{the root 'linalg.exp' is read by another root where no loop of the nest can compute it}}
  %1, %loops:2 = transform.structured.fuse_ext %0 tile_sizes [4, 0, 4] interchange [2, 0, 1] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
