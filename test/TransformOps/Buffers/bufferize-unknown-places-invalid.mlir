// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// Upstream's analysis compares the two slices, and crashes on the sizes of the
// difference.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @slices(%a: tensor<?xi32>, %b: tensor<?xi32>, %x: tensor<?xi32>) -> tensor<?xi32> {
    %c0 = arith.constant 0 : index
    %s = arith.subi %a, %b : tensor<?xi32>
    %d = tensor.dim %s, %c0 : tensor<?xi32>
    %e = affine.apply affine_map<(d) -> (d * 2 - 1)>(%d)
    // expected-note@below {{the place of 'tensor.extract_slice' depends on the sizes of arithmetic on tensors, on which upstream's analysis crashes; 'heddle-structure-tensors' before makes linalg of it}}
    %p = tensor.extract_slice %x[%e] [2] [1] : tensor<?xi32> to tensor<2xi32>
    %q = linalg.add ins(%p, %p : tensor<2xi32>, tensor<2xi32>) outs(%p : tensor<2xi32>) -> tensor<2xi32>
    %f = affine.apply affine_map<(d) -> (d + d - 1)>(%d)
    %r = tensor.insert_slice %q into %x[%f] [2] [1] : tensor<2xi32> into tensor<?xi32>
    return %r : tensor<?xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: the place of 'tensor.extract_slice' depends on the sizes of arithmetic on tensors}}
    %0 = transform.heddle.bufferize %root {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// A pad that may cut its source is split into slices.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @pad(%a: tensor<?xi32>, %b: tensor<?xi32>, %x: tensor<?xi32>, %z: i32) -> tensor<?xi32> {
    %c0 = arith.constant 0 : index
    %s = arith.subi %a, %b : tensor<?xi32>
    %d = tensor.dim %s, %c0 : tensor<?xi32>
    %l = affine.apply affine_map<(d) -> (3 - d)>(%d)
    // expected-note@below {{the place of 'tensor.extract_slice' depends on the sizes of arithmetic on tensors}}
    %p = tensor.pad %x low[%l] high[%d] {
    ^bb0(%i: index):
      tensor.yield %z : i32
    } : tensor<?xi32> to tensor<?xi32>
    return %p : tensor<?xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: the place of 'tensor.extract_slice' depends on the sizes of arithmetic on tensors}}
    %0 = transform.heddle.bufferize %root {allow_unknown_ops = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// As the error says.
// expected-remark@below {{applied}}
module {
  func.func @slices(%a: tensor<?xi32>, %b: tensor<?xi32>, %x: tensor<?xi32>) -> tensor<?xi32> {
    %c0 = arith.constant 0 : index
    %s = arith.subi %a, %b : tensor<?xi32>
    %d = tensor.dim %s, %c0 : tensor<?xi32>
    %e = affine.apply affine_map<(d) -> (d * 2 - 1)>(%d)
    %p = tensor.extract_slice %x[%e] [2] [1] : tensor<?xi32> to tensor<2xi32>
    %q = linalg.add ins(%p, %p : tensor<2xi32>, tensor<2xi32>) outs(%p : tensor<2xi32>) -> tensor<2xi32>
    %f = affine.apply affine_map<(d) -> (d + d - 1)>(%d)
    %r = tensor.insert_slice %q into %x[%f] [2] [1] : tensor<2xi32> into tensor<?xi32>
    return %r : tensor<?xi32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.apply_registered_pass "heddle-structure-tensors" to %0 : (!transform.any_op) -> !transform.any_op
    %2 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}
