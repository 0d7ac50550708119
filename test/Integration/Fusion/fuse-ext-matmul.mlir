// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The reduction is tiled: the fill is before the loop, and the loop carries
// the accumulator.
// SAME: matmul_k: equal
// CHECK-LABEL: func.func @matmul_k(
// CHECK:         %[[Z:.*]] = linalg.fill ins(
// CHECK:         %[[R:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[Z]])
// CHECK-NOT:       linalg.fill
// CHECK:           %[[T:.*]] = linalg.matmul {matmul_k} ins({{.*}}) outs(%[[ACC]] :
// CHECK:           scf.yield %[[T]]
// CHECK:         } {heddle.loop_kind = "reduction"}
// CHECK:         return %[[R]]
func.func @matmul_k(%a: tensor<37x53xf32>, %b: tensor<53x29xf32>) -> tensor<37x29xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x29xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<37x29xf32>) -> tensor<37x29xf32>
  %0 = linalg.matmul {matmul_k} ins(%a, %b : tensor<37x53xf32>, tensor<53x29xf32>) outs(%z : tensor<37x29xf32>) -> tensor<37x29xf32>
  return %0 : tensor<37x29xf32>
}

// Rows outside the reduction: each tile of rows starts from a fill of its own,
// once, before the inner loop.
// SAME: matmul_m_k: equal
// CHECK-LABEL: func.func @matmul_m_k(
// CHECK:         scf.for %
// CHECK:           %[[Z:.*]] = linalg.fill ins(
// CHECK:           scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[Z]])
// CHECK-NOT:         linalg.fill
// CHECK:             linalg.matmul {matmul_m_k} ins({{.*}}) outs(%[[ACC]] :
// CHECK:           } {heddle.loop_kind = "reduction"}
// CHECK:         } {heddle.loop_kind = "parallel"}
func.func @matmul_m_k(%a: tensor<37x53xf32>, %b: tensor<53x29xf32>) -> tensor<37x29xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x29xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<37x29xf32>) -> tensor<37x29xf32>
  %0 = linalg.matmul {matmul_m_k} ins(%a, %b : tensor<37x53xf32>, tensor<53x29xf32>) outs(%z : tensor<37x29xf32>) -> tensor<37x29xf32>
  return %0 : tensor<37x29xf32>
}

// The reduction outermost: the fill can only be before all loops.
// SAME: matmul_k_m_n: equal
// CHECK-LABEL: func.func @matmul_k_m_n(
// CHECK:         %[[Z:.*]] = linalg.fill ins({{.*}}) outs({{.*}} : tensor<37x29xf32>)
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[Z]])
// CHECK-NOT:     linalg.fill
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "reduction"}
func.func @matmul_k_m_n(%a: tensor<37x53xf32>, %b: tensor<53x29xf32>) -> tensor<37x29xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x29xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<37x29xf32>) -> tensor<37x29xf32>
  %0 = linalg.matmul {matmul_k_m_n} ins(%a, %b : tensor<37x53xf32>, tensor<53x29xf32>) outs(%z : tensor<37x29xf32>) -> tensor<37x29xf32>
  return %0 : tensor<37x29xf32>
}

// Only parallel dimensions: the fill is computed tile by tile.
// SAME: matmul_m_n: equal
// CHECK-LABEL: func.func @matmul_m_n(
// CHECK-NOT:     linalg.fill
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             %[[Z:.*]] = linalg.fill ins(
// CHECK:             linalg.matmul {matmul_m_n} ins({{.*}}) outs(%[[Z]] :
func.func @matmul_m_n(%a: tensor<37x53xf32>, %b: tensor<53x29xf32>) -> tensor<37x29xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37x29xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<37x29xf32>) -> tensor<37x29xf32>
  %0 = linalg.matmul {matmul_m_n} ins(%a, %b : tensor<37x53xf32>, tensor<53x29xf32>) outs(%z : tensor<37x29xf32>) -> tensor<37x29xf32>
  return %0 : tensor<37x29xf32>
}

// The accumulator is an argument: each element of it is read exactly once.
// SAME: matmul_argument: equal
// CHECK-LABEL: func.func @matmul_argument(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: tensor<37x29xf32>)
// CHECK:         scf.for {{.*}} iter_args(%[[C0:.*]] = %[[C]])
// CHECK:           scf.for %[[J:.*]] = {{.*}} iter_args(%[[C1:.*]] = %[[C0]])
// CHECK:             %[[TILE:.*]] = tensor.extract_slice %[[C1]][
// CHECK:             %[[K:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[TILE]])
// CHECK:               linalg.matmul {matmul_argument} ins({{.*}}) outs(%[[ACC]] :
// CHECK:             tensor.insert_slice %[[K]] into %[[C1]][
func.func @matmul_argument(%a: tensor<37x53xf32>, %b: tensor<53x29xf32>, %c: tensor<37x29xf32>) -> tensor<37x29xf32> {
  %0 = linalg.matmul {matmul_argument} ins(%a, %b : tensor<37x53xf32>, tensor<53x29xf32>) outs(%c : tensor<37x29xf32>) -> tensor<37x29xf32>
  return %0 : tensor<37x29xf32>
}

