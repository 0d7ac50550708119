// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics | FileCheck %s

// The inner dim of rows is tiled, the outer one by 1, and the maximum of the rows of a
// tile is computed with them.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x37xf32>
// CHECK:       scf.for %[[I:[a-z0-9]+]] = %{{.*}} to %{{.*}} step %c1{{.*}} iter_args(
// CHECK:         scf.for %[[J:[a-z0-9]+]] = %{{.*}} to %{{.*}} step %c8 iter_args(
// CHECK:           %[[TILE:.*]] = tensor.extract_slice %[[X]][%[[I]], %[[J]], 0] [1, %{{.*}}, 37]
// CHECK:           %[[MAX:.*]] = linalg.reduce {{.*}}ins(%[[TILE]]
// CHECK:           linalg.generic {{.*}} ins(%{{.*}}, %[[MAX]]
func.func @dynamic(%x: tensor<?x?x37xf32>, %m: tensor<?x?xf32>, %o: tensor<?x?x37xf32>) -> tensor<?x?x37xf32> {
  %max = linalg.reduce {arith.maximumf} ins(%x : tensor<?x?x37xf32>) outs(%m : tensor<?x?xf32>) dimensions = [2]
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %max : tensor<?x?x37xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x37xf32>) attrs = {root} {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = arith.subf %a, %b : f32
      linalg.yield %s : f32
  } -> tensor<?x?x37xf32>
  return %r : tensor<?x?x37xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
  %tiled, %loops = transform.heddle.tile_rows %root by %rows
      : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
}

// -----

// Eight rows are two times three; the dims after the one that softmax reduces stay
// whole, as rows do. Both targets get a nest, and the second one none of its own rows.
// CHECK-LABEL: func.func @whole(
// CHECK:       scf.for {{.*}} step %c2
// CHECK-NOT:     scf.for
// CHECK:         linalg.softmax dimension(2) {{.*}}tensor<2x3x16xf32>
// CHECK:       scf.for {{.*}} step %c8
// CHECK-NOT:     scf.for
// CHECK:         linalg.softmax dimension(1) {{.*}}tensor<8x5x7xf32>
func.func @whole(%x: tensor<64x3x16xf32>, %y: tensor<32x5x7xf32>) -> (tensor<64x3x16xf32>, tensor<32x5x7xf32>) {
  %e = tensor.empty() : tensor<64x3x16xf32>
  %r = linalg.softmax dimension(2) ins(%x : tensor<64x3x16xf32>) outs(%e : tensor<64x3x16xf32>) -> tensor<64x3x16xf32>
  %f = tensor.empty() : tensor<32x5x7xf32>
  %s = linalg.softmax dimension(1) ins(%y : tensor<32x5x7xf32>) outs(%f : tensor<32x5x7xf32>) -> tensor<32x5x7xf32>
  return %r, %s : tensor<64x3x16xf32>, tensor<32x5x7xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match ops{["linalg.softmax"]} in %module : (!transform.any_op) -> !transform.any_op
  %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
  %tiled, %loops = transform.heddle.tile_rows %root by %rows
      : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  %n = transform.num_associations %loops : (!transform.any_op) -> !transform.param<i64>
  // expected-remark @below {{2 : i64}}
  transform.debug.emit_param_as_remark %n : !transform.param<i64>
}

// -----

// A vector is one row, and no extent of 0 is divided by: both stay as they are, and
// their handle names them.
// CHECK-LABEL: func.func @single(
// CHECK-NOT:     scf.for
// CHECK:         linalg.softmax {seen} dimension
// CHECK-NOT:     scf.for
// CHECK:         linalg.softmax {seen} dimension
func.func @single(%x: tensor<37xf32>, %y: tensor<0x3x5xf32>) -> (tensor<37xf32>, tensor<0x3x5xf32>) {
  %e = tensor.empty() : tensor<37xf32>
  // expected-note @below {{the target}}
  %r = linalg.softmax dimension(0) ins(%x : tensor<37xf32>) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %f = tensor.empty() : tensor<0x3x5xf32>
  // expected-note @below {{the target}}
  %s = linalg.softmax dimension(2) ins(%y : tensor<0x3x5xf32>) outs(%f : tensor<0x3x5xf32>) -> tensor<0x3x5xf32>
  return %r, %s : tensor<37xf32>, tensor<0x3x5xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match ops{["linalg.softmax"]} in %module : (!transform.any_op) -> !transform.any_op
  %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
  // expected-remark @below {{tiles nothing: the target has at most 8 rows}}
  %tiled, %loops = transform.heddle.tile_rows %root by %rows
      : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
  transform.annotate %tiled "seen" : !transform.any_op
}

// -----

// The rows are side by side: the loop that counts them is not before the one that reduces.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT:     scf.for
// CHECK:         linalg.softmax dimension(0)
func.func @columns(%x: tensor<?x37xf32>, %o: tensor<?x37xf32>) -> tensor<?x37xf32> {
  // expected-note @below {{the target}}
  %r = linalg.softmax dimension(0) ins(%x : tensor<?x37xf32>) outs(%o : tensor<?x37xf32>) -> tensor<?x37xf32>
  return %r : tensor<?x37xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %root = transform.structured.match ops{["linalg.softmax"]} in %module : (!transform.any_op) -> !transform.any_op
  %rows = transform.param.constant 8 : i64 -> !transform.param<i64>
  // expected-remark @below {{tiles nothing: the first loop of the target reduces, so that no loop before it counts rows}}
  %tiled, %loops = transform.heddle.tile_rows %root by %rows
      : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
}
