// Joint roots whose extents differ, but have the same number of tiles: the result is that
// of the payload. The loop runs to the smallest extent.
// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The last tile of each root ends where the root does.
// SAME-DAG: longer_second: equal
// CHECK-LABEL: func.func @longer_second(
// CHECK-DAG:     %[[STEP:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[SMALL:.*]] = arith.constant 29 : index
// CHECK:         %[[R:.*]]:2 = scf.for %[[I:.*]] = %{{.*}} to %[[SMALL]] step %[[STEP]]
// CHECK-DAG:       linalg.negf {longer_second}
// CHECK-DAG:       linalg.abs {longer_second}
// CHECK:         return %[[R]]#{{[01]}}, %[[R]]#{{[01]}}
func.func @longer_second(%a: tensor<29xf32>, %b: tensor<31xf32>) -> (tensor<29xf32>, tensor<31xf32>) {
  %0 = linalg.negf {longer_second} ins(%a : tensor<29xf32>) outs(%a : tensor<29xf32>) -> tensor<29xf32>
  %1 = linalg.abs {longer_second} ins(%b : tensor<31xf32>) outs(%b : tensor<31xf32>) -> tensor<31xf32>
  return %0, %1 : tensor<29xf32>, tensor<31xf32>
}

// Three roots, the smallest in the middle: its last tile has one element, the last tile of
// the third root is full.
// SAME-DAG: three: equal
// CHECK-LABEL: func.func @three(
// CHECK-DAG:     %[[NINE:.*]] = arith.constant 9 : index
// CHECK:         %[[R:.*]]:3 = scf.for %{{.*}} = %{{.*}} to %[[NINE]]
// CHECK:         return
func.func @three(%a: tensor<12xf32>, %b: tensor<9xf32>, %c: tensor<16xf32>) -> (tensor<12xf32>, tensor<9xf32>, tensor<16xf32>) {
  %0 = linalg.negf {three} ins(%a : tensor<12xf32>) outs(%a : tensor<12xf32>) -> tensor<12xf32>
  %1 = linalg.abs {three} ins(%b : tensor<9xf32>) outs(%b : tensor<9xf32>) -> tensor<9xf32>
  %2 = linalg.negf {three} ins(%c : tensor<16xf32>) outs(%c : tensor<16xf32>) -> tensor<16xf32>
  return %0, %1, %2 : tensor<12xf32>, tensor<9xf32>, tensor<16xf32>
}

// Two reductions over different numbers of elements share the loop of the reduction, and
// their producer is computed for each.
// SAME-DAG: reductions: equal
// CHECK-LABEL: func.func @reductions(
// CHECK-DAG:     %[[SMALL:.*]] = arith.constant 33 : index
// CHECK:         scf.for %{{.*}} step
// CHECK:           scf.for %{{.*}} = %{{.*}} to %[[SMALL]] step
// CHECK-DAG:         linalg.exp ins(
// CHECK:         return
func.func @reductions(%a: tensor<7x33xf32>, %v: tensor<33x9xf32>, %b: tensor<7x40xf32>, %w: tensor<40x9xf32>, %c: tensor<7x9xf32>) -> (tensor<7x9xf32>, tensor<7x9xf32>) {
  %e = tensor.empty() : tensor<7x40xf32>
  %x = linalg.exp ins(%b : tensor<7x40xf32>) outs(%e : tensor<7x40xf32>) -> tensor<7x40xf32>
  %0 = linalg.matmul {reductions} ins(%a, %v : tensor<7x33xf32>, tensor<33x9xf32>) outs(%c : tensor<7x9xf32>) -> tensor<7x9xf32>
  %1 = linalg.matmul {reductions} ins(%x, %w : tensor<7x40xf32>, tensor<40x9xf32>) outs(%c : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %0, %1 : tensor<7x9xf32>, tensor<7x9xf32>
}

// A root reads windows of the other one, which is longer by the halo.
// SAME-DAG: windows: equal
// CHECK-LABEL: func.func @windows(
// CHECK-DAG:     %[[SMALL:.*]] = arith.constant 21 : index
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[SMALL]] step
// CHECK:         return
func.func @windows(%a: tensor<23xf32>, %w: tensor<3xf32>, %c: tensor<21xf32>) -> (tensor<23xf32>, tensor<21xf32>) {
  %0 = linalg.negf {windows} ins(%a : tensor<23xf32>) outs(%a : tensor<23xf32>) -> tensor<23xf32>
  %1 = linalg.conv_1d {windows} ins(%0, %w : tensor<23xf32>, tensor<3xf32>) outs(%c : tensor<21xf32>) -> tensor<21xf32>
  return %0, %1 : tensor<23xf32>, tensor<21xf32>
}

