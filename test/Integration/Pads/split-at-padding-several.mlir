// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Several ops or inputs are split at once, and one depends on another.

#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#swap = affine_map<(i, j) -> (j, i)>
#id = affine_map<(i, j) -> (i, j)>

// The result of the first op is padded for the second one: that reads what is
// left of the first.
// SAME: chain: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @chain(
// CHECK-NOT:     tensor.pad
// CHECK:         %[[E:.*]] = linalg.square
// CHECK:         %[[M:.*]] = tensor.insert_slice %[[E]] into %{{.*}}[2] [4] [1]
// CHECK:         %[[L:.*]] = tensor.insert_slice %{{.*}} into %[[M]][6] [1] [1]
// CHECK:         linalg.abs {split} ins(%[[L]] : tensor<7xf32>)
func.func @chain(%x: tensor<4xf32>, %a: tensor<7xf32>, %b: tensor<12xf32>) -> tensor<12xf32> {
  %c = arith.constant 3.0 : f32
  %0 = tensor.pad %x low[2] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4xf32> to tensor<7xf32>
  %1 = linalg.square {split} ins(%0 : tensor<7xf32>) outs(%a : tensor<7xf32>) -> tensor<7xf32>
  %2 = tensor.pad %1 low[2] high[3] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<7xf32> to tensor<12xf32>
  %3 = linalg.abs {split} ins(%2 : tensor<12xf32>) outs(%b : tensor<12xf32>) -> tensor<12xf32>
  return %3 : tensor<12xf32>
}

// There is as much padding before %z as %0 is long.
// SAME: sizes_as_amounts: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @sizes_as_amounts(
// CHECK-NOT:     tensor.pad
func.func @sizes_as_amounts(%x: tensor<?xf32>, %z: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c = arith.constant 3.0 : f32
  %c0 = arith.constant 0 : index
  %0 = tensor.pad %x low[2] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  %n = tensor.dim %0, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %1 = linalg.square {split} ins(%0 : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.pad %z low[%n] high[3] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  %m = tensor.dim %2, %c0 : tensor<?xf32>
  %f = tensor.empty(%m) : tensor<?xf32>
  %3 = linalg.abs {split} ins(%2 : tensor<?xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
  return %1, %3 : tensor<?xf32>, tensor<?xf32>
}

// The same for two inputs of one op. Before and after %x it reads all of what
// is padded next to it.
// SAME: sizes_in_one_op: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @sizes_in_one_op(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: tensor<?xf32>, %[[Z:[a-z0-9]+]]: tensor<?xf32>)
// CHECK:         %[[D:.*]] = tensor.dim %[[X]],
// CHECK:         %[[N:.*]] = affine.apply #{{.*}}()[%[[D]]]
// CHECK:         tensor.pad %[[Z]] low[%[[N]]] high[3]
// CHECK:         linalg.generic {{.*}} ins(%[[X]], %[[Z]] :
// CHECK-NOT:     tensor.pad %[[X]]
func.func @sizes_in_one_op(%x: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?x?xf32> {
  %c = arith.constant 3.0 : f32
  %c0 = arith.constant 0 : index
  %0 = tensor.pad %x low[2] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  %n = tensor.dim %0, %c0 : tensor<?xf32>
  %1 = tensor.pad %z low[%n] high[3] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  %m = tensor.dim %1, %c0 : tensor<?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %2 = linalg.generic {indexing_maps = [#row, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) attrs = {split} {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %3 = arith.mulf %p, %q : f32
    linalg.yield %3 : f32
  } -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// Where it reads no element of %y, it reads a column of nothing, padded along
// the other loop. There are no elements to slice that from.
// SAME: nothing_padded: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @nothing_padded(
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<0x1xf32>
// CHECK:         %[[P:.*]] = tensor.pad %[[E]] low[4, 0] high[1, 0]
// CHECK:         linalg.generic {{.*}} ins(%[[P]] : tensor<5x1xf32>)
// CHECK-NOT:     tensor.pad
func.func @nothing_padded(%x: tensor<0x2xf32>, %y: tensor<5x1xf32>, %o: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %c = arith.constant 3.0 : f32
  %0 = tensor.pad %x low[4, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<0x2xf32> to tensor<5x2xf32>
  %1 = tensor.pad %y low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<5x1xf32> to tensor<5x2xf32>
  %2 = linalg.generic {indexing_maps = [#swap, #swap, #swap], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<5x2xf32>, tensor<5x2xf32>) outs(%o : tensor<5x2xf32>) attrs = {split} {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %3 = arith.mulf %q, %r : f32
    %4 = arith.addf %p, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<5x2xf32>
  return %2 : tensor<5x2xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %all = transform.structured.match attributes {split} in %module : (!transform.any_op) -> !transform.any_op
  %inside, %frame = transform.heddle.split_at_padding %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
}
