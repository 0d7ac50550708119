// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// 6 elements, and a vector of 4.
func.func private @printMemrefF32(memref<*xf32>)

func.func private @double(%a: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.add ins(%a, %a : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @main() {
  %a = arith.constant dense<1.0> : tensor<6xf32>
  %d = tensor.cast %a : tensor<6xf32> to tensor<?xf32>
  %r = call @double(%d) : (tensor<?xf32>) -> tensor<?xf32>
  %buffer = bufferization.to_buffer %r read_only : tensor<?xf32> to memref<?xf32>
  %u = memref.cast %buffer : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [4] : !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.lower_masked_transfers
    } : !transform.any_op
    transform.yield
  }
}
