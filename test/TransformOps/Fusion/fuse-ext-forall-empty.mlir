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

// Nor where the offset of a tile in the empty dimension is only known to be the
// forall's variable.

// CHECK-LABEL: func @empty_pad(
// CHECK:         %[[P:.*]] = tensor.empty() : tensor<0x11xi32>
// CHECK:         scf.forall (%{{.*}}) = (0) to (0) step (5) {
// CHECK-NOT:       tensor.parallel_insert_slice
// CHECK:         return %[[P]] : tensor<0x11xi32>
// CANON-LABEL: func @empty_pad(
// CANON:         %[[P:.*]] = tensor.empty() : tensor<0x11xi32>
// CANON-NEXT:    return %[[P]] : tensor<0x11xi32>
func.func @empty_pad(%a: tensor<0x0xi32>) -> tensor<0x11xi32> {
  %c = arith.constant -1 : i32
  %p = tensor.pad %a low[0, 5] high[0, 6] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : i32
  } {p} : tensor<0x0xi32> to tensor<0x11xi32>
  return %p : tensor<0x11xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %r = transform.structured.match attributes {r} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %r tile_sizes [0, 4] {use_forall}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %p = transform.structured.match attributes {p} in %m
        : (!transform.any_op) -> !transform.any_op
    %u, %k = transform.structured.fuse_ext %p tile_sizes [5, 0] {use_forall}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
