// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The dim that softmax reduces.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @along(%x: tensor<9x8xf32>, %m: tensor<9xf32>) -> tensor<9x8xf32> {
  // expected-note @below {{the target}}
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<9x8xf32>) outs(%x, %m, %m, %m : tensor<9x8xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) : tensor<9x8xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
  return %0#0 : tensor<9x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg_ext.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{dim 1 of 'linalg_ext.softmax' is a reduction and tiled by 4, but a tile of it has all of that dim}}
  transform.structured.tile_ext %0 [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// The same on memrefs. The first target could be tiled and is not.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @along_on_memrefs(%x: memref<8x8xf32>, %m: memref<8xf32>, %l: memref<8xf32>, %s: memref<8xf32>) {
  linalg_ext.unnorm_softmax dimension(1) ins(%x : memref<8x8xf32>) outs(%x, %m, %l, %s : memref<8x8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>)
  // expected-note @below {{the target}}
  linalg_ext.unnorm_softmax dimension(0) ins(%x : memref<8x8xf32>) outs(%x, %m, %l, %s : memref<8x8xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg_ext.unnorm_softmax"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{dim 0 of 'linalg_ext.unnorm_softmax' is a reduction and tiled, but a tile of it has all of that dim}}
  transform.structured.tile_ext %0 [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// One size for each target, and each an index.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @sizes(%x: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>, index, index, index) {
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  %1 = arith.addi %n, %n {size} : index
  %2 = arith.muli %n, %n {size} : index
  %3 = arith.subi %n, %n {size} : index
  return %0, %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, index, index, index
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects tile size 0 to have one value, or one for each of 1 targets, but got 3}}
  transform.structured.tile_ext %0 [%1] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @no_index(%x: tensor<8xf32>, %n: i32) -> (tensor<8xf32>, i32) {
  // expected-note @below {{this value}}
  %1 = arith.addi %n, %n {size} : i32
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, i32
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects tile size 0 to be an index, but got 'i32'}}
  transform.structured.tile_ext %0 [%1] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// A loop of step 0 would not end.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @zero(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.param.constant 0 : i64 -> !transform.param<i64>
  // expected-error @below {{tile size 0 has the value 0; a size that is no number in the list always makes a loop: give 1 or more, or write 0}}
  transform.structured.tile_ext %0 [%1] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @no_tiles(%x: memref<8x1xf32>) -> memref<8xf32> {
  // expected-note @below {{the target}}
  %0 = memref.collapse_shape %x [[0, 1]] : memref<8x1xf32> into memref<8xf32>
  return %0 : memref<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["memref.collapse_shape"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'memref.collapse_shape' cannot be tiled: nothing says what a tile of it reads}}
  transform.structured.tile_ext %0 [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @no_structured_op(%x: memref<8x4xf32>, %y: memref<8x4xf32>) {
  // expected-note @below {{the target}}
  linalg.softmax dimension(1) ins(%x : memref<8x4xf32>) outs(%y : memref<8x4xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'linalg.softmax' is on memrefs and no structured op}}
  transform.structured.tile_ext %0 [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// Of one size too many, the dims of the target are told, and not the number of handles.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @one_too_many(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @below {{the target}}
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects at most 1 tile sizes for 'linalg.exp', but got 2}}
  %tiled, %loop = transform.structured.tile_ext %0 [4, 4]
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @one_handle(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = linalg.exp ins(%x : tensor<8x8xf32>) outs(%x : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects 2 loop results, one per tile size that is not 0, but got 1}}
  %tiled, %loop = transform.structured.tile_ext %0 [4, 4]
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @too_many(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-note @below {{the target}}
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects at most 1 tile sizes for 'linalg.exp', but got 2}}
  transform.structured.tile_ext %0 [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
}

// -----

// In place, and transposed: what is read depends on what was written before.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @transposed_in_place(%x: memref<8x8xf32>) {
  // expected-note @below {{the target}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<8x8xf32>) outs(%x : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'linalg.generic' reads a buffer that it writes through another operand}}
  transform.structured.tile_ext %0 [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// acc * 2 + x: the order of the elements shows.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @order(%a: memref<6x7xi32>, %b: memref<i32>) {
  // expected-note @below {{the target}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%a : memref<6x7xi32>) outs(%b : memref<i32>) {
  ^bb0(%x: i32, %acc: i32):
    %s = arith.addi %acc, %acc : i32
    %y = arith.addi %s, %x : i32
    linalg.yield %y : i32
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{loop 0 changes the order of the reduction of 'linalg.generic', whose combiner is not known to be commutative: no loop around it tiles dim 0 by 1}}
  transform.structured.tile_ext %0 [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// One buffer for the maximum and the sum.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @shared(%x: memref<8x4xf32>, %m: memref<8xf32>, %s: memref<8xf32>) {
  // expected-note @below {{the target}}
  linalg_ext.softmax dimension(1) ins(%x : memref<8x4xf32>) outs(%x, %m, %m, %s : memref<8x4xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg_ext.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{'linalg_ext.softmax' reads a buffer that it writes through another operand}}
  transform.structured.tile_ext %0 [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}

// -----

// A tile of the second row would read from there on, and not backwards.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @backwards(%x: memref<8x4xf32>, %o: memref<8x4xf32>) {
  // expected-note @below {{the target}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (-i + 7, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x : memref<8x4xf32>) outs(%o : memref<8x4xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{a tile would read other elements: an indexing map of 'linalg.generic' subtracts dim 0}}
  transform.structured.tile_ext %0 [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
