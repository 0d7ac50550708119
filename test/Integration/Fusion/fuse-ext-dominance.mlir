// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle apply %s | FileCheck %s

// The size of a pad is needed before an op that defines the amount of the pad a
// second time: the size of %p is computed from the operands of %p, not from %n,
// which comes later.
// SAME: amount_stated_later: equal
// CHECK-LABEL: func.func @amount_stated_later(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?xf32>, %[[W:[a-z0-9]+]]: tensor<?xf32>
// CHECK-DAG:     %[[D:.*]] = tensor.dim %[[X]]
// CHECK-DAG:     %[[E:.*]] = tensor.dim %[[W]]
// CHECK:         %[[S:.*]] = affine.apply #{{.*}}()[%[[E]], %[[D]]]
// CHECK:         %[[N:.*]] = arith.divui %[[S]]
// CHECK:         scf.for %{{.*}} to %[[N]] step
func.func @amount_stated_later(%x: tensor<?xf32>, %w: tensor<?xf32>) -> (tensor<?xf32>, index) {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %dw = tensor.dim %w, %c0 : tensor<?xf32>
  %ew = tensor.empty(%dw) : tensor<?xf32>
  %wx = linalg.exp ins(%w : tensor<?xf32>) outs(%ew : tensor<?xf32>) -> tensor<?xf32>
  %p = tensor.pad %wx low[%d] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  %pd = tensor.dim %p, %c0 : tensor<?xf32>
  %e1 = tensor.empty(%pd) : tensor<?xf32>
  %n = arith.divui %pd, %c1 : index
  %m = arith.subi %n, %dw : index
  %e = tensor.empty(%m) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %q = tensor.pad %y low[0] high[%dw] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  %r = linalg.add {first} ins(%p, %q : tensor<?xf32>, tensor<?xf32>) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  return %r, %pd : tensor<?xf32>, index
}

// The same through a slice and a concat after the pad, and joint roots.
// SAME: sizes_behind: equal
// CHECK-LABEL: func.func @sizes_behind(
// CHECK:         scf.for %{{.*}} iter_args(%[[R:.*]] = %{{.*}}, %[[T:.*]] = %{{.*}})
// CHECK:           tensor.insert_slice %{{.*}} into %[[R]]
// CHECK:           tensor.insert_slice %{{.*}} into %[[T]]
func.func @sizes_behind(%x: tensor<?xf32>, %w: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, index) {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %dw = tensor.dim %w, %c0 : tensor<?xf32>
  %ew = tensor.empty(%dw) : tensor<?xf32>
  %wx = linalg.exp ins(%w : tensor<?xf32>) outs(%ew : tensor<?xf32>) -> tensor<?xf32>
  %p = tensor.pad %wx low[0] high[%d] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  %c = tensor.concat dim(0) %p, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %cd = tensor.dim %c, %c0 : tensor<?xf32>
  %s = tensor.extract_slice %c[0] [%cd] [1] : tensor<?xf32> to tensor<?xf32>
  %sd = tensor.dim %s, %c0 : tensor<?xf32>
  %e1 = tensor.empty(%sd) : tensor<?xf32>
  %n = arith.divui %d, %c1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %q = tensor.concat dim(0) %w, %y, %y : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.add {second} ins(%s, %q : tensor<?xf32>, tensor<?xf32>) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %t = linalg.sub {second} ins(%q, %c : tensor<?xf32>, tensor<?xf32>) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  return %r, %t, %sd : tensor<?xf32>, tensor<?xf32>, index
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %r = transform.structured.match attributes {first} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %r tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %s = transform.structured.match attributes {second} in %m : (!transform.any_op) -> !transform.any_op
    %u, %k = transform.structured.fuse_ext %s tile_sizes [3] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
