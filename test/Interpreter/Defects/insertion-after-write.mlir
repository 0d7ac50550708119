// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The second part is computed before the memory is doubled, and its place in the result
// is the first part, which is computed from the memory.
func.func @main() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<2xf32>
  linalg.fill ins(%one : f32) outs(%m : memref<2xf32>)
  %t = bufferization.to_tensor %m restrict writable : memref<2xf32> to tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %second = linalg.fill ins(%one : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  linalg.add ins(%m, %m : memref<2xf32>, memref<2xf32>) outs(%m : memref<2xf32>)
  %d = tensor.empty() : tensor<2xf32>
  %first = linalg.negf ins(%t : tensor<2xf32>) outs(%d : tensor<2xf32>) -> tensor<2xf32>
  %r = tensor.empty() : tensor<4xf32>
  %r0 = tensor.insert_slice %first into %r[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %r1 = tensor.insert_slice %second into %r0[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %x = tensor.extract %r1[%c0] : tensor<4xf32>
  vector.print %x : f32
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.bufferization.eliminate_empty_tensors %0 : !transform.any_op
    %1 = transform.bufferization.one_shot_bufferize %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
