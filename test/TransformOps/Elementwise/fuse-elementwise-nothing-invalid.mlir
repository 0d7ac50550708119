// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Buffers are not merged, and the error must say so.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @on_memrefs(%a: memref<64xf32>, %o: memref<64xf32>) {
    linalg.exp ins(%a : memref<64xf32>) outs(%o : memref<64xf32>)
    linalg.negf ins(%o : memref<64xf32>) outs(%o : memref<64xf32>)
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: its linalg ops are on memrefs, and only ops on tensors are merged, before they are bufferized}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A slice is read in between; a cast before it is looked through.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @slice(%x: tensor<16xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<16xf32>
    // expected-note@below {{'linalg.exp' is not merged with 'linalg.negf': 'tensor.extract_slice' is between them}}
    %0 = linalg.exp ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    %1 = tensor.cast %0 : tensor<16xf32> to tensor<?xf32>
    // expected-note@below {{this is that 'tensor.extract_slice'}}
    %2 = tensor.extract_slice %1[4] [8] [1] : tensor<?xf32> to tensor<8xf32>
    // expected-note@below {{this is the reader}}
    %3 = linalg.negf ins(%2 : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
    return %3 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.exp' is not merged with 'linalg.negf': 'tensor.extract_slice' is between them}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A softmax is no op with indexing maps, but it is one that people expect.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @softmax(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %e = tensor.empty() : tensor<4x16xf32>
    // expected-note@below {{'linalg.exp' is not merged with 'linalg.softmax': its reader is a named op that is not elementwise}}
    %0 = linalg.exp ins(%x : tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
    // expected-note@below {{'linalg.softmax' is not merged with 'linalg.negf': it is a named op that is not elementwise}}
    // expected-note@below {{this is the reader}}
    %1 = linalg.softmax dimension(1) ins(%0 : tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.negf ins(%1 : tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
    return %2 : tensor<4x16xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.exp' is not merged with 'linalg.softmax': its reader is a named op that is not elementwise}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: it has no linalg op}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The op that a fill becomes a scalar of is a merged op, too.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @filled(%x: tensor<8xf32>, %k: f32) -> tensor<8xf32> {
    %k2 = arith.constant 2.0 : f32
    %e = tensor.empty() : tensor<8xf32>
    // expected-note@below {{'linalg.fill' is not merged with 'linalg.mul': the merged op would have 2 operands, but 'max_operands' is 1}}
    %0 = linalg.fill ins(%k2 : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    // expected-note@below {{this is the reader}}
    %1 = linalg.mul ins(%x, %0 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.fill' is not merged with 'linalg.mul': the merged op would have 2 operands, but 'max_operands' is 1}}
    %0 = transform.heddle.fuse_elementwise %root {max_operands = 1} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Both ops name one destination and read none of its elements.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @unrelated(%a: tensor<9xf32>, %b: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
    %e = tensor.empty() : tensor<9xf32>
    %0 = linalg.exp ins(%a : tensor<9xf32>) outs(%e : tensor<9xf32>) -> tensor<9xf32>
    %1 = linalg.log ins(%b : tensor<9xf32>) outs(%e : tensor<9xf32>) -> tensor<9xf32>
    return %0, %1 : tensor<9xf32>, tensor<9xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: none reads what another one computes or reads, in the same loops}}
    %0 = transform.heddle.fuse_elementwise %root {shared_input} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A linalg op without a destination sends what it reads elsewhere.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @see(f32)
  func.func @sink(%a: tensor<9xf32>) {
    // expected-note@below {{'linalg.exp' is not merged with 'linalg.generic': its reader computes no tensor}}
    %0 = linalg.exp ins(%a : tensor<9xf32>) outs(%a : tensor<9xf32>) -> tensor<9xf32>
    // expected-note@below {{this is the reader}}
    linalg.generic {indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]} ins(%0 : tensor<9xf32>) {
    ^bb0(%b: f32):
      func.call @see(%b) : (f32) -> ()
      linalg.yield
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.exp' is not merged with 'linalg.generic': its reader computes no tensor}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}
