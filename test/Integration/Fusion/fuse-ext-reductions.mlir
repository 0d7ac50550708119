// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A start value other than the neutral one counts once: maximum.
// SAME: reduce_max: equal
// CHECK-LABEL: func.func @reduce_max(
// CHECK-SAME:    %[[INIT:[a-z0-9]+]]: tensor<13xf32>)
// CHECK:         scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[INIT]])
// CHECK:           linalg.reduce {{.*}} outs(%[[ACC]] :
func.func @reduce_max(%a: tensor<13x22xf32>, %init: tensor<13xf32>) -> tensor<13xf32> {
  %0 = linalg.reduce { arith.maximumf } ins(%a : tensor<13x22xf32>) outs(%init : tensor<13xf32>) dimensions = [1] {reduce_max}
  return %0 : tensor<13xf32>
}

// The same for a sum, rows tiled inside.
// SAME: reduce_sum: equal
// CHECK-LABEL: func.func @reduce_sum(
// CHECK-SAME:    %[[INIT:[a-z0-9]+]]: tensor<13xf32>)
// CHECK:         scf.for {{.*}} iter_args(%[[ALL:.*]] = %[[INIT]])
// CHECK:           scf.for %[[I:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %[[ALL]])
// CHECK:             %[[T:.*]] = tensor.extract_slice %[[ACC]][%[[I]]]
// CHECK:             linalg.reduce {{.*}} outs(%[[T]] :
// CHECK:           } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "reduction"}
func.func @reduce_sum(%a: tensor<13x22xf32>, %init: tensor<13xf32>) -> tensor<13xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<13x22xf32>) outs(%init : tensor<13xf32>) dimensions = [1] {reduce_sum}
  return %0 : tensor<13xf32>
}

// And for a product.
// SAME: reduce_product: equal
// CHECK-LABEL: func.func @reduce_product(
// CHECK-SAME:    %[[INIT:[a-z0-9]+]]: tensor<13xf32>)
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[ALL:.*]] = %[[INIT]])
// CHECK:           %[[T:.*]] = tensor.extract_slice %[[ALL]][%[[I]]]
// CHECK:           scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[T]])
// CHECK:             linalg.reduce {{.*}} outs(%[[ACC]] :
func.func @reduce_product(%a: tensor<13x6xf32>, %init: tensor<13xf32>) -> tensor<13xf32> {
  %0 = linalg.reduce { arith.mulf } ins(%a : tensor<13x6xf32>) outs(%init : tensor<13xf32>) dimensions = [1] {reduce_product}
  return %0 : tensor<13xf32>
}

// A window with stride two written as a generic; its own dimension is the
// reduction.
// SAME: window_generic: equal
// CHECK-LABEL: func.func @window_generic(
// CHECK:         scf.for %
// CHECK:           %[[Z:.*]] = linalg.fill ins(
// CHECK:           scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[Z]])
// CHECK:             linalg.generic {{.*}} outs(%[[ACC]] :
// CHECK:           } {heddle.loop_kind = "reduction"}
// CHECK:         } {heddle.loop_kind = "parallel"}
func.func @window_generic(%a: tensor<9x23xf32>) -> tensor<9x11xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<9x11xf32>
  %w = tensor.empty() : tensor<3xf32>
  %0 = linalg.negf ins(%a : tensor<9x23xf32>) outs(%a : tensor<9x23xf32>) -> tensor<9x23xf32>
  %z = linalg.fill ins(%low : f32) outs(%e : tensor<9x11xf32>) -> tensor<9x11xf32>
  %1 = linalg.generic {window_generic, indexing_maps = [affine_map<(i, j, k) -> (i, 2 * j + k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%0, %w : tensor<9x23xf32>, tensor<3xf32>) outs(%z : tensor<9x11xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %m = arith.maximumf %x, %acc : f32
    linalg.yield %m : f32
  } -> tensor<9x11xf32>
  return %1 : tensor<9x11xf32>
}

// A max pool with its fill, tiled in space.
// SAME: max_pool: equal
// CHECK-LABEL: func.func @max_pool(
// CHECK:         scf.for %
// CHECK:             linalg.pooling_nhwc_max {{.*}}max_pool
// CHECK:         } {heddle.loop_kind = "parallel"}
func.func @max_pool(%a: tensor<2x13x11x3xf32>) -> tensor<2x11x9x3xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x11x9x3xf32>
  %i = tensor.empty() : tensor<2x13x11x3xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %0 = linalg.negf ins(%a : tensor<2x13x11x3xf32>) outs(%i : tensor<2x13x11x3xf32>) -> tensor<2x13x11x3xf32>
  %z = linalg.fill ins(%low : f32) outs(%e : tensor<2x11x9x3xf32>) -> tensor<2x11x9x3xf32>
  %1 = linalg.pooling_nhwc_max {max_pool} ins(%0, %w : tensor<2x13x11x3xf32>, tensor<3x3xf32>) outs(%z : tensor<2x11x9x3xf32>) -> tensor<2x11x9x3xf32>
  return %1 : tensor<2x11x9x3xf32>
}