// A product of a product, rows and the second reduction tiled.
// SAME: two_matmuls: equal
// CHECK-LABEL: func.func @two_matmuls(
// CHECK:         scf.for %
// CHECK:           scf.for {{.*}} iter_args(%[[ACC:.*]] = %
// CHECK:             linalg.matmul ins(
// CHECK:             linalg.matmul {two_matmuls} ins({{.*}}) outs(%[[ACC]] :
func.func @two_matmuls(%a: tensor<13x17xf32>, %b: tensor<17x11xf32>, %d: tensor<11x19xf32>) -> tensor<13x19xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %f = tensor.empty() : tensor<13x19xf32>
  %y = linalg.fill ins(%zero : f32) outs(%f : tensor<13x19xf32>) -> tensor<13x19xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<13x17xf32>, tensor<17x11xf32>) outs(%z : tensor<13x11xf32>) -> tensor<13x11xf32>
  %1 = linalg.matmul {two_matmuls} ins(%0, %d : tensor<13x11xf32>, tensor<11x19xf32>) outs(%y : tensor<13x19xf32>) -> tensor<13x19xf32>
  return %1 : tensor<13x19xf32>
}

// The first product is returned too: all its tiles leave the nest.
// SAME: two_matmuls_first_returned: equal
// CHECK-LABEL: func.func @two_matmuls_first_returned(
// CHECK:         linalg.matmul {two_matmuls_first_returned}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "reduction"}
// CHECK:         return %
func.func @two_matmuls_first_returned(%a: tensor<13x17xf32>, %b: tensor<17x11xf32>, %d: tensor<11x19xf32>) -> (tensor<13x11xf32>, tensor<13x19xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %f = tensor.empty() : tensor<13x19xf32>
  %y = linalg.fill ins(%zero : f32) outs(%f : tensor<13x19xf32>) -> tensor<13x19xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<13x17xf32>, tensor<17x11xf32>) outs(%z : tensor<13x11xf32>) -> tensor<13x11xf32>
  %1 = linalg.matmul {two_matmuls_first_returned} ins(%0, %d : tensor<13x11xf32>, tensor<11x19xf32>) outs(%y : tensor<13x19xf32>) -> tensor<13x19xf32>
  return %0, %1 : tensor<13x11xf32>, tensor<13x19xf32>
}

// The first product adds to an argument, and the loop over columns does not touch
// it: it must not add twice.
// SAME: two_matmuls_start_once: equal
// CHECK-LABEL: func.func @two_matmuls_start_once(
// CHECK-SAME:    %[[C0:[a-z0-9]+]]: tensor<13x11xf32>)
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(
// CHECK:           %[[START:.*]] = tensor.extract_slice %[[C0]][%{{.*}}, 0]
// CHECK:           linalg.matmul ins({{.*}}) outs(%[[START]] :
// CHECK:           scf.for %
// CHECK-NOT:     outs(%[[START]]
// CHECK:             linalg.matmul {two_matmuls_start_once}
func.func @two_matmuls_start_once(%a: tensor<13x17xf32>, %b: tensor<17x11xf32>, %d: tensor<11x19xf32>, %c0: tensor<13x11xf32>) -> tensor<13x19xf32> {
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<13x19xf32>
  %y = linalg.fill ins(%zero : f32) outs(%f : tensor<13x19xf32>) -> tensor<13x19xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<13x17xf32>, tensor<17x11xf32>) outs(%c0 : tensor<13x11xf32>) -> tensor<13x11xf32>
  %1 = linalg.matmul {two_matmuls_start_once} ins(%0, %d : tensor<13x11xf32>, tensor<11x19xf32>) outs(%y : tensor<13x19xf32>) -> tensor<13x19xf32>
  return %1 : tensor<13x19xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {matmul_k} in %module : (!transform.any_op) -> !transform.any_op
  %t0:2 = transform.structured.fuse_ext %0 tile_sizes [0, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t0#0 : !transform.any_op
  %1 = transform.structured.match attributes {matmul_m_k} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [4, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t1#0 : !transform.any_op
  %2 = transform.structured.match attributes {matmul_k_m_n} in %module : (!transform.any_op) -> !transform.any_op
  %t2:4 = transform.structured.fuse_ext %2 tile_sizes [4, 8, 16] interchange [2, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t2#0 : !transform.any_op
  %3 = transform.structured.match attributes {matmul_m_n} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [4, 8, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t3#0 : !transform.any_op
  %4 = transform.structured.match attributes {matmul_argument} in %module : (!transform.any_op) -> !transform.any_op
  %t4:4 = transform.structured.fuse_ext %4 tile_sizes [4, 8, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t4#0 : !transform.any_op
  %5 = transform.structured.match attributes {two_matmuls} in %module : (!transform.any_op) -> !transform.any_op
  %t5:3 = transform.structured.fuse_ext %5 tile_sizes [4, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t5#0 : !transform.any_op
  %6 = transform.structured.match attributes {two_matmuls_first_returned} in %module : (!transform.any_op) -> !transform.any_op
  %t6:3 = transform.structured.fuse_ext %6 tile_sizes [4, 0, 8] interchange [2, 1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t6#0 : !transform.any_op
  %7 = transform.structured.match attributes {two_matmuls_start_once} in %module : (!transform.any_op) -> !transform.any_op
  %t7:3 = transform.structured.fuse_ext %7 tile_sizes [4, 8, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t7#0 : !transform.any_op
  cleanup
}
