// The memory of what cannot be bufferized is not counted, and the reason is told.
//
// RUN: not heddle explain %s --memory 2>&1 | FileCheck %s

// CHECK:      heddle-explain-invalid.mlir:{{[0-9:]*}} error: cannot count memory: the scheduled module cannot be bufferized
// CHECK-NEXT: heddle-explain-invalid.mlir:10:8: note: ops with unknown memory side effects are not supported

func.func @effect(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
  return %0 : tensor<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    transform.yield
  }
}
