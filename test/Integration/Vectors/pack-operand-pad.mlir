// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle explain %s --memory | FileCheck %s --check-prefix=MEMORY

// Operands in copies with padded rows, fused, vectorized and bufferized: with dynamic
// sizes and with odd ones; transposed; of a batch, in a forall; the channels of a
// filter; a whole copy, which no nest computes; no rows, one column and one batch. There
// is no copy besides these, and no other buffer.

// SAME: panel: equal
// CHECK-LABEL: func.func @panel(
// CHECK:         %[[P:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x32xf32>
// CHECK-NOT:     memref.alloc(
// CHECK:         scf.for %{{[^ ]*}} = %c0
// CHECK:           memref.subview %[[P]][0, 0] [%{{.*}}, 20] [1, 1] : memref<?x32xf32> to memref<?x20xf32, strided<[32, 1]>>
// CHECK-NOT:     memref.copy
// CHECK:         vector.contract {{.*}} : vector<
// MEMORY: memory of @panel: 2 allocations (256*arg1[0] B, 2 x), 0 copies
// MEMORY-NEXT:   alloc memref<?x32xf32>: 128*arg1[0] B x 1
// MEMORY-NEXT:     because it holds the result of 'linalg.copy' with each row at a multiple of 16 elements
func.func @panel(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul {second} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// SAME: both: equal
// CHECK-LABEL: func.func @both(
// CHECK-NOT:     memref.copy
// CHECK:         return
// MEMORY: memory of @both: 3 allocations (8096 B, 3 x), 0 copies
func.func @both(%a: tensor<19x23xf32>, %b: tensor<45x23xf32>, %c: tensor<19x45xf32>) -> tensor<19x45xf32> {
  %r = linalg.matmul
    indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {both}
    ins(%a, %b : tensor<19x23xf32>, tensor<45x23xf32>) outs(%c : tensor<19x45xf32>) -> tensor<19x45xf32>
  return %r : tensor<19x45xf32>
}

// SAME: batches: equal
// CHECK-LABEL: func.func @batches(
// CHECK:         scf.forall (%{{.*}}) in (
// CHECK:           memref.alloc({{.*}}) {alignment = 64 : i64} : memref<1x?x?xf32>
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @batches(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>, %c: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %r = linalg.batch_matmul {batches} ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%c : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

// SAME: filter: equal
// CHECK-LABEL: func.func @filter(
// CHECK:         memref.alloc() {alignment = 64 : i64} : memref<3x3x5x48xf32>
// CHECK-NOT:     memref.copy
// CHECK:         return
// MEMORY: memory of @filter: 1 allocation (8640 B, 1 x)
func.func @filter(%x: tensor<1x9x19x5xf32>, %w: tensor<37x3x3x5xf32>, %out: tensor<1x7x17x37xf32>) -> tensor<1x7x17x37xf32> {
  %r = linalg.conv_2d_nhwc_fhwc {whole, dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %w : tensor<1x9x19x5xf32>, tensor<37x3x3x5xf32>) outs(%out : tensor<1x7x17x37xf32>) -> tensor<1x7x17x37xf32>
  return %r : tensor<1x7x17x37xf32>
}

// SAME: no_rows: equal
func.func @no_rows(%a: tensor<?x0xf32>, %b: tensor<0x5xf32>, %c: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %r = linalg.matmul {second} ins(%a, %b : tensor<?x0xf32>, tensor<0x5xf32>) outs(%c : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}

// SAME: one_column: equal
// MEMORY: memory of @one_column: 1 allocation (320 B, 1 x), 0 copies
func.func @one_column(%a: tensor<9x5xf64>, %b: tensor<5x1xf64>, %c: tensor<9x1xf64>) -> tensor<9x1xf64> {
  %r = linalg.matmul {second} ins(%a, %b : tensor<9x5xf64>, tensor<5x1xf64>) outs(%c : tensor<9x1xf64>) -> tensor<9x1xf64>
  return %r : tensor<9x1xf64>
}

// SAME: one_batch: equal
// MEMORY: memory of @one_batch: 2 allocations (5888 B, 2 x), 0 copies
func.func @one_batch(%a: tensor<1x9x23xf32>, %b: tensor<1x23x45xf32>, %c: tensor<1x9x45xf32>) -> tensor<1x9x45xf32> {
  %r = linalg.batch_matmul {one_batch} ins(%a, %b : tensor<1x9x23xf32>, tensor<1x23x45xf32>) outs(%c : tensor<1x9x45xf32>) -> tensor<1x9x45xf32>
  return %r : tensor<1x9x45xf32>
}

// SAME: vector: equal
func.func @vector(%x: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.exp {row} ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// SAME: shift: equal
// CHECK-LABEL: func.func @shift(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @shift(%x: tensor<?x?x?x?xi32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %r = linalg.add {whole_last} ins(%x, %x : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %r : tensor<?x?x?x?xi32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %both = transform.structured.match attributes {both} in %root : (!transform.any_op) -> !transform.any_op
  %first, %rows = transform.heddle.pack_operand %both operand = 0 {transpose = array<i64: 1, 0>, pad = 6}
  %all, %columns = transform.heddle.pack_operand %first operand = 1 {pad}
  %0, %1:3 = transform.structured.fuse_ext %all tile_sizes [8, 20, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %second = transform.structured.match attributes {second} in %root : (!transform.any_op) -> !transform.any_op
  %products, %panels = transform.heddle.pack_operand %second operand = 1 {pad}
  transform.foreach %products : !transform.any_op {
  ^bb1(%product: !transform.any_op):
    %2, %3:3 = transform.structured.fuse_ext %product tile_sizes [8, 20, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  }
  %batches = transform.structured.match attributes {batches} in %root : (!transform.any_op) -> !transform.any_op
  %batch, %panel = transform.heddle.pack_operand %batches operand = 1 {pad = 16}
  %4, %forall = transform.structured.fuse_ext %batch tile_sizes [1] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %inner, %5:3 = transform.structured.fuse_ext %4 tile_sizes [0, 8, 20, 1] interchange [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %single = transform.structured.match attributes {one_batch} in %root : (!transform.any_op) -> !transform.any_op
  %unit, %part = transform.heddle.pack_operand %single operand = 1 {pad = 16}
  %11, %12:4 = transform.structured.fuse_ext %unit tile_sizes [1, 8, 20, 1] interchange [0, 2, 1, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %whole = transform.structured.match attributes {whole} in %root : (!transform.any_op) -> !transform.any_op
  %conv, %filter = transform.heddle.pack_operand %whole operand = 1 {pad = 16}
  %last = transform.structured.match attributes {whole_last} in %root : (!transform.any_op) -> !transform.any_op
  %sum, %order = transform.heddle.pack_operand %last operand = 0 {transpose = array<i64: 3, 1, 0, 2>, pad = 7}
  %row = transform.structured.match attributes {row} in %root : (!transform.any_op) -> !transform.any_op
  %6, %7 = transform.heddle.pack_operand %row operand = 0 {pad = 8}
  %8, %9 = transform.structured.fuse_ext %6 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.heddle.vectorize %root {best_effort} : !transform.any_op
  %10 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
}
