// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// 2 elements, and a vector of 4: zeros follow them.
func.func private @printMemrefF32(memref<*xf32>)

func.func private @insert(%a: tensor<2xf32>, %b: tensor<6xf32>) -> tensor<6xf32> {
  %r = tensor.insert_slice %a into %b[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
  return %r : tensor<6xf32>
}
func.func @main() {
  %a = arith.constant dense<1.0> : tensor<2xf32>
  %b = arith.constant dense<2.0> : tensor<6xf32>
  %r = call @insert(%a, %b) : (tensor<2xf32>, tensor<6xf32>) -> tensor<6xf32>
  %buffer = bufferization.to_buffer %r read_only : tensor<6xf32> to memref<6xf32>
  %u = memref.cast %buffer : memref<6xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["tensor.insert_slice"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [4] : !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.lower_masked_transfers
    } : !transform.any_op
    transform.yield
  }
}
