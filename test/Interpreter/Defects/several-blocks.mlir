// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
// copy-before-write
//
// The second sum reads what the first one overwrites.
func.func private @blocks(%a: tensor<3xi32>, %b: tensor<3xi32>, %z: i1) -> tensor<3xi32> {
  cf.cond_br %z, ^done(%a : tensor<3xi32>), ^more
^more:
  %e = tensor.empty() : tensor<3xi32>
  %w = linalg.add ins(%a, %b : tensor<3xi32>, tensor<3xi32>) outs(%a : tensor<3xi32>) -> tensor<3xi32>
  %v = linalg.add ins(%w, %a : tensor<3xi32>, tensor<3xi32>) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  cf.br ^done(%v : tensor<3xi32>)
^done(%x: tensor<3xi32>):
  return %x : tensor<3xi32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %false = arith.constant false
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<3xi32>
  %a = linalg.fill ins(%one : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  %b = arith.constant dense<5> : tensor<3xi32>
  %t = call @blocks(%a, %b, %false) : (tensor<3xi32>, tensor<3xi32>, i1) -> tensor<3xi32>
  %w = tensor.extract %t[%c0] : tensor<3xi32>
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
