// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// But for the last two functions nothing is left that reads a padded tensor.
// CHECK-NOT: tensor.pad

#id = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (j)>
#one = affine_map<(i) -> (i)>

// The padding depends on the index, and so does the computed value.
// SAME: by_index: equal
// CHECK-LABEL: func.func @by_index(
// CHECK-COUNT-5: linalg.generic {{{.*}}} {{ins|outs}}
// CHECK-NOT:     linalg.generic {
func.func @by_index(%x: tensor<5x4xi32>) -> tensor<8x9xi32> {
  %0 = tensor.pad %x low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    %c10 = arith.constant 10 : index
    %s = arith.muli %i, %c10 : index
    %u = arith.addi %s, %j : index
    %v = arith.index_cast %u : index to i32
    tensor.yield %v : i32
  } : tensor<5x4xi32> to tensor<8x9xi32>
  %e = tensor.empty() : tensor<8x9xi32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<8x9xi32>) outs(%e : tensor<8x9xi32>) attrs = {split} {
  ^bb0(%a: i32, %o: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %r = arith.muli %a, %k : i32
    linalg.yield %r : i32
  } -> tensor<8x9xi32>
  return %1 : tensor<8x9xi32>
}

// The padded tensor is read transposed, next to a padded row and another input.
// SAME: transposed: equal
// CHECK-LABEL: func.func @transposed(
// CHECK-COUNT-5: linalg.generic {{{.*}}} {{ins|outs}}
// CHECK-NOT:     linalg.generic {
func.func @transposed(%x: tensor<5x4xf32>, %r: tensor<5xf32>, %b: tensor<9x8xf32>, %v: f32) -> tensor<9x8xf32> {
  %c = arith.constant 3.0 : f32
  %0 = tensor.pad %x low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<5x4xf32> to tensor<8x9xf32>
  %1 = tensor.pad %r low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<5xf32> to tensor<8xf32>
  %e = tensor.empty() : tensor<9x8xf32>
  %2 = linalg.generic {indexing_maps = [#t, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1, %b : tensor<8x9xf32>, tensor<8xf32>, tensor<9x8xf32>) outs(%e : tensor<9x8xf32>) attrs = {split} {
  ^bb0(%p: f32, %q: f32, %s: f32, %o: f32):
    %3 = arith.addf %p, %q : f32
    %4 = arith.subf %3, %s : f32
    linalg.yield %4 : f32
  } -> tensor<9x8xf32>
  return %2 : tensor<9x8xf32>
}

// What is added to is read where it is written; one of two results is not.
// SAME: two_results: equal
// CHECK-LABEL: func.func @two_results(
// CHECK-COUNT-3: linalg.generic {{{.*}}} ins(
// CHECK-NOT:     linalg.generic {
func.func @two_results(%x: tensor<6xf32>, %acc: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %c = arith.constant 3.0 : f32
  %0 = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<6xf32> to tensor<9xf32>
  %e = tensor.empty() : tensor<9xf32>
  %1:2 = linalg.generic {indexing_maps = [#one, #one, #one, #one], iterator_types = ["parallel"]}
      ins(%0, %acc : tensor<9xf32>, tensor<9xf32>) outs(%acc, %e : tensor<9xf32>, tensor<9xf32>) attrs = {split} {
  ^bb0(%p: f32, %q: f32, %o: f32, %f: f32):
    %2 = arith.addf %p, %o : f32
    %3 = arith.mulf %2, %q : f32
    linalg.yield %2, %3 : f32, f32
  } -> (tensor<9xf32>, tensor<9xf32>)
  return %1#0, %1#1 : tensor<9xf32>, tensor<9xf32>
}

// The padding is summed up: three parts of the sum, from front to back.
// SAME: summed: equal
// CHECK-LABEL: func.func @summed(
// CHECK:         linalg.generic {{{.*}}} {{ins|outs}}
// CHECK:         linalg.matmul {split} ins(%{{.*}}, %{{.*}} : tensor<3x4xf32>, tensor<4x5xf32>)
// CHECK:         linalg.generic {{{.*}}} {{ins|outs}}
// CHECK-NOT:     linalg.generic {
func.func @summed(%a: tensor<3x4xf32>, %b: tensor<9x5xf32>, %acc: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %c = arith.constant 3.0 : f32
  %0 = tensor.pad %a low[0, 2] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<3x4xf32> to tensor<3x9xf32>
  %1 = linalg.matmul {split} ins(%0, %b : tensor<3x9xf32>, tensor<9x5xf32>) outs(%acc : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}

// Any extents and amounts.
// SAME: dynamic: equal
// CHECK-LABEL: func.func @dynamic(
// CHECK:         linalg.abs {split} ins(
func.func @dynamic(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant 3.0 : f32
  %m = tensor.dim %y, %c0 : tensor<?x?xf32>
  %n = tensor.dim %y, %c1 : tensor<?x?xf32>
  %0 = tensor.pad %x low[%m, 1] high[%n, %m] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %p = tensor.dim %0, %c0 : tensor<?x?xf32>
  %q = tensor.dim %0, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%p, %q) : tensor<?x?xf32>
  %1 = linalg.abs {split} ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Nothing is padded: what is left is padding.
// SAME: nothing: equal
// CHECK-LABEL: func.func @nothing(
// CHECK:         linalg.generic {{{.*}}} {{ins|outs}}
// CHECK-NOT:     linalg.abs
func.func @nothing(%x: tensor<0x4xf32>) -> tensor<3x4xf32> {
  %c = arith.constant -3.0 : f32
  %0 = tensor.pad %x low[2, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<0x4xf32> to tensor<3x4xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %1 = linalg.abs {split} ins(%0 : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// One loop is split, and the pad along the other one stays. Its padding depends
// on both indices.
// SAME: one_loop: equal
// CHECK-LABEL: func.func @one_loop(
// CHECK:         tensor.pad %{{.*}} low[0, 2] high[0, 3] {
// CHECK:         } : tensor<5x4xi32> to tensor<5x9xi32>
// CHECK-NOT:     } : tensor<5x4xi32> to tensor<8x9xi32>
func.func @one_loop(%x: tensor<5x4xi32>) -> tensor<8x9xi32> {
  %0 = tensor.pad %x low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    %c10 = arith.constant 10 : index
    %s = arith.muli %i, %c10 : index
    %u = arith.addi %s, %j : index
    %v = arith.index_cast %u : index to i32
    tensor.yield %v : i32
  } : tensor<5x4xi32> to tensor<8x9xi32>
  %e = tensor.empty() : tensor<8x9xi32>
  %1 = linalg.mul {one_loop} ins(%0, %0 : tensor<8x9xi32>, tensor<8x9xi32>) outs(%e : tensor<8x9xi32>) -> tensor<8x9xi32>
  return %1 : tensor<8x9xi32>
}

// Two tensors that are padded along one dim each: of the second one the rows on
// padding of the first one are padded. A third one is padded otherwise and
// stays.
// SAME: different: equal
// CHECK-LABEL: func.func @different(
// CHECK-SAME:    %{{.*}}, %[[Y:.*]]: tensor<8x4xf32>, %[[Z:.*]]: tensor<5x5xf32>)
// CHECK:         tensor.pad %[[Z]] low[0, 4] high[3, 0]
// CHECK:         %[[Y0:.*]] = tensor.extract_slice %[[Y]][0, 0] [1, 4] [1, 1]
// CHECK:         tensor.pad %[[Y0]] low[0, 2] high[0, 3]
// CHECK:         %[[Y1:.*]] = tensor.extract_slice %[[Y]][6, 0] [2, 4] [1, 1]
// CHECK:         tensor.pad %[[Y1]] low[0, 2] high[0, 3]
// CHECK-NOT:     tensor.pad
func.func @different(%x: tensor<5x9xf32>, %y: tensor<8x4xf32>, %z: tensor<5x5xf32>) -> tensor<8x9xf32> {
  %c = arith.constant 3.0 : f32
  %d = arith.constant 4.0 : f32
  %0 = tensor.pad %x low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<5x9xf32> to tensor<8x9xf32>
  %1 = tensor.pad %y low[0, 2] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %d : f32
  } : tensor<8x4xf32> to tensor<8x9xf32>
  %2 = tensor.pad %z low[0, 4] high[3, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<5x5xf32> to tensor<8x9xf32>
  %e = tensor.empty() : tensor<8x9xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1, %2 : tensor<8x9xf32>, tensor<8x9xf32>, tensor<8x9xf32>) outs(%e : tensor<8x9xf32>) attrs = {split} {
  ^bb0(%p: f32, %q: f32, %s: f32, %o: f32):
    %4 = arith.mulf %p, %q : f32
    %5 = arith.subf %4, %s : f32
    linalg.yield %5 : f32
  } -> tensor<8x9xf32>
  return %3 : tensor<8x9xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %all = transform.structured.match attributes {split} in %module : (!transform.any_op) -> !transform.any_op
  %inside, %frame = transform.heddle.split_at_padding %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %one = transform.structured.match attributes {one_loop} in %module : (!transform.any_op) -> !transform.any_op
  %inside1, %frame1 = transform.heddle.split_at_padding %one {loops = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
