// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The collective and the neutral element of each combiner. Its fill is of one slot,
// and the combiner is applied to what the collective gives and the init.

// CHECK-LABEL: func.func @sum_of_integers(
// CHECK-SAME:    %{{.*}}: tensor<3x9xi32>, %[[INIT:.*]]: tensor<3xi32>
// CHECK:         %[[NEUTRAL:.*]] = arith.constant 0 : i32
// CHECK:         linalg.fill ins(%[[NEUTRAL]] : i32) outs(%{{.*}} : tensor<3xi32>) -> tensor<3xi32>
// CHECK:         %[[ALL:.*]] = shard.all_reduce %{{.*}} on @grid grid_axes = [0] : tensor<3xi32> -> tensor<3xi32>
// CHECK:         linalg.generic {{.*}} ins(%[[ALL]] : tensor<3xi32>) outs(%[[INIT]] : tensor<3xi32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32):
// CHECK-NEXT:      arith.addi %[[X]], %[[Y]] : i32
func.func @sum_of_integers(%a: tensor<3x9xi32>, %init: tensor<3xi32>) -> tensor<3xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<3x9xi32>) outs(%init : tensor<3xi32>) attrs = {reduces} {
    ^bb0(%x: i32, %o: i32):
      %c = arith.addi %x, %o : i32
      linalg.yield %c : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// CHECK-LABEL: func.func @product_of_integers(
// CHECK-SAME:    %{{.*}}: tensor<3x9xi32>, %[[INIT:.*]]: tensor<3xi32>
// CHECK:         %[[NEUTRAL:.*]] = arith.constant 1 : i32
// CHECK:         linalg.fill ins(%[[NEUTRAL]] : i32) outs(%{{.*}} : tensor<3xi32>) -> tensor<3xi32>
// CHECK:         %[[ALL:.*]] = shard.all_reduce %{{.*}} on @grid grid_axes = [0] reduction = product : tensor<3xi32> -> tensor<3xi32>
// CHECK:         linalg.generic {{.*}} ins(%[[ALL]] : tensor<3xi32>) outs(%[[INIT]] : tensor<3xi32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32):
// CHECK-NEXT:      arith.muli %[[X]], %[[Y]] : i32
func.func @product_of_integers(%a: tensor<3x9xi32>, %init: tensor<3xi32>) -> tensor<3xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<3x9xi32>) outs(%init : tensor<3xi32>) attrs = {reduces} {
    ^bb0(%x: i32, %o: i32):
      %c = arith.muli %x, %o : i32
      linalg.yield %c : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// CHECK-LABEL: func.func @smallest_integer(
// CHECK-SAME:    %{{.*}}: tensor<3x9xi32>, %[[INIT:.*]]: tensor<3xi32>
// CHECK:         %[[NEUTRAL:.*]] = arith.constant 2147483647 : i32
// CHECK:         linalg.fill ins(%[[NEUTRAL]] : i32) outs(%{{.*}} : tensor<3xi32>) -> tensor<3xi32>
// CHECK:         %[[ALL:.*]] = shard.all_reduce %{{.*}} on @grid grid_axes = [0] reduction = min : tensor<3xi32> -> tensor<3xi32>
// CHECK:         linalg.generic {{.*}} ins(%[[ALL]] : tensor<3xi32>) outs(%[[INIT]] : tensor<3xi32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32):
// CHECK-NEXT:      arith.minsi %[[X]], %[[Y]] : i32
func.func @smallest_integer(%a: tensor<3x9xi32>, %init: tensor<3xi32>) -> tensor<3xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<3x9xi32>) outs(%init : tensor<3xi32>) attrs = {reduces} {
    ^bb0(%x: i32, %o: i32):
      %c = arith.minsi %x, %o : i32
      linalg.yield %c : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %{{.*}}: tensor<3x9xf64>, %[[INIT:.*]]: tensor<3xf64>
// CHECK:         %[[NEUTRAL:.*]] = arith.constant 1.000000e+00 : f64
// CHECK:         linalg.fill ins(%[[NEUTRAL]] : f64) outs(%{{.*}} : tensor<3xf64>) -> tensor<3xf64>
// CHECK:         %[[ALL:.*]] = shard.all_reduce %{{.*}} on @grid grid_axes = [0] reduction = product : tensor<3xf64> -> tensor<3xf64>
// CHECK:         linalg.generic {{.*}} ins(%[[ALL]] : tensor<3xf64>) outs(%[[INIT]] : tensor<3xf64>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f64, %[[Y:.*]]: f64):
// CHECK-NEXT:      arith.mulf %[[X]], %[[Y]] : f64
func.func @product(%a: tensor<3x9xf64>, %init: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<3x9xf64>) outs(%init : tensor<3xf64>) attrs = {reduces} {
    ^bb0(%x: f64, %o: f64):
      %c = arith.mulf %x, %o : f64
      linalg.yield %c : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// CHECK-LABEL: func.func @largest(
// CHECK-SAME:    %{{.*}}: tensor<3x9xf32>, %[[INIT:.*]]: tensor<3xf32>
// CHECK:         %[[NEUTRAL:.*]] = arith.constant 0xFF800000 : f32
// CHECK:         linalg.fill ins(%[[NEUTRAL]] : f32) outs(%{{.*}} : tensor<3xf32>) -> tensor<3xf32>
// CHECK:         %[[ALL:.*]] = shard.all_reduce %{{.*}} on @grid grid_axes = [0] reduction = max : tensor<3xf32> -> tensor<3xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[ALL]] : tensor<3xf32>) outs(%[[INIT]] : tensor<3xf32>)
// CHECK-NEXT:    ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32):
// CHECK-NEXT:      arith.maximumf %[[X]], %[[Y]] : f32
func.func @largest(%a: tensor<3x9xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<3x9xf32>) outs(%init : tensor<3xf32>) attrs = {reduces} {
    ^bb0(%x: f32, %o: f32):
      %c = arith.maximumf %x, %o : f32
      linalg.yield %c : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %ops = transform.structured.match attributes {reduces} in %root : (!transform.any_op) -> !transform.any_op
  transform.foreach %ops : !transform.any_op {
  ^bb1(%op: !transform.any_op):
    %f, %p, %c, %l = transform.structured.tile_reduction_using_forall %op by num_threads = [0, 4] tile_sizes = [] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %loop, %init = transform.structured.shared_output_to_distributed_style %l, %f, %c {no_nans} : (!transform.any_op, !transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
