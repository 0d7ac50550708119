// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The consumer reads the nest's result through its destination alone, and an
// argument of the function through its input.
// SAME: through_its_destination: equal
// CHECK-LABEL: func.func @through_its_destination(
// CHECK-SAME:    %[[X:.*]]: tensor<13x7xf32>)
// CHECK:         scf.for %
// CHECK:           %[[ABS:.*]] = linalg.abs
// CHECK:           linalg.map ins(%{{.*}} : {{.*}}) outs(%[[ABS]] :
// CHECK-NOT:     linalg.map ins(
func.func @through_its_destination(%x: tensor<13x7xf32>) -> tensor<13x7xf32> {
  %empty = tensor.empty() : tensor<13x7xf32>
  %abs = linalg.abs ins(%x : tensor<13x7xf32>) outs(%empty : tensor<13x7xf32>) -> tensor<13x7xf32>
  %difference = linalg.map ins(%x : tensor<13x7xf32>) outs(%abs : tensor<13x7xf32>) {through_its_destination}
    (%new: f32, %old: f32) {
      %0 = arith.subf %new, %old : f32
      linalg.yield %0 : f32
    }
  return %difference : tensor<13x7xf32>
}

// The producer is needed through the destination of the map in the loop.
// SAME: moved_into_the_loop: equal
// CHECK-LABEL: func.func @moved_into_the_loop(
// CHECK-NOT:     linalg.negf ins(
// CHECK:         scf.for %
// CHECK:           %[[NEG:.*]] = linalg.negf
// CHECK:           linalg.map {{.*}}outs(%[[NEG]] :
func.func @moved_into_the_loop(%x: tensor<13x7xf32>) -> tensor<13x7xf32> {
  %empty = tensor.empty() : tensor<13x7xf32>
  %neg = linalg.negf ins(%x : tensor<13x7xf32>) outs(%empty : tensor<13x7xf32>) -> tensor<13x7xf32>
  %product = linalg.map ins(%x : tensor<13x7xf32>) outs(%neg : tensor<13x7xf32>) {moved_into_the_loop}
    (%new: f32, %old: f32) {
      %0 = arith.mulf %new, %old : f32
      linalg.yield %0 : f32
    }
  return %product : tensor<13x7xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %abs = transform.structured.match ops{["linalg.abs"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %abs tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %reader = transform.structured.match attributes {through_its_destination} in %module : (!transform.any_op) -> !transform.any_op
    %consumer, %nest = transform.heddle.fuse_consumer %reader : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %map = transform.structured.match attributes {moved_into_the_loop} in %module : (!transform.any_op) -> !transform.any_op
    %tile, %rows = transform.structured.fuse_ext %map tile_sizes [4] only %map {keep_intermediates} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %neg = transform.structured.match ops{["linalg.negf"]} in %module : (!transform.any_op) -> !transform.any_op
    %moved = transform.heddle.compute_at %neg in %rows : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
