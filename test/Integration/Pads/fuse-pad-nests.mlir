// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle explain --memory %s | FileCheck %s --check-prefix=MEMORY

// A pad inside a nest: its tile has one buffer, into which the op before it
// writes.
// SAME: in_a_nest: equal: whole numbers bit for bit
// MEMORY: memory of @in_a_nest: 2 allocations (17408 B, 2 x), 0 copies
// MEMORY:      alloc memref<16x16xf32>: 1024 B x 1
// MEMORY:      alloc memref<64x64xf32>: 16384 B x 1
// CHECK-LABEL: func.func @in_a_nest(
// CHECK-NOT:     scf.if
// CHECK:         %[[F:.*]] = linalg.fill ins({{.*}}) outs({{.*}} : tensor<16x16xf32>)
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F]][
// CHECK:         %[[N:.*]] = linalg.negf ins({{.*}}) outs(%[[S]] :
// CHECK:         %[[P:.*]] = tensor.insert_slice %[[N]] into %[[F]][
// CHECK:         linalg.mul {in_a_nest} ins(%[[P]], %[[P]] :
func.func @in_a_nest(%a: tensor<60x60xf32>) -> tensor<64x64xf32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<60x60xf32>
  %f = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.negf ins(%a : tensor<60x60xf32>) outs(%e : tensor<60x60xf32>) -> tensor<60x60xf32>
  %1 = tensor.pad %0 low[2, 2] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<60x60xf32> to tensor<64x64xf32>
  %2 = linalg.mul {in_a_nest} ins(%1, %1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// Tiles that the box proves to lie inside: neither a frame nor a buffer.
// SAME: needless: equal: whole numbers bit for bit
// MEMORY: memory of @needless: 2 allocations (17408 B, 2 x), 0 copies
// CHECK-LABEL: func.func @needless(
// CHECK-NOT:     linalg.fill
// CHECK-NOT:     scf.if
// CHECK:         %[[N:.*]] = linalg.negf ins({{.*}}) outs({{.*}} : tensor<16x16xf32>)
// CHECK-NOT:     linalg.fill
// CHECK-NOT:     scf.if
// CHECK:         linalg.mul {needless} ins(%[[N]], %[[N]] :
func.func @needless(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.negf ins(%a : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = tensor.pad %0 low[2, 2] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<64x64xf32> to tensor<68x68xf32>
  %s = tensor.extract_slice %1[2, 2] [64, 64] [1, 1] : tensor<68x68xf32> to tensor<64x64xf32>
  %2 = linalg.mul {needless} ins(%s, %s : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// A reduction keeps tiles of one size, which vectorize: there is room for one
// that reaches over the source, and the frame comes after it.
// SAME: reduction: equal: whole numbers bit for bit
// MEMORY: memory of @reduction: 2 allocations ({{.*}}), 0 copies
// MEMORY:      alloc memref<20x20xf32>
// MEMORY:      alloc memref<64x64xf32>
// CHECK-LABEL: func.func @reduction(
// CHECK:         linalg.matmul ins({{.*}} outs({{.*}} : tensor<16x16xf32>)
// CHECK-COUNT-4: linalg.fill ins({{.*}} : tensor<{{.*\?.*}}xf32>)
func.func @reduction(%a: tensor<60x8xf32>, %b: tensor<8x60xf32>) -> tensor<64x64xf32> {
  %c = arith.constant 3.0 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<60x60xf32>
  %f = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<60x60xf32>) -> tensor<60x60xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<60x8xf32>, tensor<8x60xf32>) outs(%i : tensor<60x60xf32>) -> tensor<60x60xf32>
  %1 = tensor.pad %0 low[2, 2] high[2, 2] {
  ^bb0(%k: index, %j: index):
    tensor.yield %c : f32
  } : tensor<60x60xf32> to tensor<64x64xf32>
  %2 = linalg.abs {reduction} ins(%1 : tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// Sizes that do not divide, extents of 0 and 1, tiles that lie in the padding.
// SAME: any_size: equal: whole numbers bit for bit
// MEMORY: memory of @any_size: 2 allocations ({{.*}}), 0 copies
// CHECK-LABEL: func.func @any_size(
// CHECK:         %[[F:.*]] = linalg.fill ins({{.*}}) outs({{.*}} : tensor<?x?xf32>)
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F]][
// CHECK:         linalg.negf ins({{.*}}) outs(%[[S]] :
// CHECK-NOT:     scf.if
func.func @any_size(%a: tensor<?x?xf32>, %low: index, %high: index) -> tensor<?x?xf32> {
  %c = arith.constant 3.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.negf ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.pad %0 low[%low, 9] high[9, %high] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %p = tensor.dim %1, %c0 : tensor<?x?xf32>
  %q = tensor.dim %1, %c1 : tensor<?x?xf32>
  %f = tensor.empty(%p, %q) : tensor<?x?xf32>
  %2 = linalg.abs {any_size} ins(%1 : tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {in_a_nest} in %module : (!transform.any_op) -> !transform.any_op
  %t0:3 = transform.structured.fuse_ext %0 tile_sizes [16, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {needless} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [16, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {reduction} in %module : (!transform.any_op) -> !transform.any_op
  %t2:3 = transform.structured.fuse_ext %2 tile_sizes [16, 16] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {any_size} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [5, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  cleanup
}
