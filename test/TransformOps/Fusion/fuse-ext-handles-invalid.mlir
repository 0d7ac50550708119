// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Two values for one size of three targets fit neither all nor each.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @wrong_count(%a: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %s = arith.addi %n, %n {size} : index
    %t = arith.muli %n, %n {size} : index
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    %2 = linalg.exp ins(%1 : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects tile size 0 to have one value, or one for each of 3 targets, but got 2}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [%s] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_index(%a: tensor<8x8xf32>, %n: i32) -> tensor<8x8xf32> {
    // expected-note@below {{this value}}
    %s = arith.addi %n, %n {size} : i32
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects tile size 1 to be an index, but got 'i32'}}
    %1:3 = transform.structured.fuse_ext %0 tile_sizes [4, %s] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @sizes() -> (index, index)
  func.func @two_results(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{of this op}}
    %s:2 = call @sizes() {size} : () -> (index, index)
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects tile size 0 to come from ops with one index result, but got 2 results}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [%s] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The size is computed after the target.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @too_late(%a: tensor<8xf32>, %n: index) -> (tensor<8xf32>, index) {
    // expected-note@below {{and wanted here}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{it is computed here}}
    %s = arith.addi %n, %n {size} : index
    return %0, %s : tensor<8xf32>, index
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects tile size 0 to be computed before its target}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [%s] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The target is the payload as a whole, which is in no block.
// expected-remark@below {{refused, payload as it was}}
// expected-note@below {{and wanted here}}
module {
  func.func @whole_payload(%n: index) -> index {
    // expected-note@below {{it is computed here}}
    %s = arith.addi %n, %n {size} : index
    return %s : index
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %s = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects tile size 0 to be computed before its target}}
    %1:2 = transform.structured.fuse_ext %root tile_sizes [%s] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @interchange_no_constant(%a: tensor<8x8xf32>, %n: index) -> tensor<8x8xf32> {
    %s = arith.addi %n, %n {order} : index
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {order} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects interchange entry 1 to be a constant}}
    %1:3 = transform.structured.fuse_ext %0 tile_sizes [4, 4] interchange [0, %s] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @param_no_permutation(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant 0 : i64 -> !transform.param<i64>
    // expected-error@below {{the interchange is not a permutation}}
    %1:3 = transform.structured.fuse_ext %0 tile_sizes [4, 4] interchange [0, %p] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  }
}

// -----

// Joint roots have one set of sizes.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @joint_sizes(%a: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
    %s = arith.addi %n, %n {size} : index
    %t = arith.muli %n, %n {size} : index
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    %1 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects the same sizes and interchange for joint targets}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [%s] {joint} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Joint roots are in one block.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @first(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @second(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the roots are in different blocks}}
    %1:2 = transform.structured.fuse_ext %0 tile_sizes [4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A target that is named twice has one list of sizes.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @twice(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{this one}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.merge_handles %0, %0 : !transform.any_op
    %p = transform.param.constant 4 : i64 -> !transform.param<i64>
    %q = transform.param.constant 2 : i64 -> !transform.param<i64>
    %sizes = transform.merge_handles %p, %q : !transform.param<i64>
    // expected-error@below {{expects one list of sizes for each target, but got two for one that is named twice}}
    %2:2 = transform.structured.fuse_ext %1 tile_sizes [%sizes] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The nest of the first target computes what the size of the second is made of:
// that moves after the nest, which is after the second target.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @size_moves(%a: tensor<8xf32>, %b: tensor<8xi64>) -> (tensor<8xf32>, tensor<8xi64>) {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant {size} 3 : index
    %i = arith.constant 7 : i64
    %e = tensor.empty() : tensor<8xi64>
    %f = linalg.fill ins(%i : i64) outs(%e : tensor<8xi64>) -> tensor<8xi64>
    %v = tensor.extract %f[%c0] : tensor<8xi64>
    // expected-note@below {{the tile size}}
    %s = arith.index_cast %v {size} : i64 to index
    // expected-note@below {{this is about 'linalg.exp'}}
    %0 = linalg.exp {second} ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    %1 = linalg.add {first} ins(%f, %b : tensor<8xi64>, tensor<8xi64>) outs(%b : tensor<8xi64>) -> tensor<8xi64>
    return %0, %1 : tensor<8xf32>, tensor<8xi64>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {first} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match attributes {second} in %root : (!transform.any_op) -> !transform.any_op
    %2 = transform.merge_handles %0, %1 : !transform.any_op
    %s = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{tiling another target made this impossible: a tile size is now computed after its target}}
    %3:2 = transform.structured.fuse_ext %2 tile_sizes [%s] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
