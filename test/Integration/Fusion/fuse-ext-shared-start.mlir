// RUN: heddle check %s
// RUN: heddle-opt %s --apply-schedule --cse | FileCheck %s

// Three values leave the nest, and their empties are one after CSE: each has a
// buffer of its own all the same.
// CHECK-LABEL: func @keep(
// CHECK:       %[[E:.*]] = tensor.empty() : tensor<30x21xf32>
// CHECK:       scf.for {{.*}} iter_args(%{{.*}} = %[[E]], %{{.*}} = %[[E]], %{{.*}} = %[[E]])
func.func @keep(%a: tensor<30x21xf32>) -> tensor<30x21xf32> {
  %e = tensor.empty() : tensor<30x21xf32>
  %0 = linalg.negf ins(%a : tensor<30x21xf32>)
    outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %1 = linalg.abs ins(%0 : tensor<30x21xf32>)
    outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %2 = linalg.sub {root}
    ins(%0, %1 : tensor<30x21xf32>, tensor<30x21xf32>)
    outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %3 = linalg.mul ins(%2, %0 : tensor<30x21xf32>, tensor<30x21xf32>)
    outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %3 : tensor<30x21xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {root} in %module
    : (!transform.any_op) -> !transform.any_op
  %t:2 = transform.structured.fuse_ext %0 tile_sizes [8] {keep_intermediates}
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
