// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused | FileCheck %s

// The destination is an argument, a slice of one in a loop, and a tile: all are
// written where they are, and no mark is left.
// CHECK-LABEL: func @in_place(
// CHECK-SAME:      %[[A:.*]]: memref<8xf32>, %[[C:.*]]: memref<8xf32> {heddle.results = array<i64: 0>})
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     heddle.keep
// CHECK-NOT:     heddle.kept
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[T:.*]] = memref.subview %[[C]][%[[I]]]
// CHECK:           linalg.exp ins(%{{.*}}) outs(%[[T]] :
// expected-remark@below {{applied}}
module {
  func.func @in_place(%a: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.heddle.keep_in_place %exp : !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %exp tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.heddle.keep_in_place %tiled {result_numbers = array<i64: 0>} : !transform.any_op
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A later op reads what it would overwrite.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @read_later(%a: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    // expected-note@+2 {{result 0 of 'linalg.exp' is not in place: 'linalg.exp' would overwrite what 'linalg.mul' still reads}}
    // expected-note@+1 {{the write}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{the read}}
    %1 = linalg.mul ins(%c, %0 : tensor<8xf32>, tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{this line keeps it in place}}
    transform.heddle.keep_in_place %exp : !transform.any_op
    // expected-error@below {{the payload cannot be bufferized: result 0 of 'linalg.exp' is not in place: 'linalg.exp' would overwrite what 'linalg.mul' still reads}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The op writes in place into a loop's value, which starts from a copy.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @carried(%a: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    // expected-note@below {{the write}}
    %r = scf.for %i = %c0 to %c8 step %c2 iter_args(%acc = %c) -> tensor<8xf32> {
      %at = tensor.extract_slice %a[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
      %t = tensor.extract_slice %acc[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
      // expected-note@below {{result 0 of 'linalg.exp' is not in place: 'scf.for' would overwrite what 'func.return' still returns}}
      %0 = linalg.exp ins(%at : tensor<2xf32>) outs(%t : tensor<2xf32>) -> tensor<2xf32>
      %1 = tensor.insert_slice %0 into %acc[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
      scf.yield %1 : tensor<8xf32>
    }
    // expected-note@below {{the read}}
    return %r, %c : tensor<8xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{this line keeps it in place}}
    transform.heddle.keep_in_place %exp : !transform.any_op
    // expected-error@below {{the payload cannot be bufferized: result 0 of 'linalg.exp' is not in place: 'scf.for' would overwrite what 'func.return' still returns}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A step before the analysis makes the copy.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @inserted(%a: tensor<2xf32>, %b: tensor<6xf32>, %o: tensor<6xf32>, %n: index) -> tensor<6xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %o) -> tensor<6xf32> {
      // expected-note@below {{result 0 of 'tensor.insert_slice' is not in place: each iteration of a loop inserts into a tensor from outside of it}}
      %0 = tensor.insert_slice %a into %b[%i] [2] [1] : tensor<2xf32> into tensor<6xf32>
      %1 = linalg.add ins(%0, %p : tensor<6xf32>, tensor<6xf32>) outs(%p : tensor<6xf32>) -> tensor<6xf32>
      scf.yield %1 : tensor<6xf32>
    }
    return %r : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %insert = transform.structured.match ops{["tensor.insert_slice"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{this line keeps it in place}}
    transform.heddle.keep_in_place %insert : !transform.any_op
    // expected-error@below {{each iteration of a loop inserts into a tensor from outside of it}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The payload copies by itself.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @copied(%a: tensor<2xf32>) -> tensor<2xf32> {
    %c = bufferization.alloc_tensor() copy(%a) : tensor<2xf32>
    // expected-note@below {{result 0 of 'linalg.exp' is not in place: 'bufferization.alloc_tensor' was there before bufferization}}
    %0 = linalg.exp ins(%a : tensor<2xf32>) outs(%c : tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{this line keeps it in place}}
    transform.heddle.keep_in_place %exp : !transform.any_op
    // expected-error@below {{'bufferization.alloc_tensor' was there before bufferization}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A step in between makes another op of the marked one.
// expected-remark@below {{refused, payload as it was}}
module {
  // expected-note@below {{an op of '@replaced' that is kept in place was replaced or erased before its buffer was chosen}}
  func.func @replaced(%a: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{this line keeps it in place}}
    transform.heddle.keep_in_place %exp : !transform.any_op
    %generic = transform.structured.generalize %exp : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{an op of '@replaced' that is kept in place was replaced or erased before its buffer was chosen}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The function of the marked op is inlined, and gone.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @callee(%a: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@+2 {{result 0 of 'linalg.exp' is not in place: 'linalg.exp' would overwrite what 'func.return' still returns}}
    // expected-note@+1 {{the write}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @caller(%a: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = func.call @callee(%a, %c) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{the read}}
    return %0, %c : tensor<8xf32>, tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{this line keeps it in place}}
    transform.heddle.keep_in_place %exp : !transform.any_op
    %inlined = transform.apply_registered_pass "inline" to %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the payload cannot be bufferized: result 0 of 'linalg.exp' is not in place: 'linalg.exp' would overwrite what 'func.return' still returns}}
    %0 = transform.heddle.bufferize %inlined : (!transform.any_op) -> !transform.any_op
  }
}
