// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// The init is merged after the collective, once per device; a grid is made. The
// partial result starts from the fill and not from the shared output.
// CHECK:       shard.grid @grid(shape = 5)
// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[A:.*]]: tensor<?x64xf32>, %[[INIT:.*]]: tensor<?xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[A]]
// CHECK:         %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?xf32>
// CHECK:         %[[FILL:.*]] = linalg.fill {new_init} {{.*}} outs(%[[E]] : tensor<?xf32>)
// CHECK:         %[[R:.*]] = scf.forall (%[[I:.*]]) in (5) shared_outs(%[[O:.*]] = %[[FILL]]) -> (tensor<?xf32>) {
// CHECK:           %[[P:.*]] = linalg.generic {{.*}} outs(%[[FILL]] : tensor<?xf32>)
// CHECK:           %[[ALL:.*]] = shard.all_reduce %[[P]] on @grid grid_axes = [0] : tensor<?xf32> -> tensor<?xf32>
// CHECK:           %[[C:.*]] = linalg.generic {{.*}}"parallel"{{.*}} ins(%[[ALL]] : tensor<?xf32>) outs(%[[INIT]] : tensor<?xf32>)
// CHECK-NEXT:      ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32):
// CHECK-NEXT:        %[[S:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT:        linalg.yield %[[S]]
// CHECK:           scf.forall.in_parallel {
// CHECK-NEXT:        tensor.parallel_insert_slice %[[C]] into %[[O]][0] [%[[N]]] [1]
// CHECK:         } {new_loop}
// CHECK-NOT:     linalg.reduce ins
// CHECK:         return %[[R]]
func.func @sum(%a: tensor<?x64xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<?x64xf32>) outs(%init : tensor<?xf32>) attrs = {sum} {
    ^bb0(%x: f32, %o: f32):
      %m = arith.mulf %x, %x : f32
      %s = arith.addf %m, %o : f32
      linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A grid that has the size is taken. The dim of the slots is the last one here.
// CHECK-LABEL: func.func @product_of_matrices(
// CHECK-SAME:    %{{.*}}, %{{.*}}, %[[INIT:.*]]: tensor<7x5xf32>
// CHECK:         %[[FILL:.*]] = linalg.fill {new_init} {{.*}} -> tensor<7x5xf32>
// CHECK:         scf.forall (%{{.*}}) in (5) shared_outs(%[[O:.*]] = %[[FILL]]) -> (tensor<7x5xf32>)
// CHECK:           %[[P:.*]] = linalg.matmul {{.*}} outs(%[[FILL]] : tensor<7x5xf32>)
// CHECK:           %[[ALL:.*]] = shard.all_reduce %[[P]] on @grid grid_axes = [0]
// CHECK:           %[[C:.*]] = linalg.generic {{.*}} ins(%[[ALL]] : tensor<7x5xf32>) outs(%[[INIT]] : tensor<7x5xf32>)
// CHECK:             tensor.parallel_insert_slice %[[C]] into %[[O]][0, 0] [7, 5] [1, 1]
func.func @product_of_matrices(%a: tensor<7x33xf32>, %b: tensor<33x5xf32>, %init: tensor<7x5xf32>) -> tensor<7x5xf32> {
  %r = linalg.matmul {sum} ins(%a, %b : tensor<7x33xf32>, tensor<33x5xf32>) outs(%init : tensor<7x5xf32>) -> tensor<7x5xf32>
  return %r : tensor<7x5xf32>
}

// Other combiners: each has its own collective. A grid that is named may have more
// dims; all of its devices take part.
// CHECK-LABEL: func.func @others(
// CHECK:         %[[LEAST:.*]] = arith.constant -2147483648 : i32
// CHECK:         linalg.fill ins(%[[LEAST]] : i32) {{.*}} -> tensor<i32>
// CHECK:         %[[ALL:.*]] = shard.all_reduce %{{.*}} on @square grid_axes = [0, 1] reduction = max : tensor<i32> -> tensor<i32>
// CHECK:         linalg.generic {{.*}} ins(%[[ALL]] : tensor<i32>) outs(%{{.*}} : tensor<i32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32):
// CHECK-NEXT:      arith.maxsi %[[X]], %[[Y]] : i32
// CHECK:         %[[LEAST:.*]] = shard.all_reduce %{{.*}} on @square grid_axes = [0, 1] reduction = min : tensor<3xf32> -> tensor<3xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[LEAST]] : tensor<3xf32>) outs(%{{.*}} : tensor<3xf32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32):
// CHECK-NEXT:      arith.minimumf %[[X]], %[[Y]] : f32
shard.grid @square(shape = 2x2)
func.func @others(%a: tensor<9xi32>, %i: tensor<i32>, %b: tensor<3x9xf32>, %j: tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<9xi32>) outs(%i : tensor<i32>) attrs = {largest} {
    ^bb0(%x: i32, %o: i32):
      %m = arith.maxsi %x, %o : i32
      linalg.yield %m : i32
  } -> tensor<i32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%b : tensor<3x9xf32>) outs(%j : tensor<3xf32>) attrs = {smallest} {
    ^bb0(%x: f32, %o: f32):
      %m = arith.minimumf %x, %o : f32
      linalg.yield %m : f32
  } -> tensor<3xf32>
  return %r, %s : tensor<i32>, tensor<3xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %sums = transform.structured.match attributes {sum} in %root : (!transform.any_op) -> !transform.any_op
  %g, %m = transform.split_handle %sums : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f0, %p0, %c0, %l0 = transform.structured.tile_reduction_using_forall %g by num_threads = [0, 5] tile_sizes = [] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %f1, %p1, %c1, %l1 = transform.structured.tile_reduction_using_forall %m by num_threads = [0, 0, 5] tile_sizes = [] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %f = transform.merge_handles %f0, %f1 : !transform.any_op
  %c = transform.merge_handles %c0, %c1 : !transform.any_op
  %l = transform.merge_handles %l0, %l1 : !transform.any_op
  %loops, %inits = transform.structured.shared_output_to_distributed_style %l, %f, %c : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  %largest = transform.structured.match attributes {largest} in %root : (!transform.any_op) -> !transform.any_op
  %smallest = transform.structured.match attributes {smallest} in %root : (!transform.any_op) -> !transform.any_op
  %f2, %p2, %c2, %l2 = transform.structured.tile_reduction_using_forall %largest by num_threads = [4] tile_sizes = [] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %f3, %p3, %c3, %l3 = transform.structured.tile_reduction_using_forall %smallest by num_threads = [0, 4] tile_sizes = [] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.shared_output_to_distributed_style %l2, %f2, %c2 {grid = @square} : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.shared_output_to_distributed_style %l3, %f3, %c3 {grid = @square, no_nans} : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %loops "new_loop" : !transform.any_op
  transform.annotate %inits "new_init" : !transform.any_op
}
