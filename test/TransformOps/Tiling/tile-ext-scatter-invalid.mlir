// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The last update wins: a loop over the second dim of indices around one of the
// first would change which one is last.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @last_wins(%i: tensor<9x5x1xi32>, %u: tensor<9x5xf32>, %s: tensor<7xf32>) -> tensor<7xf32> {
  // expected-note @below {{the target}}
  %0 = linalg_ext.scatter ins(%i, %u : tensor<9x5x1xi32>, tensor<9x5xf32>) outs(%s : tensor<7xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  } -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg_ext.scatter"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{loop 0 changes the order of the reduction of 'linalg_ext.scatter', whose combiner is not known to be commutative: no loop around it tiles dim 0 by 1}}
  transform.structured.tile_ext %0 [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The same on memrefs.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @on_memrefs(%i: memref<9x5x1xi32>, %u: memref<9x5xf32>, %s: memref<7xf32>) {
  // expected-note @below {{the target}}
  linalg_ext.scatter ins(%i, %u : memref<9x5x1xi32>, memref<9x5xf32>) outs(%s : memref<7xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg_ext.scatter"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{loop 0 changes the order of the reduction of 'linalg_ext.scatter', whose combiner is not known to be commutative: no loop around it tiles dim 0 by 1}}
  transform.structured.tile_ext %0 [2, 2] {interchange = [1, 0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// Each tile writes all that is indexed: no forall, though no index is repeated.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @forall(%i: tensor<9x1xi32>, %u: tensor<9xf32>, %s: tensor<9xf32>) -> tensor<9xf32> {
  // expected-note @below {{this is about 'linalg_ext.scatter'}}
  %0 = linalg_ext.scatter {unique_indices} ins(%i, %u : tensor<9x1xi32>, tensor<9xf32>) outs(%s : tensor<9xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg_ext.scatter"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{loop 0 carries a reduction of 'linalg_ext.scatter': no leading parallel loop can form the forall}}
  transform.structured.fuse_ext %0 tile_sizes [2] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
