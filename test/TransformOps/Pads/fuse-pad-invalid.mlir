// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// The target is the op that is padded.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @no_pad(%a: tensor<5xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %e = tensor.empty() : tensor<5xf32>
    // expected-note@below {{the target}}
    %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %1 = tensor.pad %0 low[1] high[2] {
    ^bb0(%i0: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad", "linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'tensor.pad' ops, but found 'linalg.negf'}}
    // expected-note@below {{add {best_effort} to skip targets that cannot be done}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// An argument is padded: there is nothing that could write into the padded tensor.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @argument(%a: tensor<5xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    // expected-note@below {{expects a source that a linalg op computes, but found a block argument}}
    %1 = tensor.pad %a low[1] high[2] {
    ^bb0(%i0: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: expects a source that a linalg op computes, but found a block argument}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// A pad of a pad; the other one could be fused, but none is.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @pad_of_pad(%a: tensor<5xf32>) -> tensor<9xf32> {
    %c = arith.constant 7.0 : f32
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %1 = tensor.pad %0 low[1] high[2] {
    ^bb0(%i0: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    // expected-note@below {{expects a source that a linalg op computes, but found the result of 'tensor.pad'}}
    %2 = tensor.pad %1 low[1] high[0] {
    ^bb0(%i0: index):
      tensor.yield %c : f32
    } : tensor<8xf32> to tensor<9xf32>
    return %2 : tensor<9xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: expects a source that a linalg op computes, but found the result of 'tensor.pad'}}
    // expected-note@below {{add {best_effort} to skip targets that cannot be done}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The pad is computed in some iterations only, or several times.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @in_a_branch(%a: tensor<5xf32>, %b: tensor<8xf32>, %if: i1) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %2 = scf.if %if -> tensor<8xf32> {
      // expected-note@below {{'linalg.negf' and its pad are in different blocks}}
      %1 = tensor.pad %0 low[1] high[2] {
      ^bb0(%i0: index):
        tensor.yield %c : f32
      } : tensor<5xf32> to tensor<8xf32>
      scf.yield %1 : tensor<8xf32>
    } else {
      scf.yield %b : tensor<8xf32>
    }
    return %2 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: 'linalg.negf' and its pad are in different blocks}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The body prints.
#id = affine_map<(d0) -> (d0)>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @prints(%a: tensor<5xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %e = tensor.empty() : tensor<5xf32>
    // expected-note@below {{'linalg.generic' has side effects}}
    %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) {
    ^bb0(%x: f32, %o: f32):
      vector.print %x : f32
      linalg.yield %x : f32
    } -> tensor<5xf32>
    %1 = tensor.pad %0 low[1] high[2] {
    ^bb0(%i0: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: 'linalg.generic' has side effects}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The padding is printed where it is computed.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @printed_padding(%a: tensor<5xf32>) -> tensor<8xf32> {
    %c = arith.constant 7.0 : f32
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    // expected-note@below {{the padding has side effects}}
    %1 = tensor.pad %0 low[1] high[2] {
    ^bb0(%i0: index):
      vector.print %c : f32
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: the padding has side effects}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// Only the elements from the second one on are written.
#id = affine_map<(d0) -> (d0)>
#next = affine_map<(d0) -> (d0 + 1)>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @part(%a: tensor<5xf32>, %o: tensor<6xf32>) -> (tensor<5xf32>, tensor<9xf32>) {
    %c = arith.constant 7.0 : f32
    %e = tensor.empty() : tensor<5xf32>
    // expected-note@below {{'linalg.generic' writes a part of result 1 only}}
    %0:2 = linalg.generic {indexing_maps = [#id, #id, #next], iterator_types = ["parallel"]}
        ins(%a : tensor<5xf32>) outs(%e, %o : tensor<5xf32>, tensor<6xf32>) {
    ^bb0(%x: f32, %p: f32, %q: f32):
      linalg.yield %x, %x : f32, f32
    } -> (tensor<5xf32>, tensor<6xf32>)
    %1 = tensor.pad %0#1 low[1] high[2] {
    ^bb0(%i0: index):
      tensor.yield %c : f32
    } : tensor<6xf32> to tensor<9xf32>
    return %0#0, %1 : tensor<5xf32>, tensor<9xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: 'linalg.generic' writes a part of result 1 only}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The part that is cut off would have to be computed elsewhere.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @negative(%a: tensor<5xf32>) -> tensor<6xf32> {
    %c = arith.constant 7.0 : f32
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    // expected-note@below {{expects padding of at least 0, but got -1}}
    %1 = tensor.pad %0 low[2] high[-1] {
    ^bb0(%i0: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<6xf32>
    return %1 : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: expects padding of at least 0, but got -1}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The padding is an element of the padded value.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @own_element(%a: tensor<5xf32>) -> tensor<8xf32> {
    %c0 = arith.constant 0 : index
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    // expected-note@below {{'tensor.extract' reads 'linalg.negf' before the padding is known}}
    %c = tensor.extract %0[%c0] : tensor<5xf32>
    %1 = tensor.pad %0 low[1] high[2] {
    ^bb0(%i0: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: 'tensor.extract' reads 'linalg.negf' before the padding is known}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The padding comes from a call, which cannot be moved past another reader.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @value() -> f32
  func.func @from_a_call(%a: tensor<5xf32>) -> (tensor<8xf32>, tensor<5xf32>) {
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    // expected-note@below {{'linalg.abs' reads 'linalg.negf' before the padding is known}}
    %2 = linalg.abs ins(%0 : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %c = func.call @value() : () -> f32
    %1 = tensor.pad %0 low[1] high[2] {
    ^bb0(%i0: index):
      tensor.yield %c : f32
    } : tensor<5xf32> to tensor<8xf32>
    return %1, %2 : tensor<8xf32>, tensor<5xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{the pad cannot be fused: 'linalg.abs' reads 'linalg.negf' before the padding is known}}
    %f, %p = transform.heddle.fuse_pad %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
