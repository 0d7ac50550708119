// Why each allocation and each copy exists: the report names the write and the
// read that cannot share a buffer, or what the buffer is for.
// RUN: heddle-opt %s --apply-schedule --test-memory-report -o /dev/null | FileCheck %s

// A later op reads what the first would overwrite.
// CHECK-LABEL: memory of @read_later: 1 allocation
// CHECK-NEXT:    alloc memref<4xf32>: 16 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 5]]:8
// CHECK-NEXT:      because 'linalg.exp' would overwrite what 'linalg.mul' still reads
// CHECK-NEXT:      the write: {{.*}}buffer-causes.mlir:[[# @LINE + 3]]:8
// CHECK-NEXT:      the read: {{.*}}buffer-causes.mlir:[[# @LINE + 3]]:8
func.func @read_later(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.exp ins(%b : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.mul ins(%a, %0 : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.sub ins(%a, %1 : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

// The op itself reads elements that it has overwritten.
// CHECK-LABEL: memory of @same_op: 1 allocation
// CHECK-NEXT:    alloc memref<4x4xf32>: 64 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 7]]:8
// CHECK-NEXT:      because 'linalg.matmul' reads what it would overwrite
// CHECK-NEXT:      here: {{.*}}buffer-causes.mlir:[[# @LINE + 5]]:8
// CHECK-NEXT:    copy memref<4x4xf32>: 64 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 4]]:8
// CHECK-NEXT:      because 'linalg.matmul' reads what it would overwrite
// CHECK-NEXT:      here: {{.*}}buffer-causes.mlir:[[# @LINE + 2]]:8
func.func @same_op(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: memory of @constant: 1 allocation
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 5]]:8
// CHECK-NEXT:      because 'linalg.add' would write into a constant
// CHECK-NEXT:      the constant: {{.*}}buffer-causes.mlir:[[# @LINE + 2]]:8
func.func @constant(%a: tensor<2xf32>) -> tensor<2xf32> {
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = linalg.add ins(%a, %k : tensor<2xf32>, tensor<2xf32>) outs(%k : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: memory of @read_only: 1 allocation
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 4]]:8
// CHECK-NEXT:      because 'linalg.exp' would write into argument 1, which is read only
// CHECK-NEXT:      the argument: {{.*}}buffer-causes.mlir:[[# @LINE + 1]]:41
func.func @read_only(%a: tensor<2xf32>, %b: tensor<2xf32> {bufferization.writable = false}) -> tensor<2xf32> {
  %0 = linalg.exp ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// The caller gets the argument as it was.
// CHECK-LABEL: memory of @returned: 1 allocation
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 5]]:8
// CHECK-NEXT:      because 'linalg.exp' would overwrite what 'func.return' still returns
// CHECK-NEXT:      the write: {{.*}}buffer-causes.mlir:[[# @LINE + 3]]:8
// CHECK-NEXT:      the read: {{.*}}buffer-causes.mlir:[[# @LINE + 3]]:3
func.func @returned(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = linalg.exp ins(%a : tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0, %a : tensor<2xf32>, tensor<2xf32>
}

// The op is elementwise, but runs again on what it has written.
// CHECK-LABEL: memory of @again: 2 allocations
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 12]]:10
// CHECK-NEXT:      because 'linalg.exp' would overwrite what 'linalg.exp' reads in the next iteration
// CHECK-NEXT:      the write: {{.*}}buffer-causes.mlir:[[# @LINE + 10]]:10
// CHECK-NEXT:      the read: {{.*}}buffer-causes.mlir:[[# @LINE + 9]]:10
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 6]]:8
// CHECK-NEXT:      because it holds what 'scf.for' computes, a result of the function that no argument is the destination of
// CHECK-NEXT:      computed here: {{.*}}buffer-causes.mlir:[[# @LINE + 5]]:8
func.func @again(%a: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %e) -> tensor<2xf32> {
    %0 = linalg.exp ins(%a : tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
    %1 = linalg.abs ins(%0 : tensor<2xf32>) outs(%acc : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %1 : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// CHECK-LABEL: memory of @two_values: 2 allocations
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 15]]:10
// CHECK-NEXT:      because 'scf.for' starts two of its values from one tensor
// CHECK-NEXT:      here: {{.*}}buffer-causes.mlir:[[# @LINE + 13]]:10
// CHECK-NEXT:    copy memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 12]]:10
// CHECK-NEXT:      because 'scf.for' starts two of its values from one tensor
// CHECK-NEXT:      here: {{.*}}buffer-causes.mlir:[[# @LINE + 10]]:10
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 9]]:10
// CHECK-NEXT:      because 'scf.for' starts two of its values from one tensor
// CHECK-NEXT:      here: {{.*}}buffer-causes.mlir:[[# @LINE + 7]]:10
// CHECK-NEXT:    copy memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 6]]:10
// CHECK-NEXT:      because 'scf.for' starts two of its values from one tensor
// CHECK-NEXT:      here: {{.*}}buffer-causes.mlir:[[# @LINE + 4]]:10
func.func @two_values(%a: tensor<2xf32>, %n: index) -> (tensor<2xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %a) -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = linalg.exp ins(%p : tensor<2xf32>) outs(%p : tensor<2xf32>) -> tensor<2xf32>
    %1 = linalg.abs ins(%q : tensor<2xf32>) outs(%q : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %0, %1 : tensor<2xf32>, tensor<2xf32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}

