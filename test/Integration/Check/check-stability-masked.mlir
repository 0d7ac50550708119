// A row that is masked wholly is NaN: (-inf) - (-inf) in one version, 0 / 0 in the
// other. A divisor of 0 is no loss of stability there.
//
// RUN: heddle check %s | FileCheck %s

// CHECK: masked: equal: {{.*}}equal as formulas

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @masked(%x: tensor<9x13xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<9x13xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi slt, %j, %i : index
    %y = arith.select %keep, %in, %inf : f32
    linalg.yield %y : f32
  } -> tensor<9x13xf32>
  %0 = linalg.softmax dimension(1) ins(%m : tensor<9x13xf32>) outs(%x : tensor<9x13xf32>) -> tensor<9x13xf32>
  return %0 : tensor<9x13xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg_ext.from_linalg
    } : !transform.any_op
    transform.yield
  }
}