// A producer that both roots read in part is shared, and leaves the nest too.
// SAME-DAG: shared: equal
// CHECK-LABEL: func.func @shared(
// CHECK-DAG:     %[[SMALL:.*]] = arith.constant 30 : index
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[SMALL]] step
// CHECK:         return
func.func @shared(%a: tensor<31xf32>) -> (tensor<31xf32>, tensor<30xf32>, tensor<31xf32>) {
  %e = tensor.empty() : tensor<30xf32>
  %p = linalg.exp ins(%a : tensor<31xf32>) outs(%a : tensor<31xf32>) -> tensor<31xf32>
  %0 = linalg.negf {shared} ins(%p : tensor<31xf32>) outs(%a : tensor<31xf32>) -> tensor<31xf32>
  %s = tensor.extract_slice %p[1] [30] [1] : tensor<31xf32> to tensor<30xf32>
  %1 = linalg.abs {shared} ins(%s : tensor<30xf32>) outs(%e : tensor<30xf32>) -> tensor<30xf32>
  return %0, %1, %p : tensor<31xf32>, tensor<30xf32>, tensor<31xf32>
}

// Each iteration of a forall writes its part of both.
// SAME-DAG: forall: equal
// CHECK-LABEL: func.func @forall(
// CHECK:         scf.forall (%{{.*}}) = (0) to (29) step (4)
// CHECK:         return
func.func @forall(%a: tensor<29xf32>, %b: tensor<31xf32>) -> (tensor<29xf32>, tensor<31xf32>) {
  %0 = linalg.negf {forall} ins(%a : tensor<29xf32>) outs(%a : tensor<29xf32>) -> tensor<29xf32>
  %1 = linalg.abs {forall} ins(%b : tensor<31xf32>) outs(%b : tensor<31xf32>) -> tensor<31xf32>
  return %0, %1 : tensor<29xf32>, tensor<31xf32>
}

// Sizes from numbers of tiles: two tiles of 8 for the first root would leave 5 elements of
// the second one; two tiles of 11 hold both.
// SAME-DAG: counted: equal
// CHECK-LABEL: func.func @counted(
// CHECK-DAG:     %[[STEP:.*]] = arith.constant 11 : index
// CHECK-DAG:     %[[SMALL:.*]] = arith.constant 16 : index
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[SMALL]] step %[[STEP]]
// CHECK:         return
func.func @counted(%a: tensor<16xf32>, %b: tensor<21xf32>) -> (tensor<16xf32>, tensor<21xf32>) {
  %0 = linalg.negf ins(%a : tensor<16xf32>) outs(%a : tensor<16xf32>) -> tensor<16xf32>
  %1 = linalg.abs ins(%b : tensor<21xf32>) outs(%b : tensor<21xf32>) -> tensor<21xf32>
  return {counted} %0, %1 : tensor<16xf32>, tensor<21xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {longer_second} in %module : (!transform.any_op) -> !transform.any_op
  %t0:2 = transform.structured.fuse_ext %0 tile_sizes [4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {three} in %module : (!transform.any_op) -> !transform.any_op
  %t1:2 = transform.structured.fuse_ext %1 tile_sizes [8] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {reductions} in %module : (!transform.any_op) -> !transform.any_op
  %t2:3 = transform.structured.fuse_ext %2 tile_sizes [4, 0, 16] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {windows} in %module : (!transform.any_op) -> !transform.any_op
  %t3:2 = transform.structured.fuse_ext %3 tile_sizes [8] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {shared} in %module : (!transform.any_op) -> !transform.any_op
  %t4:2 = transform.structured.fuse_ext %4 tile_sizes [4] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {forall} in %module : (!transform.any_op) -> !transform.any_op
  %t5:2 = transform.structured.fuse_ext %5 tile_sizes [4] {joint, use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {counted} in %module : (!transform.any_op) -> !transform.any_op
  %t6:2 = transform.structured.fuse_operands %6 {tile_nums = [2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
}
