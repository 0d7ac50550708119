// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// The bias lands after the loop of the reduction, and reads the accumulator: the nest
// carries the sum alone, from the destination of the epilogue. Handles to the loops and
// to the epilogue stay valid.
// CHECK-LABEL: func @bias(
// CHECK-SAME:      %{{.*}}: tensor<32x8xf32>, %{{.*}}: tensor<8x64xf32>, %[[BIAS:.*]]: tensor<64xf32>)
// CHECK:         %[[OUT:.*]] = tensor.empty() : tensor<32x64xf32>
// CHECK:         %[[NEST:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[ROW:.*]] = %[[OUT]]) -> (tensor<32x64xf32>) {
// CHECK-NEXT:      %[[INNER:.*]] = scf.for %[[J:.*]] = {{.*}} iter_args(%[[TILES:.*]] = %[[ROW]]) -> (tensor<32x64xf32>) {
// CHECK:             %[[SUM:.*]] = scf.for {{.*}} -> (tensor<8x16xf32>) {
// CHECK:               linalg.matmul {{.*}} -> tensor<8x16xf32>
// CHECK:             }
// CHECK:             %[[B:.*]] = tensor.extract_slice %[[BIAS]][%[[J]]] [16]
// CHECK:             %[[O:.*]] = tensor.extract_slice %[[TILES]][%[[I]], %[[J]]] [8, 16]
// CHECK:             %[[T:.*]] = linalg.generic {{.*}} ins(%[[SUM]], %[[B]] : {{.*}} outs(%[[O]] : {{.*}} attrs = {epilogue, moved}
// CHECK:             %[[N:.*]] = tensor.insert_slice %[[T]] into %[[TILES]][%[[I]], %[[J]]] [8, 16]
// CHECK:             scf.yield %[[N]]
// CHECK:           } {around, columns}
// CHECK:           scf.yield %[[INNER]]
// CHECK:         } {around, rows}
// CHECK:         return %[[NEST]]
func.func @bias(%a: tensor<32x8xf32>, %b: tensor<8x64xf32>, %bias: tensor<64xf32>) -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<32x8xf32>, tensor<8x64xf32>) outs(%f : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<32x64xf32>, tensor<64xf32>) outs(%e : tensor<32x64xf32>) attrs = {epilogue} {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %matmul = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %0, %rows, %columns, %k = transform.structured.fuse_ext %matmul tile_sizes [8, 16, 4]
  %generic = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  %generics = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiled, %loops = transform.heddle.fuse_consumer %generic : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %tiled "moved" : !transform.any_op
  transform.annotate %rows "rows" : !transform.any_op
  transform.annotate %columns "columns" : !transform.any_op
  transform.annotate %loops "around" : !transform.any_op
}

// -----

// The sum of a row is complete after the loop of the columns: it reads what that loop
// returns, and the nest still carries it.
// CHECK-LABEL: func @row_sum(
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[ALL:.*]] = %{{.*}}, %[[SUMS:.*]] = %{{.*}}) -> (tensor<32x64xf32>, tensor<32xf32>) {
// CHECK-NEXT:      %[[ROW:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[ALL]])
// CHECK:           %[[X:.*]] = tensor.extract_slice %[[ROW]][%[[I]], 0] [8, 64]
// CHECK:           %[[O:.*]] = tensor.extract_slice %[[SUMS]][%[[I]]] [8]
// CHECK:           %[[T:.*]] = linalg.generic {{.*}} ins(%[[X]] : {{.*}} outs(%[[O]] :
// CHECK:           %[[N:.*]] = tensor.insert_slice %[[T]] into %[[SUMS]][%[[I]]] [8]
// CHECK:           scf.yield %[[ROW]], %[[N]]
func.func @row_sum(%a: tensor<32x64xf32>, %b: tensor<32x64xf32>, %c: tensor<32xf32>) -> tensor<32xf32> {
  %0 = linalg.exp ins(%a : tensor<32x64xf32>) outs(%b : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<32x64xf32>) outs(%c : tensor<32xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %1 : tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %0, %loops:2 = transform.structured.fuse_ext %exp tile_sizes [8, 16]
  %sum = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiled, %around = transform.heddle.fuse_consumer %sum : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}

// -----

// What a forall returns is read by another op too: it returns both. The destination
// that the epilogue reads is a copy of the tile, which the forall writes at its end.
// CHECK-LABEL: func @forall(
// CHECK:         %[[NEST:.*]]:2 = scf.forall {{.*}} shared_outs(%{{.*}} = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
// CHECK:           %[[T:.*]] = linalg.exp
// CHECK:           %[[COPY:.*]] = linalg.copy ins(%[[T]] :
// CHECK:           %[[U:.*]] = linalg.generic {{.*}} outs(%[[COPY]] :
// CHECK:           scf.forall.in_parallel {
// CHECK-NEXT:        tensor.parallel_insert_slice %[[T]] into
// CHECK-NEXT:        tensor.parallel_insert_slice %[[U]] into %[[B]]
// CHECK:         return %[[NEST]]#0, %[[NEST]]#1
func.func @forall(%a: tensor<32x64xf32>, %b: tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
  %0 = linalg.exp ins(%a : tensor<32x64xf32>) outs(%b : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<32x64xf32>) {
  ^bb0(%o: f32):
    %s = arith.addf %o, %o : f32
    linalg.yield %s : f32
  } -> tensor<32x64xf32>
  return %0, %1 : tensor<32x64xf32>, tensor<32x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %0, %loop = transform.structured.fuse_ext %exp tile_sizes [8, 16] {use_forall}
  %twice = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
  %tiled, %around = transform.heddle.fuse_consumer %twice : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
