// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// The loop over k carries the tile as one vector that starts from the zeros of
// the fill. The tensor is written once, after that loop.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[A:.*]]: tensor<16x24xf32>, %[[B:.*]]: tensor<24x64xf32>, %[[C:.*]]: tensor<16x64xf32>)
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8x32xf32>
// CHECK:         scf.for %[[N:.*]] = {{.*}} iter_args(%[[C0:.*]] = %[[C]])
// CHECK:           scf.for %[[M:.*]] = {{.*}} iter_args(%[[C1:.*]] = %[[C0]])
// CHECK:             %[[SUM:.*]] = scf.for %[[K:.*]] = {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (vector<8x32xf32>) {
// CHECK:               %[[COLUMN:.*]] = vector.transfer_read %[[A]][%[[M]], %[[K]]]
// CHECK:               %[[ROW:.*]] = vector.transfer_read %[[B]][%[[K]], %[[N]]]
// CHECK:               %[[ROWS:.*]] = vector.broadcast %[[ROW]]
// CHECK:               %[[NEXT:.*]] = vector.contract {{.*}} %[[COLUMN]], %[[ROWS]], %[[ACC]]
// CHECK-NEXT:          scf.yield %[[NEXT]]
// CHECK:             %[[T:.*]] = vector.transfer_write %[[SUM]], %[[C1]][%[[M]], %[[N]]]
// CHECK:             scf.yield %[[T]]
module {
func.func @matmul(%a: tensor<16x24xf32>, %b: tensor<24x64xf32>, %c: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%c : tensor<16x64xf32>) -> tensor<16x64xf32>
  %r = linalg.matmul ins(%a, %b : tensor<16x24xf32>, tensor<24x64xf32>) outs(%i : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %2:3 = transform.structured.fuse_ext %0 tile_sizes [8, 32, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// The three loops of a window and its channels carry one vector.
// CHECK-LABEL: func.func @convolution(
// CHECK:         %[[A:.*]] = scf.for {{.*}} -> (vector<7x32xf32>) {
// CHECK:           %[[B:.*]] = scf.for {{.*}} -> (vector<7x32xf32>) {
// CHECK:             %[[C:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (vector<7x32xf32>) {
// CHECK:               %[[NEXT:.*]] = vector.contract {{.*}}, %[[ACC]] :
// CHECK-NEXT:          scf.yield %[[NEXT]]
// CHECK:             scf.yield %[[C]]
// CHECK:           scf.yield %[[B]]
// CHECK:         vector.transfer_write %[[A]]
module {
func.func @convolution(%x: tensor<1x9x9x8xf32>, %w: tensor<3x3x8x32xf32>, %out: tensor<1x7x7x32xf32>) -> tensor<1x7x7x32xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %w : tensor<1x9x9x8xf32>, tensor<3x3x8x32xf32>) outs(%out : tensor<1x7x7x32xf32>) -> tensor<1x7x7x32xf32>
  return %r : tensor<1x7x7x32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.vectorize %0 : !transform.any_op
}
}

// -----

// The last columns are split off; in them alone, a mask says how many there are.
// CHECK-LABEL: func.func @partial(
// CHECK-SAME:    %[[X:.*]]: tensor<3x?xf32>
// CHECK:         scf.for %{{.*}} = %{{.*}} step %{{.*}} iter_args(
// CHECK:           %[[FULL:.*]] = vector.transfer_read %[[X]][{{.*}} {in_bounds = [true]} :
// CHECK:           arith.addf %[[FULL]], %[[FULL]] : vector<64xf32>
// CHECK:         %[[MASK:.*]] = vector.create_mask %{{.*}} : vector<64xi1>
// CHECK:         %[[PART:.*]] = vector.transfer_read %{{.*}}, %[[MASK]]
// CHECK:         arith.addf %[[PART]], %[[PART]] : vector<64xf32>
module {
func.func @partial(%x: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %r = linalg.add ins(%x, %x : tensor<3x?xf32>, tensor<3x?xf32>) outs(%x : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// Registers of 128 bits hold four floats; eight of them leave seven for a tile.
// CHECK-LABEL: func.func @small_registers(
// CHECK:         vector.contract {{.*}} into vector<3x8xf32>
module {
func.func @small_registers(%a: tensor<12x24xf32>, %b: tensor<24x64xf32>, %c: tensor<12x64xf32>) -> tensor<12x64xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<12x24xf32>, tensor<24x64xf32>) outs(%c : tensor<12x64xf32>) -> tensor<12x64xf32>
  return %r : tensor<12x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root {vector_bits = 128 : i64, registers = 8 : i64} : !transform.any_op
}
}

// -----

// A loop is a target, too: the op outside stays.
// CHECK-LABEL: func.func @in_a_loop(
// CHECK:         %[[A:.*]] = linalg.exp
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           vector.transfer_read %[[A]]
// CHECK-NOT:       linalg
// CHECK:           math.exp {{.*}} : vector<
// CHECK:         return
module {
func.func @in_a_loop(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = linalg.exp ins(%x : tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.exp {here} ins(%a : tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {here} in %root : (!transform.any_op) -> !transform.any_op
  %1, %2 = transform.structured.tile_ext %0 [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.heddle.vectorize %2 : !transform.any_op
}
}
