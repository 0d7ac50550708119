// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// RMSnorm fused into the product that reads it: the loop over the terms sums the
// squares alongside, and each row is scaled once, after it. What the product
// starts from is added after that.

// SAME: rms: equal: {{.*}}equal as formulas
// CHECK-LABEL: func.func @rms(
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           linalg.fill {{.*}} outs(%[[ACC:[^ ]*]] : memref<?x?xf32>)
// CHECK:           scf.for %[[J:.*]] =
// CHECK-NOT:         rsqrt
// CHECK:             memref.subview %{{.*}}[%[[I]], %[[J]]]
// CHECK:             linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} {{.*}} outs(%[[ROWS:[^,]*]], %[[SUM:[^ ]*]] :
// CHECK:             linalg.matmul {terms} ins(%[[ROWS]], {{.*}}) outs(%[[ACC]] :
// CHECK:           linalg.generic {{.*}} ins(%[[SUM]] : {{.*}} outs(%[[SUM]] :
// CHECK:             %{{.*}} = math.rsqrt %
// CHECK:           linalg.generic {{.*}} ins(%[[ACC]], %[[SUM]] :
// CHECK:             %[[SCALED:.*]] = arith.mulf
// CHECK:             arith.addf %{{.*}}, %[[SCALED]]
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @rms(%x: tensor<?x?xf32>, %g: tensor<?xf32>, %w: tensor<?x?xf32>, %init: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %k = tensor.dim %x, %c1 : tensor<?x?xf32>
  %width = arith.index_cast %k : index to i32
  %float = arith.sitofp %width : i32 to f32
  %0 = tensor.empty(%m) : tensor<?xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %5 = arith.mulf %in, %in : f32
    %6 = arith.addf %out, %5 : f32
    linalg.yield %6 : f32
  } -> tensor<?xf32>
  %3 = tensor.empty(%m, %k) : tensor<?x?xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %2, %g : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%3 : tensor<?x?xf32>) {
  ^bb0(%in: f32, %sum: f32, %gain: f32, %out: f32):
    %5 = arith.divf %sum, %float : f32
    %6 = arith.addf %5, %eps : f32
    %7 = math.rsqrt %6 : f32
    %8 = arith.mulf %in, %7 : f32
    %9 = arith.mulf %8, %gain : f32
    linalg.yield %9 : f32
  } -> tensor<?x?xf32>
  %r = linalg.matmul {terms} ins(%4, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %terms = transform.structured.match attributes {terms} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %terms tile_sizes [3, 0, 4] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %buffers = transform.heddle.bufferize %root {returns = "out_params"} : (!transform.any_op) -> !transform.any_op
  transform.heddle.assert_memory %buffers {copies = 0} : !transform.any_op
}
