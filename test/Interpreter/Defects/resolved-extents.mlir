// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The two elements are written one place further, into a tensor of five: its extent is
// taken to be that of the elements that are written, 3.
func.func private @shifted(%x: tensor<?xf32>, %o: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %p = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 1)>],
      iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  %n = tensor.dim %p, %c0 : tensor<?xf32>
  return %n : index
}
func.func @main() {
  %x = arith.constant dense<1.0> : tensor<2xf32>
  %o = arith.constant dense<0.0> : tensor<5xf32>
  %y = tensor.cast %x : tensor<2xf32> to tensor<?xf32>
  %p = tensor.cast %o : tensor<5xf32> to tensor<?xf32>
  %n = call @shifted(%y, %p) : (tensor<?xf32>, tensor<?xf32>) -> index
  vector.print %n : index
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} attributes{sym_name = "shifted"} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
    } : !transform.any_op
    transform.yield
  }
}
