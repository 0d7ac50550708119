// RUN: heddle explain %s | FileCheck %s
// RUN: heddle explain %s --json | FileCheck %s --check-prefix=JSON

// What is merged is told, and what that computes again or leaves apart.
// CHECK:      {{^/.*}}/heddle-explain-merges.mlir:[[# @LINE + 39]]:15: transform.heddle.fuse_elementwise{{$}}
// CHECK-NEXT: merged in @scaled: linalg.exp, linalg.broadcast, linalg.mul{{$}}
// CHECK-NEXT: computed again: 'linalg.exp' is computed 6 times, at {{.*}}/heddle-explain-merges.mlir:[[# @LINE + 25]]:8
// CHECK-NEXT: not merged: 'linalg.mul' is not merged with 'linalg.softmax': its reader is a named op that is not elementwise, at {{.*}}/heddle-explain-merges.mlir:[[# @LINE + 26]]:8
// CHECK-NOT:  fuses nothing

// JSON:      "merges": [
// JSON:          "merged": [
// JSON:              "function": "scaled",
// JSON:              "ops": [
// JSON:                  "line": [[# @LINE + 17]]
// JSON:                  "op": "linalg.exp"
// JSON:                  "op": "linalg.broadcast"
// JSON:                  "op": "linalg.mul"
// JSON:          "op": "transform.heddle.fuse_elementwise",
// JSON-NEXT:     "recomputed": [
// JSON:              "notes": [
// JSON:                  "text": "in the op that it is merged into"
// JSON:              "text": "'linalg.exp' is computed 6 times"
// JSON:          "refused": [
// JSON:              "text": "'linalg.mul' is not merged with 'linalg.softmax': its reader is a named op that is not elementwise"
// JSON:      "plans": []

func.func @scaled(%a: tensor<4xf32>, %b: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4x6xf32>

  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.broadcast ins(%0 : tensor<4xf32>) outs(%f : tensor<4x6xf32>) dimensions = [1]
  %2 = linalg.mul ins(%1, %b : tensor<4x6xf32>, tensor<4x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = linalg.softmax dimension(1) ins(%2 : tensor<4x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %3 : tensor<4x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %merged = transform.heddle.fuse_elementwise %function
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
