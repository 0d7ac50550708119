// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The sizes are computed by a division by 0, since 3 elements are no group of 4.
func.func private @printMemrefF32(memref<*xf32>)

func.func private @double(%a: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.add ins(%a, %a : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @main() {
  %a = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %d = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
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
    %low, %high, %point = transform.structured.multitile_sizes %0 {dimension = 0, target_size = 8, divisor = 4} : (!transform.any_op) -> !transform.any_op
    %both = transform.structured.split %0 after %point {dimension = 0} : !transform.any_op, !transform.any_op
    transform.yield
  }
}
