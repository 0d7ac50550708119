// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A strided slice between producer and consumer.
// SAME: slice_between: equal
// CHECK-LABEL: func.func @slice_between(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @slice_between(%a: tensor<19x16xf32>) -> tensor<8x11xf32> {
  %e = tensor.empty() : tensor<19x16xf32>
  %f = tensor.empty() : tensor<8x11xf32>
  %0 = linalg.negf ins(%a : tensor<19x16xf32>) outs(%e : tensor<19x16xf32>) -> tensor<19x16xf32>
  %1 = tensor.extract_slice %0[2, 3] [8, 11] [2, 1] : tensor<19x16xf32> to tensor<8x11xf32>
  %2 = linalg.abs {slice_between} ins(%1 : tensor<8x11xf32>) outs(%f : tensor<8x11xf32>) -> tensor<8x11xf32>
  return %2 : tensor<8x11xf32>
}

// One row of a fused value, as a tensor of lower rank.
// SAME: rank_reducing_slice: equal
// CHECK-LABEL: func.func @rank_reducing_slice(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           linalg.negf ins(%{{.*}} : tensor<1x4xf32>)
func.func @rank_reducing_slice(%a: tensor<9x16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<9x16xf32>
  %f = tensor.empty() : tensor<16xf32>
  %0 = linalg.negf ins(%a : tensor<9x16xf32>) outs(%e : tensor<9x16xf32>) -> tensor<9x16xf32>
  %1 = tensor.extract_slice %0[5, 0] [1, 16] [1, 1] : tensor<9x16xf32> to tensor<16xf32>
  %2 = linalg.abs {rank_reducing_slice} ins(%1 : tensor<16xf32>) outs(%f : tensor<16xf32>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}

// A part is replaced before the consumer reads: some tiles meet the part, others do
// not.
// SAME: insert_between: equal
// CHECK-LABEL: func.func @insert_between(
// CHECK-NOT:     linalg.negf
// CHECK-NOT:     linalg.abs
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
// CHECK:             linalg.abs ins(
func.func @insert_between(%a: tensor<19x16xf32>, %b: tensor<6x7xf32>) -> tensor<19x16xf32> {
  %e = tensor.empty() : tensor<19x16xf32>
  %g = tensor.empty() : tensor<6x7xf32>
  %0 = linalg.negf ins(%a : tensor<19x16xf32>) outs(%e : tensor<19x16xf32>) -> tensor<19x16xf32>
  %1 = linalg.abs ins(%b : tensor<6x7xf32>) outs(%g : tensor<6x7xf32>) -> tensor<6x7xf32>
  %2 = tensor.insert_slice %1 into %0[5, 6] [6, 7] [1, 1] : tensor<6x7xf32> into tensor<19x16xf32>
  %3 = linalg.mul {insert_between} ins(%2, %a : tensor<19x16xf32>, tensor<19x16xf32>) outs(%e : tensor<19x16xf32>) -> tensor<19x16xf32>
  return %3 : tensor<19x16xf32>
}

// Two parts one after the other; a tile may meet the one, the other, or both.
// SAME: concat_between: equal
// CHECK-LABEL: func.func @concat_between(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @concat_between(%a: tensor<7x9xf32>, %b: tensor<7x6xf32>) -> tensor<7x15xf32> {
  %e = tensor.empty() : tensor<7x9xf32>
  %f = tensor.empty() : tensor<7x15xf32>
  %0 = linalg.negf ins(%a : tensor<7x9xf32>) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %1 = tensor.concat dim(1) %0, %b : (tensor<7x9xf32>, tensor<7x6xf32>) -> tensor<7x15xf32>
  %2 = linalg.abs {concat_between} ins(%1 : tensor<7x15xf32>) outs(%f : tensor<7x15xf32>) -> tensor<7x15xf32>
  return %2 : tensor<7x15xf32>
}

// A cast that forgets the sizes.
// SAME: cast_between: equal
// CHECK-LABEL: func.func @cast_between(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @cast_between(%a: tensor<7x9xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<7x9xf32>
  %0 = linalg.negf ins(%a : tensor<7x9xf32>) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %1 = tensor.cast %0 : tensor<7x9xf32> to tensor<?x?xf32>
  %m = tensor.dim %1, %c0 : tensor<?x?xf32>
  %n = tensor.dim %1, %c1 : tensor<?x?xf32>
  %f = tensor.empty(%m, %n) : tensor<?x?xf32>
  %2 = linalg.abs {cast_between} ins(%1 : tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// The size of a fused value is read in the body of another op; the producer is
// fused all the same.
// SAME: dim_in_a_body: equal
// CHECK-LABEL: func.func @dim_in_a_body(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           linalg.negf ins(
func.func @dim_in_a_body(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.generic {dim_in_a_body, indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%0 : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %d = tensor.dim %0, %c0 : tensor<?xf32>
    %i = arith.index_cast %d : index to i32
    %f = arith.sitofp %i : i32 to f32
    %y = arith.addf %x, %f : f32
    linalg.yield %y : f32
  } -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// A generic reads a whole tensor in its body: what it reads is complete before the
// nest.
// SAME: captured_tensor: equal
// CHECK-LABEL: func.func @captured_tensor(
// CHECK:         %[[N:.*]] = linalg.negf ins(%{{.*}} : tensor<13xf32>)
// CHECK:         scf.for %
// CHECK:           tensor.extract %[[N]][
func.func @captured_tensor(%a: tensor<13xf32>) -> tensor<13xf32> {
  %c12 = arith.constant 12 : index
  %e = tensor.empty() : tensor<13xf32>
  %0 = linalg.negf ins(%a : tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %1 = linalg.generic {captured_tensor, indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%0 : tensor<13xf32>) outs(%e : tensor<13xf32>) {
  ^bb0(%x: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.subi %c12, %i : index
    %r = tensor.extract %0[%j] : tensor<13xf32>
    %y = arith.mulf %x, %r : f32
    linalg.yield %y : f32
  } -> tensor<13xf32>
  return %1 : tensor<13xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {slice_between} in %module : (!transform.any_op) -> !transform.any_op
  %t0:3 = transform.structured.fuse_ext %0 tile_sizes [3, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {rank_reducing_slice} in %module : (!transform.any_op) -> !transform.any_op
  %t1:2 = transform.structured.fuse_ext %1 tile_sizes [4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {insert_between} in %module : (!transform.any_op) -> !transform.any_op
  %t2:3 = transform.structured.fuse_ext %2 tile_sizes [4, 5] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {concat_between} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [5, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {cast_between} in %module : (!transform.any_op) -> !transform.any_op
  %t4:3 = transform.structured.fuse_ext %4 tile_sizes [5, 4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {dim_in_a_body} in %module : (!transform.any_op) -> !transform.any_op
  %t5:2 = transform.structured.fuse_ext %5 tile_sizes [4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {captured_tensor} in %module : (!transform.any_op) -> !transform.any_op
  %t6:2 = transform.structured.fuse_ext %6 tile_sizes [4] {placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
}
