// Functions that call themselves, with tensors that the frames share: a caller that
// overwrites its argument after the inner call, results that are the arguments in
// either order, a part of an argument, a constant, buffers that are alive during the
// inner call. `check` compares with a run in which each value has a buffer of its own.
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir -s %t/bufferize.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir -s %t/keep.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir -s %t/keep-buffers.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir -s %t/out-params.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir -s %t/arenas.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir -s %t/upstream.mlir | FileCheck %s
// The tools bufferize what a schedule leaves, also a recursion.
// RUN: heddle check %t/payload.mlir -s %t/nothing.mlir --allow-unchanged | FileCheck %s
// RUN: heddle explain %t/payload.mlir -s %t/nothing.mlir --memory \
// RUN:   | FileCheck %s --check-prefix=MEMORY
// RUN: heddle bench %t/payload.mlir -s %t/nothing.mlir --rounds 1 --function over3 \
// RUN:   | FileCheck %s --check-prefix=BENCH

// CHECK-NOT: different
// CHECK-DAG: over3: equal
// CHECK-DAG: swapmain: equal
// CHECK-DAG: same: equal
// CHECK-DAG: f3: equal
// CHECK-DAG: k2: equal
// CHECK-DAG: tmp3: equal
// MEMORY: memory of @over: {{.*}}, peak {{at least|unknown}}
// BENCH: over3: {{.*}} 1 rounds