// A sum pool with stride three and window two, tiled by batch: rows that no window
// reads are not needed.
// SAME: sum_pool_batch: equal
// CHECK-LABEL: func.func @sum_pool_batch(
// CHECK-NOT:     linalg.abs
// CHECK:         scf.for %
// CHECK:           linalg.abs ins(
// CHECK:           linalg.pooling_nhwc_sum {
// CHECK:         } {heddle.loop_kind = "parallel"}
func.func @sum_pool_batch(%a: tensor<2x11x11x3xf32>) -> tensor<2x4x4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x4x3xf32>
  %i = tensor.empty() : tensor<2x11x11x3xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.abs ins(%a : tensor<2x11x11x3xf32>) outs(%i : tensor<2x11x11x3xf32>) -> tensor<2x11x11x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>
  %1 = linalg.pooling_nhwc_sum {sum_pool_batch, strides = dense<3> : vector<2xi64>} ins(%0, %w : tensor<2x11x11x3xf32>, tensor<2x2xf32>) outs(%z : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>
  return %1 : tensor<2x4x4x3xf32>
}

// An elementwise producer of a sum, both dimensions tiled: computed per tile, the
// start outside the reduction.
// SAME: elementwise_to_sum: equal
// CHECK-LABEL: func.func @elementwise_to_sum(
// CHECK:         scf.for %
// CHECK:           %[[Z:.*]] = linalg.fill ins(
// CHECK:           scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[Z]])
// CHECK:             %[[X:.*]] = linalg.abs
// CHECK:             linalg.reduce {{.*}} outs(%[[ACC]] :
func.func @elementwise_to_sum(%a: tensor<13x7xf32>) -> tensor<13xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x7xf32>
  %r = tensor.empty() : tensor<13xf32>
  %0 = linalg.abs ins(%a : tensor<13x7xf32>) outs(%e : tensor<13x7xf32>) -> tensor<13x7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<13x7xf32>) outs(%z : tensor<13xf32>) dimensions = [1] {elementwise_to_sum}
  return %1 : tensor<13xf32>
}

// Two reductions start from one fill: each must start from zero.
// SAME: shared_start: equal
// CHECK-LABEL: func.func @shared_start(
// CHECK:         %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) ->
// CHECK-NOT:       linalg.fill
// CHECK-DAG:       %[[S:.*]] = linalg.reduce {{.*}} outs(%[[A]] :
// CHECK-DAG:       %[[T:.*]] = linalg.reduce {{.*}} outs(%[[B]] :
// CHECK:           scf.yield %[[S]], %[[T]] :
// CHECK:         return %[[R]]#{{[01]}}, %[[R]]#{{[01]}}
func.func @shared_start(%a: tensor<13x22xf32>, %b: tensor<13x22xf32>) -> (tensor<13xf32>, tensor<13xf32>) {
  %zero = arith.constant 0.0 : f32
  %r = tensor.empty() : tensor<13xf32>
  %z = linalg.fill ins(%zero : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<13x22xf32>) outs(%z : tensor<13xf32>) dimensions = [1] {shared_start}
  %1 = linalg.reduce { arith.addf } ins(%b : tensor<13x22xf32>) outs(%z : tensor<13xf32>) dimensions = [1] {shared_start}
  return %0, %1 : tensor<13xf32>, tensor<13xf32>
}

