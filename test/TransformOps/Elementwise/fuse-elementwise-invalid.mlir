// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// Each pair that is not merged is a note with its reason.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#twice = affine_map<(d0, d1) -> (d0, d0)>
!t = tensor<6x6xf32>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @reasons(%a: !t, %b: tensor<6xf32>, %c: !t) -> (!t, tensor<6xf32>, !t, tensor<6xf32>, !t) {
    %e = tensor.empty() : !t
    %f = tensor.empty() : tensor<6xf32>
    // expected-note@below {{'linalg.reduce' is not merged with 'linalg.negf': it has a reduction loop}}
    %0 = linalg.reduce {arith.addf} ins(%a : !t) outs(%b : tensor<6xf32>) dimensions = [1]
    // expected-note@below {{'linalg.negf' is not merged with 'linalg.reduce': a reduction starts from it}}
    // expected-note@below {{this is the reader}}
    %1 = linalg.negf ins(%0 : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %2 = linalg.reduce {arith.addf} ins(%a : !t) outs(%1 : tensor<6xf32>) dimensions = [1]
    // expected-note@below {{'linalg.exp' is not merged with 'linalg.generic': its reader has to wait for 'linalg.matmul'}}
    // expected-note@below {{'linalg.exp' is not merged with 'linalg.matmul': its reader is a named op that is not elementwise}}
    %3 = linalg.exp ins(%c : !t) outs(%e : !t) -> !t
    // expected-note@below {{'linalg.matmul' is not merged with 'linalg.generic': it is a named op that is not elementwise}}
    // expected-note@below {{this is that 'linalg.matmul'}}
    // expected-note@below {{this is the reader}}
    %4 = linalg.matmul ins(%3, %3 : !t, !t) outs(%a : !t) -> !t
    // expected-note@below {{this is the reader}}
    %5 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%3, %4 : !t, !t) outs(%e : !t) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.mulf %x, %y : f32
      linalg.yield %s : f32
    } -> !t
    // expected-note@below {{'linalg.abs' is not merged with 'linalg.generic': it has fewer loops than its reader and is used elsewhere, too ('diff_shapes' allows that)}}
    %6 = linalg.abs ins(%b : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
    // expected-note@below {{'linalg.generic' is not merged with 'linalg.generic': its reader reads it through different maps}}
    // expected-note@below {{this is the reader}}
    %7 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%6 : tensor<6xf32>) outs(%e : !t) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
    } -> !t
    // expected-note@below {{'linalg.generic' is not merged with 'linalg.generic': the body of its reader refers to it}}
    // expected-note@below {{this is the reader}}
    %8 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1, d0)>, #id], iterator_types = ["parallel", "parallel"]}
        ins(%7, %7 : !t, !t) outs(%e : !t) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> !t
    // expected-note@below {{this is the reader}}
    %9 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%8 : !t) outs(%e : !t) {
    ^bb0(%x: f32, %o: f32):
      %c0 = arith.constant 0 : index
      %y = tensor.extract %8[%c0, %c0] : !t
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> !t
    return %5, %2, %9, %6, %3 : !t, tensor<6xf32>, !t, tensor<6xf32>, !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// An element that the reader reads along a diagonal is not read once.
#id = affine_map<(d0, d1) -> (d0, d1)>
#twice = affine_map<(d0, d1) -> (d0, d0)>
!t = tensor<6x6xf32>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @diagonal(%a: !t) -> (!t, !t) {
    %e = tensor.empty() : !t
    // expected-note@below {{'linalg.exp' is not merged with 'linalg.generic': its reader does not read each element once}}
    %0 = linalg.exp ins(%a : !t) outs(%e : !t) -> !t
    // expected-note@below {{this is the reader}}
    %1 = linalg.generic {indexing_maps = [#twice, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : !t) outs(%e : !t) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
    } -> !t
    return %0, %1 : !t, !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A result whose elements several iterations write.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @written_twice(%a: tensor<6x6xf32>, %b: tensor<6xf32>) -> tensor<6xf32> {
    %e = tensor.empty() : tensor<6xf32>
    // expected-note@below {{'linalg.generic' is not merged with 'linalg.negf': its iterations do not compute one element each}}
    %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<6x6xf32>) outs(%b : tensor<6xf32>) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
    } -> tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %1 = linalg.negf ins(%0 : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
    return %1 : tensor<6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// With diff_shapes: what adds to its destination must not do so twice, and loops
// that the producer does not have must be known to run.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#line = affine_map<(d0) -> (d0)>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @fewer_loops(%a: tensor<6xf32>, %b: tensor<6xf32>, %c: tensor<6x5xf32>, %d: tensor<6x?xf32>)
      -> (tensor<6xf32>, tensor<6x5xf32>, tensor<6xf32>, tensor<6x?xf32>) {
    %e = tensor.empty() : tensor<6xf32>
    // expected-note@below {{'linalg.generic' is not merged with 'linalg.generic': it has fewer loops than its reader and cannot be repeated}}
    %0 = linalg.generic {indexing_maps = [#line, #line], iterator_types = ["parallel"]}
        ins(%a : tensor<6xf32>) outs(%b : tensor<6xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %x, %o : f32
      linalg.yield %s : f32
    } -> tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %1 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<6xf32>) outs(%c : tensor<6x5xf32>) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
    } -> tensor<6x5xf32>
    // expected-note@below {{'linalg.negf' is not merged with 'linalg.generic': it has fewer loops than its reader, whose others may not run}}
    %2 = linalg.negf ins(%a : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
    // expected-note@below {{this is the reader}}
    %3 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%2 : tensor<6xf32>) outs(%d : tensor<6x?xf32>) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
    } -> tensor<6x?xf32>
    return %0, %1, %2, %3 : tensor<6xf32>, tensor<6x5xf32>, tensor<6xf32>, tensor<6x?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged}}
    %0 = transform.heddle.fuse_elementwise %root {diff_shapes} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The bound on the ops of a merged body holds everything back.
!t = tensor<6x6xf32>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @too_many_ops(%a: !t) -> !t {
    %e = tensor.empty() : !t
    // expected-note@below {{'linalg.negf' is not merged with 'linalg.abs': the merged op would have 2 ops, but 'max_ops' is 1}}
    %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
    // expected-note@below {{this is the reader}}
    %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
    return %1 : !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: 'linalg.negf' is not merged with 'linalg.abs': the merged op would have 2 ops, but 'max_ops' is 1}}
    %0 = transform.heddle.fuse_elementwise %root {max_ops = 1} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Two inputs and one output are one operand too many.