// No later read: the threads would write into one buffer.
// CHECK-LABEL: memory of @threads: 1 allocation
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 4 at {{.*}}buffer-causes.mlir:[[# @LINE + 6]]:10
// CHECK-NEXT:      because 'linalg.exp' writes in each iteration of 'scf.forall'
// CHECK-NEXT:      the iterations are parallel: {{.*}}buffer-causes.mlir:[[# @LINE + 2]]:8
func.func @threads(%a: tensor<8xf32>, %t: tensor<2xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) = (0) to (8) step (2) shared_outs(%acc = %a) -> tensor<8xf32> {
    %s = tensor.extract_slice %acc[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %0 = linalg.exp ins(%s : tensor<2xf32>) outs(%t : tensor<2xf32>) -> tensor<2xf32>
    %1 = linalg.add ins(%0, %s : tensor<2xf32>, tensor<2xf32>) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %acc[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// A view of a part of a buffer leaves the function as a buffer without gaps.
// CHECK-LABEL: memory of @gaps: 1 allocation
// CHECK-NEXT:    alloc memref<8x4xf32>: 128 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 5]]:8
// CHECK-NEXT:      because the buffer has gaps, which the function or the op that takes it does not allow
// CHECK-NEXT:    copy memref<8x4xf32>: 128 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 3]]:8
// CHECK-NEXT:      because the buffer has gaps, which the function or the op that takes it does not allow
func.func @gaps(%a: tensor<8x8xf32>) -> tensor<8x4xf32> {
  %0 = tensor.extract_slice %a[0, 0] [8, 4] [1, 1] : tensor<8x8xf32> to tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: memory of @insertions: 1 allocation
// CHECK-NEXT:    copy memref<2xf32, strided<[1], offset: 3>>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 10]]:8
// CHECK-NEXT:      because 'tensor.insert_slice' inserts an argument
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 9]]:8
// CHECK-NEXT:      because it holds what 'linalg.exp' computes for 'linalg.add'
// CHECK-NEXT:      computed here: {{.*}}buffer-causes.mlir:[[# @LINE + 8]]:8
// CHECK-NEXT:      read here: {{.*}}buffer-causes.mlir:[[# @LINE + 8]]:8
// CHECK-NEXT:    copy memref<2xf32, strided<[1], offset: 5>>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 8]]:8
// CHECK-NEXT:      because 'tensor.insert_slice' inserts what 'linalg.add' has in another buffer
// CHECK-NEXT:      the other buffer: {{.*}}buffer-causes.mlir:[[# @LINE + 5]]:8
func.func @insertions(%a: tensor<2xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.insert_slice %a into %b[3] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %e = tensor.empty() : tensor<2xf32>
  %1 = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %2 = linalg.add ins(%1, %1 : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  %3 = tensor.insert_slice %2 into %0[5] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %3 : tensor<8xf32>
}

// CHECK-LABEL: memory of @one_twice: 2 allocations
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 9]]:8
// CHECK-NEXT:      because it holds what 'linalg.exp' computes, which is copied
// CHECK-NEXT:      computed here: {{.*}}buffer-causes.mlir:[[# @LINE + 8]]:8
// CHECK-NEXT:      read here: {{.*}}buffer-causes.mlir:[[# @LINE + 8]]:3
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 7]]:3
// CHECK-NEXT:      because 'func.return' passes on two values that would have one buffer
// CHECK-NEXT:    copy memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 5]]:3
// CHECK-NEXT:      because 'func.return' passes on two values that would have one buffer
func.func @one_twice(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.exp ins(%a : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %0, %0 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: memory of @constant_result: 1 allocation
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 6]]:3
// CHECK-NEXT:      because the function returns a constant
// CHECK-NEXT:    copy memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 4]]:3
// CHECK-NEXT:      because the function returns a constant
func.func @constant_result() -> tensor<2xf32> {
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %k : tensor<2xf32>
}

// Who frees the result depends on the branch.
// CHECK-LABEL: memory of @owners: 2 allocations
// CHECK-NEXT:    alloc memref<3xf32>: 12 B x 1 (in a branch) at {{.*}}buffer-causes.mlir:[[# @LINE + 9]]:8
// CHECK-NEXT:      because in some cases the buffer belongs to somebody else, who frees it
// CHECK-NEXT:    copy memref<3xf32>: 12 B x 1 (in a branch) at {{.*}}buffer-causes.mlir:[[# @LINE + 7]]:8
// CHECK-NEXT:      because in some cases the buffer belongs to somebody else, who frees it
// CHECK-NEXT:    alloc memref<3xf32>: 12 B x 1 (in a branch) at {{.*}}buffer-causes.mlir:[[# @LINE + 9]]:10
// CHECK-NEXT:      because 'linalg.exp' would overwrite what 'func.return' still returns
// CHECK-NEXT:      the write: {{.*}}buffer-causes.mlir:[[# @LINE + 7]]:10
// CHECK-NEXT:      the read: {{.*}}buffer-causes.mlir:[[# @LINE + 9]]:3
func.func @owners(%a: tensor<3xf32>, %p: i1) -> tensor<3xf32> {
  %0 = scf.if %p -> tensor<3xf32> {
    scf.yield %a : tensor<3xf32>
  } else {
    %e = tensor.empty() : tensor<3xf32>
    %1 = linalg.exp ins(%a : tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
    scf.yield %1 : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: memory of @blocks: 2 allocations
// CHECK-NEXT:    alloc memref<3xf32>: 12 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 9]]:8
// CHECK-NEXT:      because in a function of several blocks, no tensor is written in place
// CHECK-NEXT:    copy memref<3xf32>: 12 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 7]]:8
// CHECK-NEXT:      because in a function of several blocks, no tensor is written in place
// CHECK-NEXT:    alloc memref<3xf32>: 12 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 8]]:3
// CHECK-NEXT:      because in a function of several blocks, no tensor is written in place
// CHECK-NEXT:    copy memref<3xf32>: 12 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 6]]:3
// CHECK-NEXT:      because in a function of several blocks, no tensor is written in place
func.func @blocks(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.exp ins(%a : tensor<3xf32>) outs(%a : tensor<3xf32>) -> tensor<3xf32>
  cf.br ^end
^end:
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: memory of @from_elements: 1 allocation
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 3]]:8
// CHECK-NEXT:      because 'tensor.from_elements' makes a tensor of its own
func.func @from_elements(%x: f32, %i: index) -> f32 {
  %0 = tensor.from_elements %x, %x : tensor<2xf32>
  %1 = tensor.extract %0[%i] : tensor<2xf32>
  return %1 : f32
}

// CHECK-LABEL: memory of @buffers: 1 allocation
// CHECK-NEXT:    alloc memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 7]]:8
// CHECK-NEXT:      because 'memref.alloc' was there before bufferization
// CHECK-NEXT:    copy memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 6]]:3
// CHECK-NEXT:      because 'memref.copy' was there before bufferization
// CHECK-NEXT:    copy memref<2xf32>: 8 B x 1 at {{.*}}buffer-causes.mlir:[[# @LINE + 5]]:3
// CHECK-NEXT:      because 'memref.copy' was there before bufferization
func.func @buffers(%m: memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  memref.copy %m, %0 : memref<2xf32> to memref<2xf32>
  memref.copy %0, %m : memref<2xf32> to memref<2xf32>
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
}
