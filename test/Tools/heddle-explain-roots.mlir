// RUN: heddle explain %s | FileCheck %s
// RUN: heddle explain %s --json | FileCheck %s --check-prefix=JSON

// Which ops are one group is told, also where nothing is tiled.
// CHECK:      {{^/.*}}/heddle-explain-roots.mlir:[[# @LINE + 28]]:14: transform.heddle.get_fusion_roots{{$}}
// CHECK-NEXT: group 0: 'linalg.matmul' starts a group: it reduces, at {{.*}}/heddle-explain-roots.mlir:[[# @LINE + 20]]:8
// CHECK-NEXT: group 0: 'linalg.exp' joins the group of 'linalg.matmul': what else it reads is computed before that group, at {{.*}}/heddle-explain-roots.mlir:[[# @LINE + 21]]:8
// CHECK-NEXT: left out: 'linalg.fill' is in no group: it is a fill, at {{.*}}/heddle-explain-roots.mlir:[[# @LINE + 17]]:8
// CHECK-NEXT: the schedule fuses nothing

// JSON:      "roots": [
// JSON:          "groups": [
// JSON:              "ops": [
// JSON:                  "text": "'linalg.matmul' starts a group: it reduces"
// JSON:                  "text": "'linalg.exp' joins the group of 'linalg.matmul': what else it reads is computed before that group"
// JSON:              "root": {
// JSON:                "line": [[# @LINE + 11]]
// JSON:          "op": "transform.heddle.get_fusion_roots",
// JSON-NEXT:     "others": [
// JSON:              "text": "'linalg.fill' is in no group: it is a fill"

func.func @layer(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x = linalg.exp ins(%m : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %x : tensor<8x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %roots = transform.heddle.get_fusion_roots %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
