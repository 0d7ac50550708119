// Handles stay valid across upstream's ops that simplify and print payload: an op that
// CSE merges into another is that other op then.
// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle apply %s 2>&1 | FileCheck %s
// SAME: kept: equal

// CHECK:       IR printer: the sum
// CHECK-NEXT:  %{{.*}} = linalg.add {sum}
// CHECK-LABEL: func.func @kept(
// CHECK-NOT:     tensor.cast
// CHECK:           %[[E:.*]] = linalg.exp {first, second}
// CHECK-NOT:       linalg.exp
// CHECK:           %[[L:.*]] = tensor.extract_slice %[[E]]
// CHECK:           %[[R:.*]] = tensor.extract_slice %[[E]]
// CHECK:           linalg.add {sum} ins(%[[L]], %[[R]] :
func.func @kept(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %d = tensor.cast %a : tensor<8xf32> to tensor<?xf32>
  %s = tensor.cast %d : tensor<?xf32> to tensor<8xf32>
  %0 = linalg.exp ins(%s : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.exp ins(%s : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.add ins(%0, %1 : tensor<8xf32>, tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %both = transform.structured.match ops{["linalg.exp"]} in %module : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %both : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %sum = transform.structured.match ops{["linalg.add"]} in %module : (!transform.any_op) -> !transform.any_op
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.apply_cse to %function : !transform.any_op
    transform.annotate %first "first" : !transform.any_op
    transform.annotate %second "second" : !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.annotate %sum "sum" : !transform.any_op
    transform.print %sum {name = "the sum"} : !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %sum tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
