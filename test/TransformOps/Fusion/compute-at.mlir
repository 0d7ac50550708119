// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// The tile that all columns of a row of tiles need is computed in the loop around them;
// the slices of the producer are slices of that. The original is gone, and the
// handle to the loop stays valid.
// CHECK-LABEL: func @rows(
// CHECK-SAME:      %[[A:.*]]: tensor<32x64xf32>, %{{.*}}: tensor<32x64xf32>)
// CHECK-NOT:     linalg.exp
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT:      %[[R:.*]] = tensor.extract_slice %[[A]][%[[I]], 0] [8, 64]
// CHECK-NEXT:      %[[E:.*]] = tensor.empty() : tensor<8x64xf32>
// CHECK-NEXT:      %[[T:.*]] = linalg.exp {producer, tile} ins(%[[R]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:      scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT:        %[[S:.*]] = tensor.extract_slice %[[T]][0, %[[J]]] [8, 16]
// CHECK:             linalg.square {{.*}} ins(%[[S]] :
// CHECK:         } {around}
// CHECK-NEXT:    return
func.func @rows(%a: tensor<32x64xf32>, %b: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = linalg.exp {producer} ins(%a : tensor<32x64xf32>) outs(%b : tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = linalg.square {root} ins(%0 : tensor<32x64xf32>) outs(%b : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %producer = transform.structured.match attributes {producer} in %module : (!transform.any_op) -> !transform.any_op
  %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %0, %rows, %columns = transform.structured.fuse_ext %root tile_sizes [8, 16] stop %producer
  %tile = transform.heddle.compute_at %producer in %rows : (!transform.any_op, !transform.any_op) -> !transform.any_op
  transform.annotate %tile "tile" : !transform.any_op
  transform.annotate %rows "around" : !transform.any_op
}

// -----

// What the loops start from: the loops write all of it, so they start from the
// destination of the fill, which is gone, and each tile is filled before the loop of
// the reduction.
// CHECK-LABEL: func @start(
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<32x64xf32>
// CHECK-NOT:     linalg.fill
// CHECK:         scf.for {{.*}} iter_args(%[[ROW:.*]] = %[[EMPTY]])
// CHECK-NEXT:      scf.for {{.*}} iter_args(%{{.*}} = %[[ROW]])
// CHECK:             %[[E:.*]] = tensor.empty() : tensor<8x16xf32>
// CHECK-NEXT:        %[[F:.*]] = linalg.fill {{.*}} outs(%[[E]] :
// CHECK-NEXT:        scf.for {{.*}} iter_args(%{{.*}} = %[[F]]) -> (tensor<8x16xf32>)
func.func @start(%a: tensor<32x8xf32>, %b: tensor<8x64xf32>) -> tensor<32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %f = linalg.fill {producer} ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %0 = linalg.matmul {root} ins(%a, %b : tensor<32x8xf32>, tensor<8x64xf32>) outs(%f : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %0 : tensor<32x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %producer = transform.structured.match attributes {producer} in %module : (!transform.any_op) -> !transform.any_op
  %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
  %0, %rows, %columns, %k = transform.structured.fuse_ext %root tile_sizes [8, 16, 4] stop %producer
  %tile = transform.heddle.compute_at %producer in %columns : (!transform.any_op, !transform.any_op) -> !transform.any_op
}

// -----

// The loop writes the first half: the rest is that of the original, which stays as the
// start, and as what the caller gets. So does what an op before the nest reads.
// CHECK-LABEL: func @outside(
// CHECK-SAME:      %[[A:.*]]: tensor<32xf32>, %[[B:.*]]: tensor<32xf32>)
// CHECK:         %[[P:.*]] = linalg.exp {producer} ins(%[[A]] : tensor<32xf32>) outs(%[[B]] : tensor<32xf32>)
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%{{.*}} = %[[P]])
// CHECK-NEXT:      %[[R:.*]] = tensor.extract_slice %[[A]][%[[I]]] [8]
// CHECK-NEXT:      %[[E:.*]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT:      %[[T:.*]] = linalg.exp {producer} ins(%[[R]] : {{.*}} outs(%[[E]] :
// CHECK-NEXT:      linalg.square ins(%[[T]] : tensor<8xf32>)
// CHECK:         return %{{.*}}, %[[P]]
func.func @outside(%a: tensor<32xf32>, %b: tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %p = linalg.exp {producer} ins(%a : tensor<32xf32>) outs(%b : tensor<32xf32>) -> tensor<32xf32>
  %nest = scf.for %i = %c0 to %c16 step %c8 iter_args(%o = %p) -> (tensor<32xf32>) {
    %s = tensor.extract_slice %o[%i] [8] [1] : tensor<32xf32> to tensor<8xf32>
    %t = linalg.square ins(%s : tensor<8xf32>) outs(%s : tensor<8xf32>) -> tensor<8xf32>
    %n = tensor.insert_slice %t into %o[%i] [8] [1] : tensor<8xf32> into tensor<32xf32>
    scf.yield %n : tensor<32xf32>
  }
  return %nest, %p : tensor<32xf32>, tensor<32xf32>
}
transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %producer = transform.structured.match attributes {producer} in %module : (!transform.any_op) -> !transform.any_op
  %loop = transform.structured.match ops{["scf.for"]} in %module : (!transform.any_op) -> !transform.any_op
  %tile = transform.heddle.compute_at %producer in %loop : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
