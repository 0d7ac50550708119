// Values that leave a block twice, or that CSE makes one value, are written
// apart: in loops, branches, switches and calls. `check` compares with a run in
// which each value has a buffer of its own.
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/bufferize-out-params.mlir | FileCheck %s
// RUN: heddle check %s -s %S/../Inputs/cleanup.mlir --allow-unchanged | FileCheck %s
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s --check-prefix=MEMORY

// CHECK-NOT: different

// Two equal sums: one value after CSE, and the last op writes into one of them.
// CHECK: equal_yields: equal
func.func @equal_yields(%a: tensor<5xf32>, %n: index) -> (tensor<5xf32>, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %a) -> (tensor<5xf32>, tensor<5xf32>) {
    %e = tensor.empty() : tensor<5xf32>
    %v = linalg.add ins(%p, %q : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %w = linalg.add ins(%p, %q : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %v, %w : tensor<5xf32>, tensor<5xf32>
  }
  %w = linalg.sub ins(%f#1, %a : tensor<5xf32>, tensor<5xf32>) outs(%f#1 : tensor<5xf32>) -> tensor<5xf32>
  return %w, %f#0 : tensor<5xf32>, tensor<5xf32>
}

// Only read: one buffer is enough.
// CHECK: only_read: equal
// MEMORY: memory of @only_read: 1 allocation (20 B, 1 x), 0 copies
func.func @only_read(%a: tensor<5xf32>, %b: tensor<5xf32>) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%p = %a, %q = %a) -> (tensor<5xf32>, tensor<5xf32>) {
    %e = tensor.empty() : tensor<5xf32>
    %v = linalg.add ins(%b, %b : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %v, %v : tensor<5xf32>, tensor<5xf32>
  }
  %w = linalg.mul ins(%f#0, %f#1 : tensor<5xf32>, tensor<5xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return %w : tensor<5xf32>
}

// A value and a part of it.
// CHECK: value_and_slice: equal
func.func @value_and_slice(%a: tensor<5xf32>, %s: tensor<3xf32>) -> (tensor<5xf32>, tensor<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%p = %a, %q = %s) -> (tensor<5xf32>, tensor<3xf32>) {
    %e = tensor.empty() : tensor<5xf32>
    %v = linalg.exp ins(%p : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %t = tensor.extract_slice %v[1] [3] [1] : tensor<5xf32> to tensor<3xf32>
    scf.yield %v, %t : tensor<5xf32>, tensor<3xf32>
  }
  %w = linalg.add ins(%f#0, %a : tensor<5xf32>, tensor<5xf32>) outs(%f#0 : tensor<5xf32>) -> tensor<5xf32>
  return %w, %f#1 : tensor<5xf32>, tensor<3xf32>
}

// Both parts of a while loop give one value twice.
// CHECK: while_twice: equal
func.func @while_twice(%a: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:3 = scf.while (%p = %a, %q = %a, %k = %c0) : (tensor<5xf32>, tensor<5xf32>, index) -> (tensor<5xf32>, tensor<5xf32>, index) {
    %e = tensor.empty() : tensor<5xf32>
    %v = linalg.add ins(%p, %q : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    %more = arith.cmpi slt, %k, %c2 : index
    scf.condition(%more) %v, %v, %k : tensor<5xf32>, tensor<5xf32>, index
  } do {
  ^bb0(%p: tensor<5xf32>, %q: tensor<5xf32>, %k: index):
    %w = linalg.sub ins(%p, %a : tensor<5xf32>, tensor<5xf32>) outs(%p : tensor<5xf32>) -> tensor<5xf32>
    %x = linalg.add ins(%w, %q : tensor<5xf32>, tensor<5xf32>) outs(%q : tensor<5xf32>) -> tensor<5xf32>
    %l = arith.addi %k, %c1 : index
    scf.yield %x, %x, %l : tensor<5xf32>, tensor<5xf32>, index
  }
  %w = linalg.sub ins(%r#0, %a : tensor<5xf32>, tensor<5xf32>) outs(%r#0 : tensor<5xf32>) -> tensor<5xf32>
  return %w, %r#1 : tensor<5xf32>, tensor<5xf32>
}

// One branch gives one value twice, the other two values.
// CHECK: if_twice: equal
func.func @if_twice(%a: tensor<5xf32>, %b: tensor<5xf32>, %p: i1) -> (tensor<5xf32>, tensor<5xf32>) {
  %r:2 = scf.if %p -> (tensor<5xf32>, tensor<5xf32>) {
    %v = linalg.exp ins(%a : tensor<5xf32>) outs(%a : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %v, %v : tensor<5xf32>, tensor<5xf32>
  } else {
    scf.yield %a, %b : tensor<5xf32>, tensor<5xf32>
  }
  %w = linalg.add ins(%r#0, %b : tensor<5xf32>, tensor<5xf32>) outs(%r#0 : tensor<5xf32>) -> tensor<5xf32>
  return %w, %r#1 : tensor<5xf32>, tensor<5xf32>
}

// A switch gives a value from outside, which is read after a write into the
// result.
// CHECK: switch_outer: equal
// MEMORY: memory of @switch_outer: {{.*}}, 0 copies
func.func @switch_outer(%a: tensor<5xf32>, %b: tensor<5xf32>, %i: index) -> (tensor<5xf32>, tensor<5xf32>) {
  %r = scf.index_switch %i -> tensor<5xf32>
  case 1 {
    scf.yield %b : tensor<5xf32>
  }
  case 3 {
    %v = linalg.exp ins(%b : tensor<5xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
    scf.yield %v : tensor<5xf32>
  }
  default {
    scf.yield %a : tensor<5xf32>
  }
  %w = linalg.sub ins(%b, %r : tensor<5xf32>, tensor<5xf32>) outs(%r : tensor<5xf32>) -> tensor<5xf32>
  %x = linalg.add ins(%a, %b : tensor<5xf32>, tensor<5xf32>) outs(%a : tensor<5xf32>) -> tensor<5xf32>
  return %w, %x : tensor<5xf32>, tensor<5xf32>
}

// A callee returns its argument twice, one value twice, two equal values, and
// an argument with a part of it.
// CHECK: calls: equal
func.func private @argument_twice(%a: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  return %a, %a : tensor<5xf32>, tensor<5xf32>
}
func.func private @value_twice(%a: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %v = linalg.exp ins(%a : tensor<5xf32>) outs(%a : tensor<5xf32>) -> tensor<5xf32>
  return %v, %v : tensor<5xf32>, tensor<5xf32>
}
func.func private @equal_values(%a: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %v = linalg.abs ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %w = linalg.abs ins(%a : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %v, %w : tensor<5xf32>, tensor<5xf32>
}
func.func private @argument_and_slice(%a: tensor<5xf32>) -> (tensor<3xf32>, tensor<5xf32>) {
  %t = tensor.extract_slice %a[2] [3] [1] : tensor<5xf32> to tensor<3xf32>
  return %t, %a : tensor<3xf32>, tensor<5xf32>
}
func.func @calls(%a: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<3xf32>) {
  %0:2 = call @argument_twice(%a) : (tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  %w0 = linalg.add ins(%0#1, %a : tensor<5xf32>, tensor<5xf32>) outs(%0#1 : tensor<5xf32>) -> tensor<5xf32>
  %1:2 = call @value_twice(%0#0) : (tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  %w1 = linalg.add ins(%1#1, %a : tensor<5xf32>, tensor<5xf32>) outs(%1#1 : tensor<5xf32>) -> tensor<5xf32>
  %2:2 = call @equal_values(%w0) : (tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  %w2 = linalg.sub ins(%2#1, %w1 : tensor<5xf32>, tensor<5xf32>) outs(%2#1 : tensor<5xf32>) -> tensor<5xf32>
  %3:2 = call @argument_and_slice(%w2) : (tensor<5xf32>) -> (tensor<3xf32>, tensor<5xf32>)
  %w3 = linalg.sub ins(%3#1, %w1 : tensor<5xf32>, tensor<5xf32>) outs(%3#1 : tensor<5xf32>) -> tensor<5xf32>
  return %w0, %1#0, %w1, %2#0, %w3, %3#0 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<3xf32>
}

// Threads insert into one output where another insertion still reads.
// CHECK: insertions: equal
func.func @insertions(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %r:2 = scf.forall (%i) in (3) shared_outs(%p = %a, %q = %b) -> (tensor<6xf32>, tensor<6xf32>) {
    %j = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %u = tensor.extract_slice %p[%j] [2] [1] : tensor<6xf32> to tensor<2xf32>
    %x = linalg.exp ins(%u : tensor<2xf32>) outs(%u : tensor<2xf32>) -> tensor<2xf32>
    %t = tensor.extract_slice %q[%j] [2] [1] : tensor<6xf32> to tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %p[%j] [2] [1] : tensor<2xf32> into tensor<6xf32>
      tensor.parallel_insert_slice %x into %q[%j] [2] [1] : tensor<2xf32> into tensor<6xf32>
    }
  }
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xf32>
}

// Results of a public function that are one value, an argument, equal values.
// CHECK: results: equal
// MEMORY: memory of @results: 3 allocations (12*arg0[0] B, 3 x), 2 copies (8*arg0[0] B, 2 x)
func.func @results(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %v = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %w = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %v, %v, %w, %b, %b : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
