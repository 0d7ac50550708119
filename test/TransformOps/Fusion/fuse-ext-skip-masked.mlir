// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A query sees the keys up to the third before it, so the first ones see none: the loop
// over the keys ends at key i + 1 - 3 of the last query i of a tile, but not before it
// begins. Rewrites of loops, such as upstream's peeling, take that for granted.
// CHECK-LABEL: func.func @earlier(
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[ROWS:.*]] step %[[STEP:.*]] iter_args(
// CHECK:           %[[NEXT:.*]] = arith.addi %[[I]], %[[STEP]] : index
// CHECK:           %[[END:.*]] = arith.minsi %[[NEXT]], %[[ROWS]] : index
// CHECK:           %[[BACK:.*]] = arith.constant -3 : index
// CHECK:           %[[LAST:.*]] = arith.addi %[[END]], %[[BACK]] : index
// CHECK:           %[[SEEN:.*]] = arith.minsi %{{.*}}, %[[LAST]] : index
// CHECK:           %[[UPPER:.*]] = arith.maxsi %[[SEEN]], %[[LOWER:.*]] : index
// CHECK:           scf.for %{{.*}} = %[[LOWER]] to %[[UPPER]] step
func.func @earlier(%s: tensor<16x16xf32>, %v: tensor<16x8xf32>, %o: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<16x16xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%in: f32, %old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %j, %c3 : index
    %c = arith.cmpi sle, %k, %i : index
    %r = arith.select %c, %in, %inf : f32
    linalg.yield %r : f32
  } -> tensor<16x16xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<16x16xf32>, tensor<16x8xf32>) outs(%o : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 8] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
