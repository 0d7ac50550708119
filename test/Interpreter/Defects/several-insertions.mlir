// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// Both insertions of an iteration have the buffer of the empty tensor: the second one
// inserts what the sum has overwritten.
func.func private @two(%a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %r:2 = scf.forall (%i) in (2) shared_outs(%x = %b, %y = %c) -> (tensor<2xf32>, tensor<2xf32>) {
    %p = tensor.extract_slice %a[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
    %e = tensor.empty() : tensor<1xf32>
    %t = linalg.negf ins(%p : tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    %s = linalg.add ins(%t, %p : tensor<1xf32>, tensor<1xf32>) outs(%t : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %x[%i] [1] [1] : tensor<1xf32> into tensor<2xf32>
      tensor.parallel_insert_slice %t into %y[%i] [1] [1] : tensor<1xf32> into tensor<2xf32>
    }
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = arith.constant dense<1.0> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %b = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %f = tensor.empty() : tensor<2xf32>
  %c = linalg.fill ins(%zero : f32) outs(%f : tensor<2xf32>) -> tensor<2xf32>
  %r:2 = call @two(%a, %b, %c) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %x = tensor.extract %r#0[%c0] : tensor<2xf32>
  %y = tensor.extract %r#1[%c0] : tensor<2xf32>
  vector.print %x : f32
  vector.print %y : f32
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
