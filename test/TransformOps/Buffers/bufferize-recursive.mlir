// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused

// A function that calls itself.
// expected-remark @below {{refused, payload as it was}}
module {
  // expected-note @below {{'@f' calls itself, and 'allow_recursive_calls' is not set}}
  func.func @f(%a: tensor<4xf32>, %n: i1) -> tensor<4xf32> {
    %0 = scf.if %n -> tensor<4xf32> {
      // expected-note @below {{'@f' calls '@f' here}}
      %1 = func.call @f(%a, %n) : (tensor<4xf32>, i1) -> tensor<4xf32>
      scf.yield %1 : tensor<4xf32>
    } else {
      scf.yield %a : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error @below {{the payload cannot be bufferized: '@f' calls itself, and 'allow_recursive_calls' is not set}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Three functions. `@main` is in no cycle; `@a` also calls a function that is in
// none, and of its two ways back the shorter one is shown.
// expected-remark @below {{refused, payload as it was}}
module {
  func.func @main(%x: tensor<4xf32>, %n: i1) -> tensor<4xf32> {
    %0 = call @a(%x, %n) : (tensor<4xf32>, i1) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  // expected-note @below {{'@a' calls itself, and 'allow_recursive_calls' is not set}}
  func.func private @a(%x: tensor<4xf32>, %n: i1) -> tensor<4xf32> {
    %0 = call @leaf(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = scf.if %n -> tensor<4xf32> {
      // expected-note @below {{'@a' calls '@b' here}}
      %2 = func.call @b(%0, %n) : (tensor<4xf32>, i1) -> tensor<4xf32>
      scf.yield %2 : tensor<4xf32>
    } else {
      scf.yield %0 : tensor<4xf32>
    }
    return %1 : tensor<4xf32>
  }
  func.func private @leaf(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
  func.func private @b(%x: tensor<4xf32>, %n: i1) -> tensor<4xf32> {
    %0 = call @d(%x, %n) : (tensor<4xf32>, i1) -> tensor<4xf32>
    // expected-note @below {{'@b' calls '@c' here}}
    %1 = call @c(%0, %n) : (tensor<4xf32>, i1) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @c(%x: tensor<4xf32>, %n: i1) -> tensor<4xf32> {
    // expected-note @below {{'@c' calls '@a' here}}
    %0 = call @a(%x, %n) : (tensor<4xf32>, i1) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @d(%x: tensor<4xf32>, %n: i1) -> tensor<4xf32> {
    %0 = call @c(%x, %n) : (tensor<4xf32>, i1) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error @below {{the payload cannot be bufferized: '@a' calls itself, and 'allow_recursive_calls' is not set}}
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// Only numbers go around: each call has tensors of its own.
// expected-remark @below {{applied}}
module {
  func.func @numbers(%a: tensor<4xi32>, %n: i32) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i32
    %0 = tensor.extract %a[%c0] : tensor<4xi32>
    %1 = call @down(%n) : (i32) -> i32
    %2 = arith.addi %0, %1 : i32
    return %2 : i32
  }
  func.func private @down(%n: i32) -> i32 {
    %c1 = arith.constant 1 : i32
    %0 = arith.shrui %n, %c1 : i32
    %1 = arith.trunci %0 : i32 to i1
    %2 = scf.if %1 -> i32 {
      %3 = func.call @down(%0) : (i32) -> i32
      scf.yield %3 : i32
    } else {
      scf.yield %0 : i32
    }
    return %2 : i32
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The author accepts it.
// expected-remark @below {{applied}}
module {
  func.func @f(%a: tensor<4xf32>, %n: i1) -> tensor<4xf32> {
    %0 = scf.if %n -> tensor<4xf32> {
      %1 = func.call @f(%a, %n) : (tensor<4xf32>, i1) -> tensor<4xf32>
      scf.yield %1 : tensor<4xf32>
    } else {
      scf.yield %a : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %0 = transform.heddle.bufferize %root {allow_recursive_calls = true} : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The type of a call inside of the recursion is chosen before the results of the
// function are known to be new buffers, which have no gaps.
// expected-remark @below {{refused, payload as it was}}
module {
  // expected-note @below {{'@new' calls itself, so the layouts of its results cannot be inferred; layout = "identity" gives them}}
  func.func private @new(%a: tensor<?xf32>, %n: i1) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %d = tensor.dim %a, %c0 : tensor<?xf32>
    %e = tensor.empty(%d) : tensor<?xf32>
    %t = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %0 = scf.if %n -> tensor<?xf32> {
      scf.yield %t : tensor<?xf32>
    } else {
      %q = func.call @new(%a, %n) : (tensor<?xf32>, i1) -> tensor<?xf32>
      %w = linalg.add ins(%q, %t : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
      scf.yield %w : tensor<?xf32>
    }
    return %0 : tensor<?xf32>
  }
  func.func @main(%a: tensor<?xf32>, %n: i1) -> tensor<?xf32> {
    %0 = call @new(%a, %n) : (tensor<?xf32>, i1) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    // expected-error @below {{the payload cannot be bufferized: '@new' calls itself, so the layouts of its results cannot be inferred; layout = "identity" gives them}}
    %0 = transform.heddle.bufferize %root {allow_recursive_calls = true, layout = "inferred"} : (!transform.any_op) -> !transform.any_op
  }
}
