// What is computed again is the same, and what is kept in place is right.
// RUN: heddle check %s | FileCheck %s
// RUN: heddle-opt %s --apply-schedule --test-memory-report -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=MEMORY
// RUN: heddle-opt %s --apply-schedule=entry=@plain --test-memory-report -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=PLAIN

// Three buffers of the size of the argument would be alive at one time.
// CHECK: long_lived: equal
// MEMORY: memory of @long_lived: 3 allocations {{.*}} peak 104 B
// PLAIN:  memory of @long_lived: 3 allocations {{.*}} peak 156 B
func.func @long_lived(%a: tensor<13xf32>, %o: tensor<13xf32>) -> tensor<13xf32> {
  %e = tensor.empty() : tensor<13xf32>
  %v = linalg.exp {again} ins(%a : tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %b = linalg.floor ins(%a : tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %c = linalg.negf ins(%b : tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %s = linalg.sub ins(%b, %c : tensor<13xf32>, tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %d = linalg.add {reader} ins(%v, %s : tensor<13xf32>, tensor<13xf32>) outs(%o : tensor<13xf32>) -> tensor<13xf32>
  return %d : tensor<13xf32>
}

// The readers are in a loop, in a branch, and a terminator; extents are dynamic
// and may be 0 and 1.
// CHECK: everywhere: equal
func.func @everywhere(%a: tensor<?x3xf32>, %o: tensor<?x3xf32>, %p: i1) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = tensor.dim %a, %c0 : tensor<?x3xf32>
  %e = tensor.empty(%n) : tensor<?x3xf32>
  %v = linalg.exp {again} ins(%a : tensor<?x3xf32>) outs(%e : tensor<?x3xf32>) -> tensor<?x3xf32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %o) -> tensor<?x3xf32> {
    %s = linalg.add {reader, kept} ins(%v, %acc : tensor<?x3xf32>, tensor<?x3xf32>) outs(%acc : tensor<?x3xf32>) -> tensor<?x3xf32>
    scf.yield %s : tensor<?x3xf32>
  }
  %q = scf.if %p -> tensor<?x3xf32> {
    scf.yield {reader} %v : tensor<?x3xf32>
  } else {
    %f = tensor.empty(%n) : tensor<?x3xf32>
    %t = linalg.abs {reader} ins(%v : tensor<?x3xf32>) outs(%f : tensor<?x3xf32>) -> tensor<?x3xf32>
    scf.yield %t : tensor<?x3xf32>
  }
  return %r, %q : tensor<?x3xf32>, tensor<?x3xf32>
}

// The end of a forall holds insertions only: the copy is before it.
// CHECK: forall: equal
func.func @forall(%a: tensor<7xf32>, %c: tensor<7xf32>) -> tensor<7xf32> {
  %r = scf.forall (%i) = (0) to (7) step (1) shared_outs(%o = %c) -> tensor<7xf32> {
    %s = tensor.extract_slice %a[%i] [1] [1] : tensor<7xf32> to tensor<1xf32>
    %t = tensor.extract_slice %o[%i] [1] [1] : tensor<7xf32> to tensor<1xf32>
    %0 = linalg.exp {again} ins(%s : tensor<1xf32>) outs(%t : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %0 into %o[%i] [1] [1] {reader} : tensor<1xf32> into tensor<7xf32>
    }
  }
  return %r : tensor<7xf32>
}

// A body reads an element; the copy is before the op with the body.
// CHECK: body: equal
func.func @body(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %v = linalg.exp {again} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%o : tensor<4xf32>) {
  ^bb0(%x: f32):
    %i = linalg.index 0 : index
    %w = tensor.extract %v[%i] {reader} : tensor<4xf32>
    linalg.yield %w : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// What is computed again starts from contents, and writes over them. The two
// do not become one again.
// CHECK: accumulated: equal
// MEMORY: memory of @accumulated: 2 allocations ({{.*}}), 1 copy
func.func @accumulated(%a: tensor<4x5xf32>, %b: tensor<5x3xf32>, %c: tensor<4x3xf32>, %o: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %v = linalg.matmul {again} ins(%a, %b : tensor<4x5xf32>, tensor<5x3xf32>) outs(%c : tensor<4x3xf32>) -> tensor<4x3xf32>
  %s = linalg.abs ins(%v : tensor<4x3xf32>) outs(%o : tensor<4x3xf32>) -> tensor<4x3xf32>
  %t = linalg.sub {reader} ins(%s, %v : tensor<4x3xf32>, tensor<4x3xf32>) outs(%o : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %s, %t : tensor<4x3xf32>, tensor<4x3xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %functions : !transform.any_op {
    ^bb0(%function: !transform.any_op):
      %again = transform.structured.match attributes {again} in %function : (!transform.any_op) -> !transform.any_op
      %readers = transform.structured.match attributes {reader} in %function : (!transform.any_op) -> !transform.any_op
      %copies = transform.heddle.recompute %again for %readers : (!transform.any_op, !transform.any_op) -> !transform.any_op
    }
    %kept = transform.structured.match attributes {kept} in %root : (!transform.any_op) -> !transform.any_op
    transform.heddle.keep_in_place %kept : !transform.any_op
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @plain(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
