// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Tiled along all dims that allow it, then bufferized: no nest allocates or
// copies anything, and the loops are what they are.

// CHECK-LABEL: func @scan(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg_ext.scan {scan}
// CHECK:           } {heddle.loop_kind = "parallel"}
// CHECK-NOT:       parallel
// CHECK:         return
func.func @scan(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %a: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0:2 = linalg_ext.scan {scan} dimension(1) inclusive(true) ins(%x : tensor<?x?xf32>) outs(%y, %a : tensor<?x?xf32>, tensor<?xf32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.addf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<?x?xf32>, tensor<?xf32>
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @topk(
// CHECK-NOT:     memref.alloc
// CHECK:         linalg_ext.topk {topk}
func.func @topk(%x: tensor<?x23xf32>, %v: tensor<?x3xf32>, %i: tensor<?x3xi32>) -> (tensor<?x3xf32>, tensor<?x3xi32>) {
  %0:2 = linalg_ext.topk {topk} dimension(1) ins(%x : tensor<?x23xf32>) outs(%v, %i : tensor<?x3xf32>, tensor<?x3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  } -> tensor<?x3xf32>, tensor<?x3xi32>
  return %0#0, %0#1 : tensor<?x3xf32>, tensor<?x3xi32>
}

// CHECK-LABEL: func @scatter(
// CHECK-NOT:     memref.alloc
// CHECK:         linalg_ext.scatter {scatter}
func.func @scatter(%i: tensor<?x1xi32>, %u: tensor<?x9xf32>, %s: tensor<8x9xf32>) -> tensor<8x9xf32> {
  %0 = linalg_ext.scatter {scatter} ins(%i, %u : tensor<?x1xi32>, tensor<?x9xf32>) outs(%s : tensor<8x9xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  } -> tensor<8x9xf32>
  return %0 : tensor<8x9xf32>
}

// All four results of a softmax.
// CHECK-LABEL: func @softmax(
// CHECK-NOT:     memref.alloc
// CHECK:         linalg_ext.softmax {softmax}
func.func @softmax(%x: tensor<37x11xf32>, %y: tensor<37x11xf32>, %m: tensor<37xf32>, %l: tensor<37xf32>, %s: tensor<37xf32>) -> (tensor<37x11xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>) {
  %0:4 = linalg_ext.softmax {softmax} dimension(1) ins(%x : tensor<37x11xf32>) outs(%y, %m, %l, %s : tensor<37x11xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>) : tensor<37x11xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>
  return %0#0, %0#1, %0#2, %0#3 : tensor<37x11xf32>, tensor<37xf32>, tensor<37xf32>, tensor<37xf32>
}

// CHECK-LABEL: func @matrices(
// CHECK-NOT:     memref.alloc
// CHECK:         linalg_ext.batch_matmul ins(
// CHECK-SAME:    {product}
// CHECK:         linalg_ext.diag {diag}
func.func @matrices(%a: tensor<3x5x11xf32>, %b: tensor<3x7x11xf32>, %c: tensor<3x5x7xf32>, %x: tensor<13xf32>, %y: tensor<13x13xf32>) -> (tensor<3x5x7xf32>, tensor<13x13xf32>) {
  %0 = linalg_ext.batch_matmul ins(%a, %b : tensor<3x5x11xf32>, tensor<3x7x11xf32>) outs(%c : tensor<3x5x7xf32>) layout = "nt" {product}
  %1 = linalg_ext.diag {diag} ins(%x : tensor<13xf32>) outs(%y : tensor<13x13xf32>) : tensor<13x13xf32>
  return %0, %1 : tensor<3x5x7xf32>, tensor<13x13xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {scan} in %root : (!transform.any_op) -> !transform.any_op
  %t0, %l0:2 = transform.structured.tile_ext %0 [3, 4] {interchange = [1, 0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %t0 : !transform.any_op
  %1 = transform.structured.match attributes {topk} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [3, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {scatter} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [3, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {softmax} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %3 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {product} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %4 [2, 3, 4, 5] {interchange = [3, 0, 1, 2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {diag} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_ext %5 [3, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.assert_memory %b {allocations = 0, copies = 0} : !transform.any_op
}
