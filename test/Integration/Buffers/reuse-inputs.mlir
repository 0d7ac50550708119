// Elementwise ops write over dead inputs, and nothing that is still read is
// written over: equal values, views, loops, branches and calls.
//
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir \
// RUN:   | FileCheck %s --check-prefix=EQUAL

// One buffer for a contraction and two ops after it, though the payload gives
// all of them the same empty tensor.
// CHECK: memory of @chain: 1 allocation ({{.*}}), 0 copies
// EQUAL: chain: equal: whole
func.func @chain(%a: tensor<7x5xf32>, %b: tensor<5x7xf32>) -> tensor<7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<7x7xf32>) -> tensor<7x7xf32>
  %m = linalg.matmul ins(%a, %b : tensor<7x5xf32>, tensor<5x7xf32>) outs(%init : tensor<7x7xf32>) -> tensor<7x7xf32>
  %r = linalg.abs ins(%m : tensor<7x7xf32>) outs(%e : tensor<7x7xf32>) -> tensor<7x7xf32>
  %s = linalg.negf ins(%r : tensor<7x7xf32>) outs(%e : tensor<7x7xf32>) -> tensor<7x7xf32>
  return %s : tensor<7x7xf32>
}

// Two ops that compute the same, one of which is written over before the other
// is read.
// CHECK: memory of @equal_values: 2 allocations ({{.*}}), 0 copies
// EQUAL: equal_values: equal: whole
func.func @equal_values(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = linalg.abs ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %b = linalg.abs ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %c = linalg.add ins(%a, %x : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %d = linalg.add ins(%b, %c : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %d, %c : tensor<?xf32>, tensor<?xf32>
}

// A view of the input is read after the last op that has the input itself, and
// another op has a view with its first element for all.
// CHECK: memory of @views: {{.*}}, 0 copies
// EQUAL: views: equal: whole
func.func @views(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<2x4xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.abs ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %v = tensor.expand_shape %a [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %b = linalg.negf ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %w = tensor.empty() : tensor<2x4xf32>
  %c = linalg.add ins(%v, %v : tensor<2x4xf32>, tensor<2x4xf32>) outs(%w : tensor<2x4xf32>) -> tensor<2x4xf32>
  %s = tensor.extract_slice %b[1] [1] [1] : tensor<8xf32> to tensor<1xf32>
  %d = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%b, %s : tensor<8xf32>, tensor<1xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  return %d, %c : tensor<8xf32>, tensor<2x4xf32>
}

// The value from before the loop is read by each iteration: no op in the loop
// writes over it. What the loop carries is read again by the next one.
// CHECK: memory of @in_loop:
// EQUAL: in_loop: equal:
func.func @in_loop(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<5xf32>
  %a = linalg.abs ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %x, %old = %a) -> (tensor<5xf32>, tensor<5xf32>) {
    %b = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %c = linalg.add ins(%b, %s : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %d = linalg.sub ins(%c, %old : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %d, %s : tensor<5xf32>, tensor<5xf32>
  }
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xf32>
}

// One branch writes over what the other one and the code after it read.
// CHECK: memory of @in_branch:
// EQUAL: in_branch: equal:
func.func @in_branch(%x: tensor<5xf32>, %k: index) -> (tensor<5xf32>, tensor<5xf32>) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<5xf32>
  %a = linalg.abs ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %is = arith.cmpi slt, %k, %c1 : index
  %b = scf.if %is -> tensor<5xf32> {
    %n = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %m = linalg.mul ins(%n, %x : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %m : tensor<5xf32>
  } else {
    scf.yield %a : tensor<5xf32>
  }
  %c = linalg.add ins(%b, %a : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %c, %b : tensor<5xf32>, tensor<5xf32>
}

func.func private @layer(%x: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %a = linalg.abs ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %b = linalg.negf ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %b : tensor<5xf32>
}

// The callee writes over its own values only, also where it is called twice
// with one argument.
// CHECK: memory of @calls:
// EQUAL: calls: equal:
func.func @calls(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %a = func.call @layer(%x) : (tensor<5xf32>) -> tensor<5xf32>
  %b = func.call @layer(%a) : (tensor<5xf32>) -> tensor<5xf32>
  %c = func.call @layer(%a) : (tensor<5xf32>) -> tensor<5xf32>
  %d = linalg.add ins(%b, %c : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %f = linalg.add ins(%a, %d : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %f, %d : tensor<5xf32>, tensor<5xf32>
}
