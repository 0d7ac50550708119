// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The absolute values are written into memory whose old contents are negated first.
func.func private @abs(%t: tensor<2xf32>, %c: memref<2xf32>, %d: memref<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.abs ins(%t : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  linalg.negf ins(%c : memref<2xf32>) outs(%d : memref<2xf32>)
  bufferization.materialize_in_destination %r in restrict writable %c : (tensor<2xf32>, memref<2xf32>) -> ()
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %t = arith.constant dense<-5.0> : tensor<2xf32>
  %c = memref.alloc() : memref<2xf32>
  %d = memref.alloc() : memref<2xf32>
  linalg.fill ins(%one : f32) outs(%c : memref<2xf32>)
  call @abs(%t, %c, %d) : (tensor<2xf32>, memref<2xf32>, memref<2xf32>) -> ()
  %x = memref.load %d[%c0] : memref<2xf32>
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
