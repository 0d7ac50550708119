// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The place of the maximum goes; the handle to the op stays.
// CHECK-LABEL: func.func @maximum(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8x16xf32>, %[[M:[^:]*]]: tensor<8xf32>, %{{.*}}: tensor<8xi64>)
// CHECK:         %[[R:.*]] = linalg.generic
// CHECK-SAME:      ins(%[[X]] : tensor<8x16xf32>) outs(%[[M]] : tensor<8xf32>) attrs = {found}
// CHECK-NOT:       arith.select
// CHECK:         return %[[R]] : tensor<8xf32>
// expected-remark @below {{applied}}
module attributes {transform.with_named_sequence} {
  func.func @maximum(%x: tensor<8x16xf32>, %m: tensor<8xf32>, %p: tensor<8xi64>) -> tensor<8xf32> {
    %r:2 = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x16xf32>) outs(%m, %p : tensor<8xf32>, tensor<8xi64>) {
      ^bb0(%a: f32, %o: f32, %q: i64):
        %j = linalg.index 1 : index
        %k = arith.index_cast %j : index to i64
        %n = arith.maximumf %a, %o : f32
        %c = arith.cmpf ogt, %a, %o : f32
        %s = arith.select %c, %k, %q : i64
        linalg.yield %n, %s : f32, i64
    } -> (tensor<8xf32>, tensor<8xi64>)
    return %r#0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.generic"]} in %m : (!transform.any_op) -> !transform.any_op
    %func = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.heddle.drop_unused_results
    } : !transform.any_op
    transform.annotate %op "found" : !transform.any_op
    transform.yield
  }
}
