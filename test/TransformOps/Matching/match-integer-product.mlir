// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused -o /dev/null

// With zero points and without.
// expected-remark @below {{applied}}
module {
func.func @f(%a: tensor<5x5xi8>, %c: tensor<5x5xi32>, %z: i32) -> tensor<5x5xi32> {
  %r = linalg.quantized_matmul ins(%a, %a, %z, %z : tensor<5x5xi8>, tensor<5x5xi8>, i32, i32) outs(%c : tensor<5x5xi32>) -> tensor<5x5xi32>
  %s = linalg.matmul ins(%a, %a : tensor<5x5xi8>, tensor<5x5xi8>) outs(%r : tensor<5x5xi32>) -> tensor<5x5xi32>
  return %s : tensor<5x5xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.match_integer_product %0
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @f(%a: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %r = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%a : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %r : tensor<5x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
  // expected-error @below {{expects a sum of products of integers, but got 'linalg.matmul'}}
  transform.heddle.match_integer_product %0
}
}