//--- payload.mlir
// The argument is overwritten after the inner call, which reads it.
func.func private @over(%a: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.cmpi sle, %n, %c0 : i32
  %r = scf.if %z -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    %m = arith.subi %n, %c1 : i32
    %q = func.call @over(%a, %m) : (tensor<4xf32>, i32) -> tensor<4xf32>
    %w = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %s = linalg.add ins(%q, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @over3(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c3 = arith.constant 3 : i32
  %q = func.call @over(%a, %c3) : (tensor<4xf32>, i32) -> tensor<4xf32>
  %w = linalg.mul ins(%a, %q : tensor<4xf32>, tensor<4xf32>) outs(%q : tensor<4xf32>) -> tensor<4xf32>
  return %w : tensor<4xf32>
}
// The results are the arguments; how deep the calls are decides in which order.
func.func private @swap(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.cmpi sle, %n, %c0 : i32
  %r:2 = scf.if %z -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  } else {
    %m = arith.subi %n, %c1 : i32
    %q:2 = func.call @swap(%b, %a, %m) : (tensor<4xf32>, tensor<4xf32>, i32) -> (tensor<4xf32>, tensor<4xf32>)
    scf.yield %q#0, %q#1 : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
func.func private @swapuser(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, tensor<4xf32>) {
  %q:2 = func.call @swap(%x, %y, %n) : (tensor<4xf32>, tensor<4xf32>, i32) -> (tensor<4xf32>, tensor<4xf32>)
  return %q#0, %y : tensor<4xf32>, tensor<4xf32>
}
func.func @swapmain(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : i32
  %s:2 = func.call @swapuser(%x, %y, %c1) : (tensor<4xf32>, tensor<4xf32>, i32) -> (tensor<4xf32>, tensor<4xf32>)
  %w = linalg.add ins(%s#0, %s#0 : tensor<4xf32>, tensor<4xf32>) outs(%s#0 : tensor<4xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %v = linalg.sub ins(%s#1, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %w, %v : tensor<4xf32>, tensor<4xf32>
}
func.func @same(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : i32
  %s:2 = func.call @swap(%x, %x, %c1) : (tensor<4xf32>, tensor<4xf32>, i32) -> (tensor<4xf32>, tensor<4xf32>)
  %w = linalg.add ins(%s#0, %s#0 : tensor<4xf32>, tensor<4xf32>) outs(%s#0 : tensor<4xf32>) -> tensor<4xf32>
  return %w, %s#1 : tensor<4xf32>, tensor<4xf32>
}
// Three functions; one of them returns a part of its argument, and one calls in a loop.
func.func private @f(%a: tensor<6xf32>, %n: i32) -> tensor<3xf32> {
  %c0 = arith.constant 0 : i32
  %z = arith.cmpi sle, %n, %c0 : i32
  %r = scf.if %z -> tensor<3xf32> {
    %s = tensor.extract_slice %a[2] [3] [1] : tensor<6xf32> to tensor<3xf32>
    scf.yield %s : tensor<3xf32>
  } else {
    %q = func.call @g(%a, %n) : (tensor<6xf32>, i32) -> tensor<3xf32>
    scf.yield %q : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}
func.func private @g(%a: tensor<6xf32>, %n: i32) -> tensor<3xf32> {
  %c1 = arith.constant 1 : i32
  %m = arith.subi %n, %c1 : i32
  %q = func.call @h(%a, %m) : (tensor<6xf32>, i32) -> tensor<3xf32>
  %p = tensor.insert_slice %q into %a[1] [3] [1] : tensor<3xf32> into tensor<6xf32>
  %q2 = func.call @h(%p, %m) : (tensor<6xf32>, i32) -> tensor<3xf32>
  %w = linalg.add ins(%q, %q2 : tensor<3xf32>, tensor<3xf32>) outs(%q2 : tensor<3xf32>) -> tensor<3xf32>
  return %w : tensor<3xf32>
}
func.func private @h(%a: tensor<6xf32>, %n: i32) -> tensor<3xf32> {
  %one = arith.constant 1.0 : f32
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %r:2 = scf.while (%t = %a, %k = %i0) : (tensor<6xf32>, i32) -> (tensor<6xf32>, i32) {
    %c = arith.cmpi slt, %k, %n : i32
    scf.condition(%c) %t, %k : tensor<6xf32>, i32
  } do {
  ^bb0(%t: tensor<6xf32>, %k: i32):
    %q = func.call @f(%t, %k) : (tensor<6xf32>, i32) -> tensor<3xf32>
    %p = tensor.insert_slice %q into %t[0] [3] [1] : tensor<3xf32> into tensor<6xf32>
    %k1 = arith.addi %k, %i1 : i32
    scf.yield %p, %k1 : tensor<6xf32>, i32
  }
  %q = func.call @f(%r#0, %i0) : (tensor<6xf32>, i32) -> tensor<3xf32>
  return %q : tensor<3xf32>
}
func.func @f3(%a: tensor<6xf32>) -> (tensor<3xf32>, tensor<6xf32>) {
  %c3 = arith.constant 3 : i32
  %q = func.call @f(%a, %c3) : (tensor<6xf32>, i32) -> tensor<3xf32>
  return %q, %a : tensor<3xf32>, tensor<6xf32>
}
// A constant becomes the result of the inner call.
func.func private @k(%a: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.cmpi sle, %n, %c0 : i32
  %r = scf.if %z -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    %m = arith.subi %n, %c1 : i32
    %cst = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %q = func.call @k(%cst, %m) : (tensor<4xf32>, i32) -> tensor<4xf32>
    %w = linalg.add ins(%q, %a : tensor<4xf32>, tensor<4xf32>) outs(%q : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @k2(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c2 = arith.constant 2 : i32
  %q = func.call @k(%a, %c2) : (tensor<4xf32>, i32) -> tensor<4xf32>
  %q2 = func.call @k(%a, %c2) : (tensor<4xf32>, i32) -> tensor<4xf32>
  %w = linalg.add ins(%q, %q : tensor<4xf32>, tensor<4xf32>) outs(%q : tensor<4xf32>) -> tensor<4xf32>
  return %w, %q2 : tensor<4xf32>, tensor<4xf32>
}
// Temporaries, and an empty tensor for many, around the inner call. Its size is given
// by a destination, so that a caller can make it.
func.func private @tmp(%a: tensor<?xf32>, %n: i32, %out: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %d = tensor.dim %a, %i0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %t = linalg.abs ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %z = arith.cmpi sle, %n, %c0 : i32
  %r = scf.if %z -> tensor<?xf32> {
    %w = linalg.add ins(%a, %t : tensor<?xf32>, tensor<?xf32>) outs(%out : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  } else {
    %m = arith.subi %n, %c1 : i32
    %u = linalg.sub ins(%a, %t : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %q = func.call @tmp(%u, %m, %e) : (tensor<?xf32>, i32, tensor<?xf32>) -> tensor<?xf32>
    %w = linalg.add ins(%q, %t : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %w2 = linalg.mul ins(%w, %u : tensor<?xf32>, tensor<?xf32>) outs(%out : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %w2 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @tmp3(%a: tensor<7xf32>) -> tensor<7xf32> {
  %c3 = arith.constant 3 : i32
  %x = tensor.cast %a : tensor<7xf32> to tensor<?xf32>
  %e = tensor.empty() : tensor<7xf32>
  %y = tensor.cast %e : tensor<7xf32> to tensor<?xf32>
  %q = func.call @tmp(%x, %c3, %y) : (tensor<?xf32>, i32, tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.cast %q : tensor<?xf32> to tensor<7xf32>
  return %r : tensor<7xf32>
}

//--- bufferize.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %module {allow_recursive_calls = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- keep.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %module {allow_recursive_calls = true, returns = "keep", hoist = false} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- keep-buffers.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %module {allow_recursive_calls = true, deallocate = false} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- out-params.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %module {allow_recursive_calls = true, returns = "out_params"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- arenas.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %module {allow_recursive_calls = true} : (!transform.any_op) -> !transform.any_op
    %p = transform.heddle.plan_memory %b : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %b = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %module
        {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- nothing.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    transform.yield
  }
}
