// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Joint roots are aligned by position. Their numbers of tiles, here 2 and 3, are equal.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @extents(%a: tensor<8xf32>, %b: tensor<9xf32>) -> (tensor<8xf32>, tensor<9xf32>) {
    // expected-note@below {{the other root}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{this is about 'linalg.exp'}}
    %1 = linalg.exp ins(%b : tensor<9xf32>) outs(%b : tensor<9xf32>) -> tensor<9xf32>
    return %0, %1 : tensor<8xf32>, tensor<9xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{joint roots need equal extents, or constant extents with equal numbers of tiles, at tiled position 0, but got 8 of 'linalg.exp' and 9 of 'linalg.exp'}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A root that reads the partial result of another one.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @partial(%a: tensor<8x9xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8x9xf32>) {
    // expected-note@below {{this is about 'linalg.reduce'}}
    %0 = linalg.reduce { arith.addf } ins(%a : tensor<8x9xf32>) outs(%b : tensor<8xf32>) dimensions = [1] {root}
    %1 = linalg.broadcast ins(%0 : tensor<8xf32>) outs(%a : tensor<8x9xf32>) dimensions = [1] {root}
    return %0, %1 : tensor<8xf32>, tensor<8x9xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{another root reads a partial result of 'linalg.reduce': loop 0 carries its reduction}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [0, 4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// In a forall, a root without one of the dimensions would be written by several
// iterations.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @overlap(%a: tensor<8x9xf32>, %b: tensor<8xf32>) -> (tensor<8x9xf32>, tensor<8xf32>) {
    %0 = linalg.exp {root} ins(%a : tensor<8x9xf32>) outs(%a : tensor<8x9xf32>) -> tensor<8x9xf32>
    // expected-note@below {{this is about 'linalg.exp'}}
    %1 = linalg.exp {root} ins(%b : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
    return %0, %1 : tensor<8x9xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{loop 1 of the forall has no dim of the root 'linalg.exp': several iterations would write it}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4, 4] {joint, use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A loop inside the forall that a root does not have would accumulate again.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @repeated(%x: tensor<8x8xf32>, %c: tensor<8x8xf32>, %d: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = linalg.matmul {root} ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    // expected-note@below {{this is about 'linalg.generic'}}
    %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%d : tensor<8x8xf32>) attrs = {root} {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<8x8xf32>
    return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{loop 1 inside the forall has no dim of the root 'linalg.generic', which reads its destination}}
    %1:4 = transform.structured.fuse_ext %0 tile_sizes [4, 4, 4] interchange [0, 2, 1] {joint, use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// A tile size from the payload that is known to be zero.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @zero_size(%x: tensor<8xf32>) -> tensor<8xf32> {
    %c4 = arith.constant 4 : index
    %size = arith.subi %c4, %c4 {size} : index
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp {root} ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{tile size 0 at position 0 is not positive}}
    %2:2 = transform.structured.fuse_ext %0 tile_sizes [%1] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A reduction loop never becomes a dimension of a forall, and here it is the first.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @reduction_first(%a: tensor<8x9xf32>, %b: tensor<9xf32>) -> tensor<9xf32> {
    // expected-note@below {{this is about 'linalg.reduce'}}
    %0 = linalg.reduce { arith.addf } ins(%a : tensor<8x9xf32>) outs(%b : tensor<9xf32>) dimensions = [0] {root}
    return %0 : tensor<9xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{loop 0 carries a reduction of 'linalg.reduce': no leading parallel loop can form the forall}}
    %1:3 = transform.structured.fuse_ext %0 tile_sizes [4, 4] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// From root to root through an op that is not fused.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @path(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp {root} ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    %1 = linalg.abs {between} ins(%0 : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
    %2 = linalg.log {root} ins(%1 : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
    return %0, %2 : tensor<8xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {between} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the root 'linalg.exp' is read by an op that is not fused and feeds another root}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] stop %s {joint} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// There is nothing to tile in an op on buffers.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_tensor(%a: memref<8xf32>) {
    // expected-note@below {{this is about 'linalg.exp'}}
    linalg.exp {root} ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.exp' has no tensor result to tile: fuse before bufferization}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A body that writes into a buffer runs once for each point, and in order.
#id = affine_map<(i) -> (i)>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @effects(%a: tensor<6xf32>, %log: memref<6xf32>) -> tensor<6xf32> {
    // expected-note@below {{this is about 'linalg.generic'}}
    %0 = linalg.generic {root, indexing_maps = [#id], iterator_types = ["parallel"]} outs(%a : tensor<6xf32>) {
    ^bb0(%x: f32):
      %i = linalg.index 0 : index
      memref.store %x, %log[%i] : memref<6xf32>
      linalg.yield %x : f32
    } -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {root} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{'linalg.generic' has side effects, or does not say that it has none}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A result that is merged next to a sum is not parallel along it.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @beside_sum(%a: tensor<8x64xf32>, %b: tensor<8xf32>, %c: tensor<8x64xf32>) -> (tensor<8xf32>, tensor<8x64xf32>) {
    %0 = linalg.reduce {arith.addf} ins(%a : tensor<8x64xf32>) outs(%b : tensor<8xf32>) dimensions = [1]
    // expected-note@below {{this is about 'linalg.generic'}}
    %1 = linalg.abs ins(%a : tensor<8x64xf32>) outs(%c : tensor<8x64xf32>) -> tensor<8x64xf32>
    return %0, %1 : tensor<8xf32>, tensor<8x64xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %merged = transform.heddle.fuse_elementwise %root {shared_input} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{dim 1 of 'linalg.generic' is a reduction and tiled by 16, but its result 1 does not start from the destination}}
    %1:3 = transform.structured.fuse_ext %merged tile_sizes [4, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}
