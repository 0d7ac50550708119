// Allocations and copies that the steps around one-shot bufferization make.
// RUN: heddle-opt %s --apply-schedule=entry=@keep --test-memory-report -o /dev/null | FileCheck %s
// RUN: heddle-opt %s --apply-schedule=entry=@out --test-memory-report -o /dev/null | FileCheck %s --check-prefix=OUT

// Two values change places: each buffer is copied, and both may be freed.
// CHECK-LABEL: memory of @swap:
// CHECK:       alloc memref<3xf32>: 12 B x 5 at
// CHECK-NEXT:    because it holds what 'linalg.add' computes for 'scf.yield'
// CHECK:       alloc memref<3xf32>: 12 B x 5 at
// CHECK-NEXT:    because 'scf.for' does not yield the buffer that it started from
// CHECK-NEXT:    it yields another one here: {{.*}}buffer-causes-steps.mlir:[[# @LINE + 17]]:5
// CHECK:       alloc memref<2xindex>: 16 B x 5 at
// CHECK-NEXT:    because it is a list of buffers whose owner is known at run time only
// CHECK:       alloc memref<3xf32>: 12 B x 1 (in a branch) at
// CHECK-NEXT:    because in some cases the buffer belongs to somebody else, who frees it
// CHECK:       alloc memref<2xindex>: 16 B x 1 at
// CHECK-NEXT:    because it is a list of buffers whose owner is known at run time only
// OUT-LABEL: memory of @swap:
// OUT:       copy memref<3xf32>: 12 B x 1 at
// OUT-NEXT:    because the result goes to a new argument
func.func @swap(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%p = %a, %q = %b) -> (tensor<3xf32>, tensor<3xf32>) {
    %e = tensor.empty() : tensor<3xf32>
    %s = linalg.add ins(%p, %q : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
    scf.yield %q, %s : tensor<3xf32>, tensor<3xf32>
  }
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xf32>
}

// The second insertion reads where the first may write.
// CHECK-LABEL: memory of @threads:
// CHECK:       alloc memref<2xf32>: 8 B x 3 at
// CHECK-NEXT:    because an earlier insertion may overwrite what this one reads
// CHECK:       copy memref<2xf32, strided<[1], offset: ?>>: 8 B x 3 at
// CHECK-NEXT:    because 'tensor.parallel_insert_slice' inserts what 'tensor.extract_slice' has in another buffer
// CHECK:       copy memref<2xf32, strided<[1], offset: ?>>: 8 B x 3 at
// CHECK-NEXT:    because 'tensor.parallel_insert_slice' inserts a copy
func.func @threads(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %r:2 = scf.forall (%i) = (0) to (6) step (2) shared_outs(%p = %a, %q = %b) -> (tensor<6xf32>, tensor<6xf32>) {
    %0 = tensor.extract_slice %q[%i] [2] [1] : tensor<6xf32> to tensor<2xf32>
    %1 = tensor.extract_slice %p[%i] [2] [1] : tensor<6xf32> to tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %0 into %p[%i] [2] [1] : tensor<2xf32> into tensor<6xf32>
      tensor.parallel_insert_slice %1 into %q[%i] [2] [1] : tensor<2xf32> into tensor<6xf32>
    }
  }
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xf32>
}

// CHECK-LABEL: memory of @outside:
// CHECK:       alloc memref<6xf32>: 24 B x arg2 at
// CHECK-NEXT:    because each iteration yields a tensor from outside of the loop
// CHECK:       alloc memref<6xf32>: 24 B x 1 (in a branch) at
// CHECK-NEXT:    because in some cases the buffer belongs to somebody else, who frees it
// OUT-LABEL: memory of @outside:
// OUT:       copy memref<6xf32>: 24 B x 1 at
// OUT-NEXT:    because the result goes to a new argument
func.func @outside(%a: tensor<6xf32>, %b: tensor<6xf32>, %n: index) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> tensor<6xf32> {
    scf.yield %b : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// CHECK-LABEL: memory of @inserted:
// CHECK:       alloc memref<6xf32>: 24 B x 1 at
// CHECK-NEXT:    because each iteration of a loop inserts into a tensor from outside of it
// CHECK:       copy memref<2xf32, strided<[1], offset: ?>>: 8 B x arg3 at
// CHECK-NEXT:    because 'tensor.insert_slice' inserts an argument
func.func @inserted(%a: tensor<2xf32>, %b: tensor<6xf32>, %o: tensor<6xf32>, %n: index) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %o) -> tensor<6xf32> {
    %0 = tensor.insert_slice %a into %b[%i] [2] [1] : tensor<2xf32> into tensor<6xf32>
    %1 = linalg.add ins(%0, %p : tensor<6xf32>, tensor<6xf32>) outs(%p : tensor<6xf32>) -> tensor<6xf32>
    scf.yield %1 : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// The branch yields what it would have overwritten.
// CHECK-LABEL: memory of @branch:
// CHECK:       alloc memref<2xf32>: 8 B x 1 (in a branch) at
// CHECK-NEXT:    because 'linalg.exp' would overwrite what 'scf.yield' still yields
func.func @branch(%a: tensor<2xf32>, %p: i1, %i: index) -> (tensor<2xf32>, f32) {
  %z = arith.constant 0.0 : f32
  %r:2 = scf.if %p -> (tensor<2xf32>, f32) {
    %0 = linalg.exp ins(%a : tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
    %x = tensor.extract %0[%i] : tensor<2xf32>
    scf.yield %a, %x : tensor<2xf32>, f32
  } else {
    scf.yield %a, %z : tensor<2xf32>, f32
  }
  return %r#0, %r#1 : tensor<2xf32>, f32
}

// CHECK-LABEL: memory of @callee:
// CHECK:       alloc memref<3xf32>: 12 B x 1 at
// CHECK-NEXT:    because it holds what 'linalg.exp' computes, a result of the function that no argument is the destination of
func.func private @callee(%a: tensor<3xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %0 = linalg.exp ins(%a : tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
// CHECK-LABEL: memory of @owners:
// CHECK:       alloc memref<3xf32>: 12 B x 1 (in a branch) at
// CHECK-NEXT:    because in some cases the buffer belongs to somebody else, who frees it
// OUT-LABEL: memory of @owners:
// OUT:       alloc memref<3xf32>: 12 B x 1 (in a branch) at
// OUT-NEXT:    because the result goes to a new argument
func.func @owners(%a: tensor<3xf32>, %p: i1) -> tensor<3xf32> {
  %0 = scf.if %p -> tensor<3xf32> {
    scf.yield %a : tensor<3xf32>
  } else {
    %1 = func.call @callee(%a) : (tensor<3xf32>) -> tensor<3xf32>
    scf.yield %1 : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @keep(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @out(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
