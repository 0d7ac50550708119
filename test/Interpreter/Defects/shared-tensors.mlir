// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// Each iteration fills a tensor and replaces one element. The fill is taken out of the
// loop, and all iterations write into its buffer.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %a = arith.constant dense<1.0> : tensor<2xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %e = tensor.empty() : tensor<2xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %s = tensor.extract_slice %f[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
    %t = tensor.extract_slice %a[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
    %n = linalg.negf ins(%t : tensor<1xf32>) outs(%s : tensor<1xf32>) -> tensor<1xf32>
    %g = tensor.insert_slice %n into %f[%i] [1] [1] : tensor<1xf32> into tensor<2xf32>
    %x = tensor.extract %g[%c0] : tensor<2xf32>
    vector.print %x : f32
  }
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_licm to %0 : !transform.any_op
    %1 = transform.bufferization.one_shot_bufferize %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
