// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
// copy-before-write
//
// The memref is read after its tensor was overwritten.
func.func @main() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<3xi32>
  %a = linalg.fill ins(%one : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  %m = bufferization.to_buffer %a read_only : tensor<3xi32> to memref<3xi32>
  %t = tensor.insert %two into %a[%c0] : tensor<3xi32>
  %v = memref.load %m[%c0] : memref<3xi32>
  %w = tensor.extract %t[%c0] : tensor<3xi32>
  vector.print %v : i32
  vector.print %w : i32
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %1 = transform.bufferization.one_shot_bufferize %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
