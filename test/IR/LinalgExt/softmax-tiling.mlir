// RUN: heddle-opt %s --split-input-file --transform-interpreter \
// RUN:   --canonicalize --cse --verify-diagnostics | FileCheck %s

// Upstream's tiling of the rows slices each operand by its dims; dim 0 of what
// is kept per row is dim 0 of the input.
// CHECK-LABEL: func @rows(
// CHECK-SAME:    %[[X:.*]]: tensor<9x?x5xf32>, %[[Y:.*]]: tensor<9x?x5xf32>, %[[M:[a-z0-9]*]]: tensor<9x5xf32>
// CHECK:         scf.for %[[I:.*]] = %{{.*}} iter_args(%[[YI:.*]] = %[[Y]], %[[MI:.*]] = %[[M]],
// CHECK:           %[[N:.*]] = affine.min {{.*}}(%[[I]])
// CHECK:           %[[XT:.*]] = tensor.extract_slice %[[X]][%[[I]], 0, 0] [%[[N]], %{{.*}}, 5]
// CHECK:           %[[YT:.*]] = tensor.extract_slice %[[YI]][%[[I]], 0, 0] [%[[N]], %{{.*}}, 5]
// CHECK:           %[[MT:.*]] = tensor.extract_slice %[[MI]][%[[I]], 0] [%[[N]], 5]
// CHECK:           %[[T:.*]]:4 = linalg_ext.softmax dimension(1) ins(%[[XT]] : tensor<?x?x5xf32>) outs(%[[YT]], %[[MT]], %{{.*}}, %{{.*}} :
// CHECK:           tensor.insert_slice %[[T]]#0 into %[[YI]][%[[I]], 0, 0] [%[[N]], %{{.*}}, 5]
// CHECK:           tensor.insert_slice %[[T]]#1 into %[[MI]][%[[I]], 0] [%[[N]], 5]
func.func @rows(%x: tensor<9x?x5xf32>, %y: tensor<9x?x5xf32>, %m: tensor<9x5xf32>, %l: tensor<9x5xf32>, %s: tensor<9x5xf32>) -> (tensor<9x?x5xf32>, tensor<9x5xf32>) {
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<9x?x5xf32>) outs(%y, %m, %l, %s : tensor<9x?x5xf32>, tensor<9x5xf32>, tensor<9x5xf32>, tensor<9x5xf32>) : tensor<9x?x5xf32>, tensor<9x5xf32>, tensor<9x5xf32>, tensor<9x5xf32>
  return %0#0, %0#1 : tensor<9x?x5xf32>, tensor<9x5xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg_ext.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %0 tile_sizes [4, 0, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// No tile along the dim that is reduced: it would be normalized by itself.
func.func @along(%x: tensor<9x8xf32>, %m: tensor<9xf32>) -> tensor<9x8xf32> {
  // expected-error @+2 {{to tile operation}}
  // expected-error @below {{failed to generate tiling loops}}
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<9x8xf32>) outs(%x, %m, %m, %m : tensor<9x8xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) : tensor<9x8xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
  return %0#0 : tensor<9x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg_ext.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.tile_using_for %0 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
