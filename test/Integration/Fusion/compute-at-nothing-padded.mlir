// RUN: heddle apply %s | FileCheck %s
// RUN: heddle check %s | FileCheck %s --check-prefix=CHECKED

// The pad adds no element, and the loop over rows reads all columns: the tile of the
// pad is its operand, and the handle is empty.

// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<12x?xf32>
// CHECK-NOT:     tensor.pad
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             tensor.extract_slice %[[A]]
// CHECK:             linalg.matmul ins(%{{.*}} : tensor<12x?xf32>, tensor<?x1xf32>)
// CHECKED: product: equal
func.func @product(%a: tensor<12x?xf32>, %b: tensor<?x?xf32>, %c: tensor<12x?xf32>)
    -> tensor<12x?xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %a low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<12x?xf32> to tensor<12x?xf32>
  %r = linalg.matmul ins(%padded, %b : tensor<12x?xf32>, tensor<?x?xf32>)
      outs(%c : tensor<12x?xf32>) -> tensor<12x?xf32>
  return %r : tensor<12x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %pad = transform.structured.match ops{["tensor.pad"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.fuse_ext %matmul tile_sizes [0, 1, 2] stop %pad
        : (!transform.any_op, !transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %again = transform.structured.match ops{["tensor.pad"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %placed = transform.heddle.compute_at %again in %loops#0
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.structured.generalize %placed {heddle.may_be_empty}
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