!t = tensor<6x6xf32>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @too_many_operands(%a: !t, %b: !t) -> !t {
    %e = tensor.empty() : !t
    // expected-note@below {{'linalg.add' is not merged with 'linalg.abs': the merged op would have 3 operands, but 'max_operands' is 2}}
    %0 = linalg.add ins(%a, %b : !t, !t) outs(%e : !t) -> !t
    // expected-note@below {{this is the reader}}
    %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
    return %1 : !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged}}
    %0 = transform.heddle.fuse_elementwise %root {max_operands = 2} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// With one_use a second reader keeps the producer apart.
!t = tensor<6x6xf32>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @two_uses(%a: !t) -> (!t, !t) {
    %e = tensor.empty() : !t
    // expected-note@below {{'linalg.negf' is not merged with 'linalg.abs': it has several uses}}
    %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
    // expected-note@below {{this is the reader}}
    %1 = linalg.abs ins(%0 : !t) outs(%e : !t) -> !t
    return %0, %1 : !t, !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged}}
    %0 = transform.heddle.fuse_elementwise %root {one_use} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @empty_target()
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match attributes {rooot} in %root {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{expects 'target' to name a payload op, but it is empty (heddle.may_be_empty on this op allows that)}}
    %1 = transform.heddle.fuse_elementwise %0 : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Where nothing was tried there is no op to speak of.
!t = tensor<6x6xf32>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @only_inputs(%a: !t) -> (!t, !t) {
    %e = tensor.empty() : !t
    %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
    %1 = linalg.abs ins(%a : !t) outs(%e : !t) -> !t
    return %0, %1 : !t, !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: none reads what another one computes ('shared_input' merges ops that read one value)}}
    %0 = transform.heddle.fuse_elementwise %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

!t = tensor<6x6xf32>
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @one_op(%a: !t) -> !t {
    %e = tensor.empty() : !t
    %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
    return %0 : !t
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{no ops of the target can be merged: it has only one linalg op on tensors}}
    %0 = transform.heddle.fuse_elementwise %root {shared_input} : (!transform.any_op) -> !transform.any_op
  }
}
