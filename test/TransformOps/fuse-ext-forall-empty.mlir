// RUN: heddle-opt %s --transform-interpreter | FileCheck %s
// RUN: heddle-opt %s --transform-interpreter --canonicalize \
// RUN:   | FileCheck %s --check-prefix=CANON

// Results without elements are not carried: nothing could be inserted.

// CHECK-LABEL: func @empty(
// CHECK-SAME:    %{{[^:]*}}: tensor<0x4xf32>, %[[E:[^:]*]]: tensor<0x4xf32>
// CHECK:         %[[X:.*]] = tensor.empty() : tensor<0x4xf32>
// CHECK:         scf.forall (%{{.*}}) = (0) to (4) step (4) {
// CHECK:           linalg.abs ins(
// CHECK:           linalg.add {r} ins(
// CHECK:         return %[[X]], %[[E]] : tensor<0x4xf32>
// CANON-LABEL: func @empty(
// CANON-SAME:    %{{[^:]*}}: tensor<0x4xf32>, %[[E:[^:]*]]: tensor<0x4xf32>
// CANON:         %[[X:.*]] = tensor.empty() : tensor<0x4xf32>
// CANON-NEXT:    return %[[X]], %[[E]] : tensor<0x4xf32>
func.func @empty(%a: tensor<0x4xf32>, %e: tensor<0x4xf32>)
    -> (tensor<0x4xf32>, tensor<0x4xf32>) {
  %x = linalg.abs ins(%a : tensor<0x4xf32>) outs(%e : tensor<0x4xf32>)
      -> tensor<0x4xf32>
  %y = linalg.add {r} ins(%x, %a : tensor<0x4xf32>, tensor<0x4xf32>)
      outs(%x : tensor<0x4xf32>) -> tensor<0x4xf32>
  return %x, %y : tensor<0x4xf32>, tensor<0x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %r = transform.structured.match attributes {r} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %r tile_sizes [0, 4] {use_forall}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
