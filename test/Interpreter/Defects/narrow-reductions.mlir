// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// 6 elements are counted.
func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %a = arith.constant dense<1.0> : tensor<2x6xf32>
  %start = arith.constant dense<0.0> : tensor<2xf32>
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<2x6xf32>) outs(%start : tensor<2xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %n = arith.addf %sum, %one : f32
    linalg.yield %n : f32
  } -> tensor<2xf32>
  %buffer = bufferization.to_buffer %r read_only : tensor<2xf32> to memref<2xf32>
  %u = memref.cast %buffer : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield
  }
}
