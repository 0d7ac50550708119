// RUN: heddle check %s
// RUN: heddle-opt %s --transform-interpreter --canonicalize --cse \
// RUN:   | FileCheck %s

// Loops inside a forall: what they compute is collected in a tile, which the
// body of the forall writes, once.

// The intermediate depends on the k loop, and is computed for all of k to leave.
// CHECK-LABEL: func @intermediate(
// CHECK:       %[[F:.*]]:2 = scf.forall (%[[M:.*]]) = {{.*}} shared_outs(%[[E:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}})
// CHECK:         %[[X:.*]] = linalg.abs
// CHECK:         %[[ACC:.*]] = scf.for
// CHECK:           scf.for %{{.*}}
// CHECK:             linalg.matmul {{.*}}outs(
// CHECK:         scf.forall.in_parallel {
// CHECK-NEXT:      tensor.parallel_insert_slice %[[X]] into %[[E]][%[[M]], 0]
// CHECK-NEXT:      tensor.parallel_insert_slice %[[ACC]] into %[[C]][%[[M]], 0]
// CHECK:       return %[[F]]#0, %[[F]]#1
func.func @intermediate(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %x = linalg.abs ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %m = linalg.matmul {r} ins(%x, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %x, %m : tensor<?x?xf32>, tensor<?x?xf32>
}

// The same with static sizes.
func.func @intermediate_static(%a: tensor<12x10xf32>, %b: tensor<10x14xf32>, %c: tensor<12x14xf32>, %e: tensor<12x10xf32>) -> (tensor<12x10xf32>, tensor<12x14xf32>) {
  %x = linalg.abs ins(%a : tensor<12x10xf32>) outs(%e : tensor<12x10xf32>) -> tensor<12x10xf32>
  %m = linalg.matmul {r} ins(%x, %b : tensor<12x10xf32>, tensor<10x14xf32>) outs(%c : tensor<12x14xf32>) -> tensor<12x14xf32>
  return %x, %m : tensor<12x10xf32>, tensor<12x14xf32>
}

// For one root the inner loop is parallel, for the other a reduction.
// CHECK-LABEL: func @joint(
// CHECK:       scf.forall (%[[I:.*]], %[[J:.*]]) = {{.*}} shared_outs(%[[E:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}})
// CHECK:         %[[T:.*]]:2 = scf.for
// CHECK:         scf.forall.in_parallel {
// CHECK-NEXT:      tensor.parallel_insert_slice %[[T]]#0 into %[[E]][%[[I]], %[[J]], 0]
// CHECK-NEXT:      tensor.parallel_insert_slice %[[T]]#1 into %[[C]][%[[I]], %[[J]]]
func.func @joint(%a: tensor<12x11x10xf32>, %c: tensor<12x11xf32>, %e: tensor<12x11x10xf32>) -> (tensor<12x11x10xf32>, tensor<12x11xf32>) {
  %x = linalg.abs {j} ins(%a : tensor<12x11x10xf32>) outs(%e : tensor<12x11x10xf32>) -> tensor<12x11x10xf32>
  %m = linalg.generic {j, indexing_maps = [affine_map<(d0,d1,d2)->(d0,d1,d2)>, affine_map<(d0,d1,d2)->(d0,d1)>], iterator_types=["parallel","parallel","reduction"]} ins(%a : tensor<12x11x10xf32>) outs(%c : tensor<12x11xf32>) {
  ^bb0(%u: f32, %o: f32):
    %s = arith.addf %u, %o : f32
    linalg.yield %s : f32 } -> tensor<12x11xf32>
  return %x, %m : tensor<12x11x10xf32>, tensor<12x11xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %r = transform.structured.match attributes {r} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l:3 = transform.structured.fuse_ext %r tile_sizes [5, 4, 3] interchange [0, 2, 1] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %j = transform.structured.match attributes {j} in %m : (!transform.any_op) -> !transform.any_op
    %t1, %l1:2 = transform.structured.fuse_ext %j tile_sizes [5, 4, 3] {use_forall, joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
