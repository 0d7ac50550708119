// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// One buffer cannot be in two memory spaces.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @select(%a: tensor<5xf32, 1>, %b: tensor<4xf32>, %p: i1) -> tensor<4xf32> {
    %c = tensor.extract_slice %a[1] [4] [1] : tensor<5xf32, 1> to tensor<4xf32>
    // expected-note@below {{inconsistent memory space on true/false operands}}
    // expected-note@below {{failed to bufferize op}}
    %r = arith.select %p, %c, %b : tensor<4xf32>
    return %r : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: inconsistent memory space on true/false operands}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @loop(%a: tensor<5xf32, 1>, %b: tensor<4xf32>, %n: index) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c = tensor.extract_slice %a[1] [4] [1] : tensor<5xf32, 1> to tensor<4xf32>
    // expected-note@below {{'scf.for' op init_arg and yielded value bufferize to inconsistent memory spaces}}
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %b) -> tensor<4xf32> {
      // expected-note@below {{failed to bufferize op}}
      %0 = linalg.add ins(%acc, %c : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %0 : tensor<4xf32>
    }
    return %r : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{the payload cannot be bufferized: 'scf.for' op init_arg and yielded value bufferize to inconsistent memory spaces}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}
