// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @not_a_function(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{expects a module or a function in one, but got 'linalg.exp'}}
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the payload cannot be bufferized: expects a module or a function in one, but got 'linalg.exp'}}
    %1 = transform.heddle.bufferize %0 : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The first function could be bufferized; with the second that cannot, neither
// is.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @first(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @callee(%a: tensor<4xf32>) -> tensor<4xf32>
  func.func @second(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{the function calls '@callee'; bufferize the module}}
    %0 = call @callee(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %a, %b, %c = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %1 = transform.merge_handles %a, %c : !transform.any_op
    // expected-error@below {{the payload cannot be bufferized: the function calls '@callee'; bufferize the module}}
    %2 = transform.heddle.bufferize %1 : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @callee(%a: tensor<4xf32>) -> tensor<4xf32> {
    return %a : tensor<4xf32>
  }
  func.func @caller(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{'@callee' is used here; bufferize the module}}
    %0 = call @callee(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %a, %b = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    // expected-error@below {{the payload cannot be bufferized: '@callee' is used here; bufferize the module}}
    %1 = transform.heddle.bufferize %a : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  // expected-note@below {{the function is targeted twice}}
  func.func @twice(%a: tensor<4xf32>) -> tensor<4xf32> {
    return %a : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.merge_handles %0, %root : !transform.any_op
    // expected-error@below {{the payload cannot be bufferized: the function is targeted twice}}
    %2 = transform.heddle.bufferize %1 : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// What has no bufferization is named, with what to do.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @cannot_be_bufferized(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{'tensor.bitcast' has no bufferization; 'allow_unknown_ops' keeps it on tensors}}
    %0 = tensor.bitcast %a : tensor<4xf32> to tensor<4xi32>
    %1 = tensor.bitcast %0 : tensor<4xi32> to tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: 'tensor.bitcast' has no bufferization; 'allow_unknown_ops' keeps it on tensors}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Arith, math and gathers become structured ops by a pass.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @gather(%a: tensor<4xf32>, %i: tensor<3x1xi32>) -> tensor<3xf32> {
    // expected-note@below {{'tensor.gather' has no bufferization; the pass 'heddle-structure-tensors' makes a structured op of it before}}
    %0 = tensor.gather %a[%i] gather_dims([0]) : (tensor<4xf32>, tensor<3x1xi32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: 'tensor.gather' has no bufferization; the pass 'heddle-structure-tensors' makes a structured op of it before}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A handle to an op that was bufferized away is not used in silence.
// expected-remark@below {{refused, payload as it was}}
module {
  // expected-note@below {{ancestor payload op}}
  func.func @handle(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note@below {{nested payload op}}
    %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-note@below {{handle to invalidated ops}}
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{use a result of 'transform.heddle.bufferize' in place of the handle that it consumes}}
    // expected-note@below {{invalidated by this transform op}}
    %1 = transform.heddle.bufferize %f : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{uses a handle invalidated by a previously executed transform op}}
    transform.annotate %0 "gone" : !transform.any_op
  }
}

// -----

// Upstream packs no tiles whose size is only known at run time.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @dynamic_tile(%a: tensor<8x8xf32>, %d: tensor<?x8x?xf32>, %t: index) -> tensor<?x8x?xf32> {
    // expected-note@below {{'linalg.pack' op expects an op that can be decomposed for bufferization, but the size of a tile is only known at run time}}
    %p = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%t] into %d : tensor<8x8xf32> -> tensor<?x8x?xf32>
    return %p : tensor<?x8x?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: 'linalg.pack' op expects an op that can be decomposed for bufferization, but the size of a tile is only known at run time}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A transfer takes a mask itself, but no values for the lanes without it.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @passthru(%t: tensor<8xf32>, %m: vector<8xi1>, %p: vector<8xf32>) -> vector<8xf32> {
    %c0 = arith.constant 0 : index
    %z = arith.constant 0.0 : f32
    // expected-note@below {{'vector.mask' op expects an op on tensors to take the mask itself, and no values for the lanes without mask, but masks 'vector.transfer_read'}}
    %0 = vector.mask %m, %p { vector.transfer_read %t[%c0], %z : tensor<8xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    return %0 : vector<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: 'vector.mask' op expects an op on tensors to take the mask itself, and no values for the lanes without mask, but masks 'vector.transfer_read'}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}
