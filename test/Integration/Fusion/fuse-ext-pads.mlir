// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A pad of one between two elementwise ops.
// SAME: pad_between: equal
// CHECK-LABEL: func.func @pad_between(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             %[[FILL:.*]] = linalg.fill ins({{.*}}) outs({{.*}} : tensor<7x7xf32>)
// CHECK:             %[[PART:.*]] = tensor.extract_slice %[[FILL]][
// CHECK:             %[[NEG:.*]] = linalg.negf ins({{.*}}) outs(%[[PART]] :
// CHECK:             %[[PAD:.*]] = tensor.insert_slice %[[NEG]] into %[[FILL]][
// CHECK:             linalg.mul {pad_between} ins(%[[PAD]], %[[PAD]] :
func.func @pad_between(%a: tensor<12x12xf32>) -> tensor<14x14xf32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<12x12xf32>
  %f = tensor.empty() : tensor<14x14xf32>
  %0 = linalg.negf ins(%a : tensor<12x12xf32>) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %1 = tensor.pad %0 low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<12x12xf32> to tensor<14x14xf32>
  %2 = linalg.mul {pad_between} ins(%1, %1 : tensor<14x14xf32>, tensor<14x14xf32>) outs(%f : tensor<14x14xf32>) -> tensor<14x14xf32>
  return %2 : tensor<14x14xf32>
}

// The padding is wider than a tile: some tiles lie in it wholly.
// SAME: tile_in_padding: equal
// CHECK-LABEL: func.func @tile_in_padding(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @tile_in_padding(%a: tensor<12x12xf32>) -> tensor<28x28xf32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<12x12xf32>
  %f = tensor.empty() : tensor<28x28xf32>
  %0 = linalg.negf ins(%a : tensor<12x12xf32>) outs(%e : tensor<12x12xf32>) -> tensor<12x12xf32>
  %1 = tensor.pad %0 low[8, 8] high[8, 8] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<12x12xf32> to tensor<28x28xf32>
  %2 = linalg.mul {tile_in_padding} ins(%1, %1 : tensor<28x28xf32>, tensor<28x28xf32>) outs(%f : tensor<28x28xf32>) -> tensor<28x28xf32>
  return %2 : tensor<28x28xf32>
}

// More high padding than low.
// SAME: asymmetric: equal
// CHECK-LABEL: func.func @asymmetric(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @asymmetric(%a: tensor<11x11xf32>) -> tensor<16x16xf32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<11x11xf32>
  %f = tensor.empty() : tensor<16x16xf32>
  %0 = linalg.negf ins(%a : tensor<11x11xf32>) outs(%e : tensor<11x11xf32>) -> tensor<11x11xf32>
  %1 = tensor.pad %0 low[0, 0] high[5, 5] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<11x11xf32> to tensor<16x16xf32>
  %2 = linalg.mul {asymmetric} ins(%1, %1 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %2 : tensor<16x16xf32>
}

// The padding value depends on the index.
// SAME: pad_by_index: equal
// CHECK-LABEL: func.func @pad_by_index(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @pad_by_index(%a: tensor<9x8xf32>) -> tensor<13x10xf32> {
  %e = tensor.empty() : tensor<9x8xf32>
  %f = tensor.empty() : tensor<13x10xf32>
  %0 = linalg.negf ins(%a : tensor<9x8xf32>) outs(%e : tensor<9x8xf32>) -> tensor<9x8xf32>
  %1 = tensor.pad %0 low[3, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    %x = arith.index_cast %s : index to i32
    %y = arith.sitofp %x : i32 to f32
    tensor.yield %y : f32
  } : tensor<9x8xf32> to tensor<13x10xf32>
  %2 = linalg.abs {pad_by_index} ins(%1 : tensor<13x10xf32>) outs(%f : tensor<13x10xf32>) -> tensor<13x10xf32>
  return %2 : tensor<13x10xf32>
}

// It is padded with an argument.
// SAME: pad_by_argument: equal
// CHECK-LABEL: func.func @pad_by_argument(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @pad_by_argument(%a: tensor<9x8xf32>, %v: f32) -> tensor<13x10xf32> {
  %e = tensor.empty() : tensor<9x8xf32>
  %f = tensor.empty() : tensor<13x10xf32>
  %0 = linalg.negf ins(%a : tensor<9x8xf32>) outs(%e : tensor<9x8xf32>) -> tensor<9x8xf32>
  %1 = tensor.pad %0 low[3, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<9x8xf32> to tensor<13x10xf32>
  %2 = linalg.abs {pad_by_argument} ins(%1 : tensor<13x10xf32>) outs(%f : tensor<13x10xf32>) -> tensor<13x10xf32>
  return %2 : tensor<13x10xf32>
}

// Dynamic extents, and an amount of padding that depends on them.
// SAME: pad_dynamic: equal
// CHECK-LABEL: func.func @pad_dynamic(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @pad_dynamic(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.negf ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.pad %0 low[2, %m] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %p = tensor.dim %1, %c0 : tensor<?x?xf32>
  %q = tensor.dim %1, %c1 : tensor<?x?xf32>
  %f = tensor.empty(%p, %q) : tensor<?x?xf32>
  %2 = linalg.mul {pad_dynamic} ins(%1, %1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {pad_between} in %module : (!transform.any_op) -> !transform.any_op
  %t0:3 = transform.structured.fuse_ext %0 tile_sizes [7, 7] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {tile_in_padding} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [4, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {asymmetric} in %module : (!transform.any_op) -> !transform.any_op
  %t2:3 = transform.structured.fuse_ext %2 tile_sizes [3, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {pad_by_index} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [4, 3] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {pad_by_argument} in %module : (!transform.any_op) -> !transform.any_op
  %t4:3 = transform.structured.fuse_ext %4 tile_sizes [4, 3] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {pad_dynamic} in %module : (!transform.any_op) -> !transform.any_op
  %t5:3 = transform.structured.fuse_ext %5 tile_sizes [4, 3] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  cleanup
}
