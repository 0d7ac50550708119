// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   | FileCheck %s

// The second of three targets cannot be tiled: it stays, and the handles list
// the others in their order.
// CHECK-LABEL: func.func @one_skipped(
// CHECK-SAME:    %[[A:.*]]: tensor<8xf32>, %[[M:.*]]: memref<8xf32>)
// CHECK:         %[[E:.*]] = scf.for
// CHECK:           %[[TE:.*]] = linalg.exp {root, tiled}
// CHECK:         } {loop}
// CHECK-NEXT:    %[[S:.*]] = bufferization.to_tensor %[[M]] {root} : memref<8xf32>
// CHECK:         %[[N:.*]] = scf.for
// CHECK:           %[[TN:.*]] = linalg.negf {root, tiled}
// CHECK:         } {loop}
// CHECK-NEXT:    return %[[E]], %[[S]], %[[N]]
func.func @one_skipped(%a: tensor<8xf32>, %m: memref<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = linalg.exp {root} ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  // expected-note@below {{the target}}
  // expected-note@below {{this is about 'bufferization.to_tensor'}}
  %1 = bufferization.to_tensor %m {root} : memref<8xf32> to tensor<8xf32>
  %2 = linalg.negf {root} ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{skips 'bufferization.to_tensor': 'bufferization.to_tensor' cannot be tiled: nothing says what a tile of it reads}}
  %tiled, %loop = transform.structured.fuse_ext %0 tile_sizes [4] {best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %tiled "tiled" : !transform.any_op
  transform.annotate %loop "loop" : !transform.any_op
}

// -----

