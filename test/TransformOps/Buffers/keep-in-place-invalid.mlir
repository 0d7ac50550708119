// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @view(%a: tensor<8xf32>) -> tensor<2xf32> {
    // expected-note@below {{'tensor.extract_slice' has no destination}}
    %0 = tensor.extract_slice %a[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["tensor.extract_slice"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{nothing to keep in place: 'tensor.extract_slice' has no destination}}
    transform.heddle.keep_in_place %op : !transform.any_op
  }
}

// -----

// The callee decides where a result of a call is.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func private @callee(%a: tensor<8xf32>) -> tensor<8xf32>
  func.func @caller(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{'func.call' has no destination}}
    %0 = func.call @callee(%a) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["func.call"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{nothing to keep in place: 'func.call' has no destination}}
    transform.heddle.keep_in_place %op : !transform.any_op
  }
}

// -----

// expected-remark@below {{refused, payload as it was}}
module {
  func.func @numbers(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note@below {{expects 'result_numbers' in [0, 1), but got 1}}
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{nothing to keep in place: expects 'result_numbers' in [0, 1), but got 1}}
    transform.heddle.keep_in_place %op {result_numbers = array<i64: 0, 1>} : !transform.any_op
  }
}

// -----

// A loop's second result is no tensor.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @scalar(%a: tensor<8xf32>, %x: f32, %n: index) -> (tensor<8xf32>, f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-note@below {{result 1 of 'scf.for' has no destination}}
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %x) -> (tensor<8xf32>, f32) {
      %0 = tensor.insert %q into %p[%c0] : tensor<8xf32>
      %1 = arith.addf %q, %q : f32
      scf.yield %0, %1 : tensor<8xf32>, f32
    }
    return %r#0, %r#1 : tensor<8xf32>, f32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error@below {{nothing to keep in place: result 1 of 'scf.for' has no destination}}
    transform.heddle.keep_in_place %op {result_numbers = array<i64: 1>} : !transform.any_op
  }
}

// -----

// expected-note@below {{'builtin.module' is not in a function}}
// expected-remark@below {{refused, payload as it was}}
module {
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error@below {{nothing to keep in place: 'builtin.module' is not in a function}}
    transform.heddle.keep_in_place %root : !transform.any_op
  }
}

// -----

// The next iteration would read what this one wrote.
// expected-remark@below {{refused, payload as it was}}
module {
  func.func @parallel(%x: tensor<13xi32>, %a: tensor<13xi32>, %m: memref<13xi32>) {
    affine.parallel (%i) = (0) to (13) {
      // expected-note@below {{result 0 of 'linalg.add' is not in place: the body of 'affine.parallel' may run again, and writes into a tensor from outside of it}}
      %t = linalg.add ins(%x, %a : tensor<13xi32>, tensor<13xi32>) outs(%a : tensor<13xi32>) -> tensor<13xi32>
      %v = tensor.extract %t[%i] : tensor<13xi32>
      memref.store %v, %m[%i] : memref<13xi32>
    }
    return
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %op = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{this line keeps it in place}}
    transform.heddle.keep_in_place %op : !transform.any_op
    // expected-error@below {{the payload cannot be bufferized: result 0 of 'linalg.add' is not in place: the body of 'affine.parallel' may run again, and writes into a tensor from outside of it}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}
