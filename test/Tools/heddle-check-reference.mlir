// The payload is run with each value in a buffer of its own: its numbers share
// no fault with the bufferization of what is compared with it.
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir -s %t/one-shot.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG
// RUN: heddle check %t/payload.mlir -s %t/cleanup.mlir --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=RIGHT
// RUN: heddle-opt %t/payload.mlir --heddle-default-bufferize=separate-buffers \
// RUN:   | FileCheck %s --check-prefix=SEPARATE

//--- payload.mlir

// Upstream's bufferization gives both results of the loop one buffer, and the
// last sum overwrites what is returned beside it.
// WRONG: yields_twice: different: result 1
// RIGHT: yields_twice: equal
func.func @yields_twice(%a: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%p = %a, %q = %a) -> (tensor<3xf32>, tensor<3xf32>) {
    %e = tensor.empty() : tensor<3xf32>
    %v = linalg.add ins(%p, %q : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
    scf.yield %v, %v : tensor<3xf32>, tensor<3xf32>
  }
  %w = linalg.add ins(%f#1, %a : tensor<3xf32>, tensor<3xf32>) outs(%f#1 : tensor<3xf32>) -> tensor<3xf32>
  return %w, %f#0 : tensor<3xf32>, tensor<3xf32>
}

// The reference writes into no argument, and merges no equal values.
// WRONG: equal_values: equal
// RIGHT: equal_values: equal
// SEPARATE-LABEL: func @equal_values(
// SEPARATE-SAME:    %[[A:.*]]: memref<3xf32>)
// SEPARATE:         %[[X:.*]] = memref.alloc()
// SEPARATE:         linalg.exp ins(%[[A]] : memref<3xf32>) outs(%[[X]] :
// SEPARATE:         %[[Y:.*]] = memref.alloc()
// SEPARATE:         linalg.exp ins(%[[A]] : memref<3xf32>) outs(%[[Y]] :
// SEPARATE:         return %[[X]], %[[Y]]
func.func @equal_values(%a: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %x = linalg.exp ins(%a : tensor<3xf32>) outs(%a : tensor<3xf32>) -> tensor<3xf32>
  %y = linalg.exp ins(%a : tensor<3xf32>) outs(%a : tensor<3xf32>) -> tensor<3xf32>
  return %x, %y : tensor<3xf32>, tensor<3xf32>
}

//--- one-shot.mlir

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %b = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %m
      {bufferize_function_boundaries = true, allow_return_allocs_from_loops = true}
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- cleanup.mlir

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    transform.cleanup %m : !transform.any_op
    transform.yield
  }
}