// Tiled by [8, 0, 16] and then, inside, by [3, 4, 5]: the offsets of the inner nest
// go through the outer one.
// SAME: nested_reduction: equal
// CHECK-LABEL: func.func @nested_reduction(
// CHECK:         linalg.fill ins(
// CHECK-NOT:     linalg.fill
// CHECK:         } {heddle.loop_kind = "reduction"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "reduction"}
// CHECK:         } {heddle.loop_kind = "parallel"}
func.func @nested_reduction(%a: tensor<37x53xf32>, %b: tensor<53x29xf32>) -> tensor<37x29xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x29xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<37x29xf32>) -> tensor<37x29xf32>
  %0 = linalg.matmul {nested_reduction} ins(%a, %b : tensor<37x53xf32>, tensor<53x29xf32>) outs(%z : tensor<37x29xf32>) -> tensor<37x29xf32>
  return %0 : tensor<37x29xf32>
}

// Parallel dimensions as one scf.forall, the reduction as a loop inside.
// SAME: under_forall: equal
// CHECK-LABEL: func.func @under_forall(
// CHECK-NOT:     linalg.fill
// CHECK:         scf.forall (%{{.*}}, %{{.*}}) =
// CHECK:           %[[Z:.*]] = linalg.fill ins(
// CHECK:           scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[Z]])
// CHECK:             linalg.matmul {under_forall} ins({{.*}}) outs(%[[ACC]] :
// CHECK:           } {heddle.loop_kind = "reduction"}
// CHECK:           scf.forall.in_parallel {
func.func @under_forall(%a: tensor<37x53xf32>, %b: tensor<53x29xf32>) -> tensor<37x29xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x29xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<37x29xf32>) -> tensor<37x29xf32>
  %0 = linalg.matmul {under_forall} ins(%a, %b : tensor<37x53xf32>, tensor<53x29xf32>) outs(%z : tensor<37x29xf32>) -> tensor<37x29xf32>
  return %0 : tensor<37x29xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {reduce_max} in %module : (!transform.any_op) -> !transform.any_op
  %t0:2 = transform.structured.fuse_ext %0 tile_sizes [0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t0#0 : !transform.any_op
  %1 = transform.structured.match attributes {reduce_sum} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [4, 8] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t1#0 : !transform.any_op
  %2 = transform.structured.match attributes {reduce_product} in %module : (!transform.any_op) -> !transform.any_op
  %t2:3 = transform.structured.fuse_ext %2 tile_sizes [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t2#0 : !transform.any_op
  %3 = transform.structured.match attributes {window_generic} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [3, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t3#0 : !transform.any_op
  %4 = transform.structured.match attributes {max_pool} in %module : (!transform.any_op) -> !transform.any_op
  %t4:4 = transform.structured.fuse_ext %4 tile_sizes [1, 3, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t4#0 : !transform.any_op
  %5 = transform.structured.match attributes {sum_pool_batch} in %module : (!transform.any_op) -> !transform.any_op
  %t5:2 = transform.structured.fuse_ext %5 tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t5#0 : !transform.any_op
  %6 = transform.structured.match attributes {elementwise_to_sum} in %module : (!transform.any_op) -> !transform.any_op
  %t6:3 = transform.structured.fuse_ext %6 tile_sizes [4, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t6#0 : !transform.any_op
  %7 = transform.structured.match attributes {shared_start} in %module : (!transform.any_op) -> !transform.any_op
  %t7:2 = transform.structured.fuse_ext %7 tile_sizes [0, 8] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %8 = transform.structured.match attributes {nested_reduction} in %module : (!transform.any_op) -> !transform.any_op
  %t8:3 = transform.structured.fuse_ext %8 tile_sizes [8, 0, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %u8:4 = transform.structured.fuse_ext %t8#0 tile_sizes [3, 4, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %u8#0 : !transform.any_op
  %9 = transform.structured.match attributes {under_forall} in %module : (!transform.any_op) -> !transform.any_op
  %t9:3 = transform.structured.fuse_ext %9 tile_sizes [8, 4, 16] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t9#0 : !transform.any_op
  cleanup
}