// A target that is skipped is not fused into the nest of another, and the last
// of them is planned for the payload that the others left.
// CHECK-LABEL: func.func @not_fused(
// CHECK-SAME:    %[[A:.*]]: tensor<8xf32>,
// CHECK:         %[[P:.*]] = linalg.exp {root} ins(%[[A]] : tensor<8xf32>)
// CHECK:         %[[Q:.*]] = scf.for
// CHECK-NOT:       linalg.exp
// CHECK:           %[[S:.*]] = tensor.extract_slice %[[P]]
// CHECK:           %[[B:.*]] = linalg.broadcast ins(%[[S]] :
// CHECK:           linalg.negf {root} ins(%[[B]] :
// CHECK:         return %[[Q]]
func.func @not_fused(%a: tensor<8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-note@below {{the target}}
  // expected-note@below {{this is about 'linalg.exp'}}
  %0 = linalg.exp {root} ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.broadcast ins(%0 : tensor<8xf32>) outs(%b : tensor<8x8xf32>) dimensions = [0]
  %2 = linalg.negf {root} ins(%1 : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{skips 'linalg.exp': expects at most 1 tile sizes for 'linalg.exp', but got 2}}
  %tiled, %loops:2 = transform.structured.fuse_ext %0 tile_sizes [4, 4] {best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

// Of joint targets, all are skipped if one is: nothing is changed.
// CHECK-LABEL: func.func @joint(
// CHECK-NEXT:    %[[P:.*]] = linalg.exp
// CHECK-NEXT:    %[[Q:.*]] = linalg.negf
// CHECK-NEXT:    return %[[P]], %[[Q]]
func.func @joint(%a: tensor<8xf32>, %b: tensor<9xf32>) -> (tensor<8xf32>, tensor<9xf32>) {
  // expected-note@below {{the target}}
  // expected-note@below {{the other root}}
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  // expected-note@below {{a joint target}}
  // expected-note@below {{this is about 'linalg.negf'}}
  %1 = linalg.negf ins(%b : tensor<9xf32>) outs(%b : tensor<9xf32>) -> tensor<9xf32>
  return %0, %1 : tensor<8xf32>, tensor<9xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp", "linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{skips 'linalg.exp': joint roots need equal extents, or constant extents with equal numbers of tiles, at tiled position 0, but got 8 of 'linalg.exp' and 9 of 'linalg.negf'}}
  // expected-remark@below {{changes nothing: none of the targets can be done}}
  %tiled, %loop = transform.structured.fuse_ext %0 tile_sizes [4] {joint, best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %loop "loop" : !transform.any_op
}

// -----

// A target that is named twice counts once, with and without best_effort; a
// handle that names nothing is a success with it.
// CHECK-LABEL: func.func @twice(
// CHECK:         %[[R:.*]] = scf.for
// CHECK-NOT:     scf.for
// CHECK:         return %[[R]]
func.func @twice(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.merge_handles %0, %0 : !transform.any_op
  %tiled, %loop = transform.structured.fuse_ext %1 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %none = transform.structured.match ops{["linalg.abs"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{changes nothing: the handle names no payload op}}
  %2, %3 = transform.structured.fuse_ext %none tile_sizes [4] {best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  // Nothing is remarkable about a handle that may be empty.
  %again = transform.structured.match ops{["linalg.abs"]} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
  %4, %5 = transform.structured.fuse_ext %again tile_sizes [4] {best_effort, heddle.may_be_empty} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// The nest of the first target pushes the size of the second one after it: the
// second one is skipped, where that is an error without best_effort.
// CHECK-LABEL: func.func @size_moves(
// CHECK:         %[[P:.*]] = linalg.exp {second}
// CHECK:         %[[Q:.*]]:2 = scf.for
// CHECK:           linalg.add {first} ins(
// CHECK:         return %[[P]], %[[Q]]#0
func.func @size_moves(%a: tensor<8xf32>, %b: tensor<8xi64>) -> (tensor<8xf32>, tensor<8xi64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant {size} 3 : index
  %i = arith.constant 7 : i64
  %e = tensor.empty() : tensor<8xi64>
  %f = linalg.fill ins(%i : i64) outs(%e : tensor<8xi64>) -> tensor<8xi64>
  %v = tensor.extract %f[%c0] : tensor<8xi64>
  // expected-note@below {{the tile size}}
  %s = arith.index_cast %v {size} : i64 to index
  // expected-note@below {{the target}}
  // expected-note@below {{this is about 'linalg.exp'}}
  %0 = linalg.exp {second} ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.add {first} ins(%f, %b : tensor<8xi64>, tensor<8xi64>) outs(%b : tensor<8xi64>) -> tensor<8xi64>
  return %0, %1 : tensor<8xf32>, tensor<8xi64>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {first} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match attributes {second} in %root : (!transform.any_op) -> !transform.any_op
  %sizes = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
  %targets = transform.merge_handles %0, %1 : !transform.any_op
  // expected-remark@below {{skips 'linalg.exp': tiling another target made this impossible: a tile size is now computed after its target}}
  %tiled, %loop = transform.structured.fuse_ext %targets tile_sizes [%sizes] {best_effort} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// A size above the extent is no mistake, but seldom meant.
// CHECK-LABEL: func.func @large(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args
func.func @large(%a: tensor<128xf32>) -> tensor<128xf32> {
  // expected-note@below {{the target}}
  %0 = linalg.exp ins(%a : tensor<128xf32>) outs(%a : tensor<128xf32>) -> tensor<128xf32>
  return %0 : tensor<128xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark@below {{tile size 100000 is above the extent 128 of dim 0: its loop has at most one iteration}}
  %tiled, %loop = transform.structured.fuse_ext %0 tile_sizes [100000] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// A loop over an extent of 0 does not run, whatever the size is: no remark.
// CHECK-LABEL: func.func @none(
// CHECK-SAME:    %[[A:.*]]: tensor<0xf32>
// CHECK:         return
func.func @none(%a: tensor<0xf32>) -> tensor<0xf32> {
  %0 = linalg.exp ins(%a : tensor<0xf32>) outs(%a : tensor<0xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiled, %loop = transform.structured.fuse_ext %0 tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
