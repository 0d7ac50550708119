// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Two roots with a common producer: one nest, the producer once.
// SAME: two_roots: equal
// CHECK-LABEL: func.func @two_roots(
// CHECK-NOT:     linalg.negf
// CHECK:         %[[R:.*]]:2 = scf.for
// CHECK:             linalg.negf ins(
// CHECK-NOT:     linalg.negf
// CHECK:         return %[[R]]#{{[01]}}, %[[R]]#{{[01]}}
func.func @two_roots(%a: tensor<21x30xf32>) -> (tensor<21x30xf32>, tensor<21x30xf32>) {
  %e = tensor.empty() : tensor<21x30xf32>
  %f = tensor.empty() : tensor<21x30xf32>
  %0 = linalg.negf ins(%a : tensor<21x30xf32>) outs(%e : tensor<21x30xf32>) -> tensor<21x30xf32>
  %1 = linalg.abs {two_roots} ins(%0 : tensor<21x30xf32>) outs(%e : tensor<21x30xf32>) -> tensor<21x30xf32>
  %2 = linalg.mul {two_roots} ins(%0, %a : tensor<21x30xf32>, tensor<21x30xf32>) outs(%f : tensor<21x30xf32>) -> tensor<21x30xf32>
  return %1, %2 : tensor<21x30xf32>, tensor<21x30xf32>
}

// One root reads the other: it is computed once, and leaves too.
// SAME: root_reads_root: equal
// CHECK-LABEL: func.func @root_reads_root(
// CHECK:         %[[R:.*]]:2 = scf.for
// CHECK:             %[[X:.*]] = linalg.negf {root_reads_root} ins(
// CHECK:             linalg.mul {root_reads_root} ins(%[[X]],
// CHECK-NOT:     linalg.negf
// CHECK:         return %[[R]]#{{[01]}}, %[[R]]#{{[01]}}
func.func @root_reads_root(%a: tensor<21x30xf32>) -> (tensor<21x30xf32>, tensor<21x30xf32>) {
  %e = tensor.empty() : tensor<21x30xf32>
  %f = tensor.empty() : tensor<21x30xf32>
  %0 = linalg.negf {root_reads_root} ins(%a : tensor<21x30xf32>) outs(%e : tensor<21x30xf32>) -> tensor<21x30xf32>
  %1 = linalg.mul {root_reads_root} ins(%0, %a : tensor<21x30xf32>, tensor<21x30xf32>) outs(%f : tensor<21x30xf32>) -> tensor<21x30xf32>
  return %0, %1 : tensor<21x30xf32>, tensor<21x30xf32>
}

// A root that has only the outer loop is computed there.
// SAME: lower_rank_root: equal
// CHECK-LABEL: func.func @lower_rank_root(
// CHECK:         scf.for %
// CHECK-DAG:       linalg.negf {lower_rank_root} ins(
// CHECK:         return %
func.func @lower_rank_root(%a: tensor<21x30xf32>, %r: tensor<21xf32>) -> (tensor<21xf32>, tensor<21x30xf32>) {
  %e = tensor.empty() : tensor<21x30xf32>
  %f = tensor.empty() : tensor<21xf32>
  %0 = linalg.negf {lower_rank_root} ins(%r : tensor<21xf32>) outs(%f : tensor<21xf32>) -> tensor<21xf32>
  %1 = linalg.abs {lower_rank_root} ins(%a : tensor<21x30xf32>) outs(%e : tensor<21x30xf32>) -> tensor<21x30xf32>
  return %0, %1 : tensor<21xf32>, tensor<21x30xf32>
}

// A chain in an scf.forall over both dimensions.
// SAME: forall_chain: equal
// CHECK-LABEL: func.func @forall_chain(
// CHECK:         %[[R:.*]] = scf.forall (%[[I:.*]], %[[J:.*]]) = {{.*}} shared_outs(%[[OUT:.*]] = %
// CHECK:           linalg.negf ins(
// CHECK:           %[[T:.*]] = linalg.mul {forall_chain} ins(
// CHECK:           scf.forall.in_parallel {
// CHECK:             tensor.parallel_insert_slice %[[T]] into %[[OUT]][%[[I]], %[[J]]]
// CHECK:         return %[[R]]
func.func @forall_chain(%a: tensor<21x30xf32>) -> tensor<21x30xf32> {
  %e = tensor.empty() : tensor<21x30xf32>
  %f = tensor.empty() : tensor<21x30xf32>
  %0 = linalg.negf ins(%a : tensor<21x30xf32>) outs(%e : tensor<21x30xf32>) -> tensor<21x30xf32>
  %1 = linalg.mul {forall_chain} ins(%0, %a : tensor<21x30xf32>, tensor<21x30xf32>) outs(%f : tensor<21x30xf32>) -> tensor<21x30xf32>
  return %1 : tensor<21x30xf32>
}

// A returned producer with a halo: its tiles overlap, so the forall does not write
// it; the original stays.
// SAME: forall_returned_halo: equal
// CHECK-LABEL: func.func @forall_returned_halo(
// CHECK:         %[[N:.*]] = linalg.negf ins(%{{.*}} : tensor<26xf32>)
// CHECK:         %[[R:.*]] = scf.forall
// CHECK:         return %[[R]], %[[N]]
func.func @forall_returned_halo(%a: tensor<26xf32>) -> (tensor<24xf32>, tensor<26xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<3xf32>
  %e = tensor.empty() : tensor<26xf32>
  %f = tensor.empty() : tensor<24xf32>
  %0 = linalg.negf ins(%a : tensor<26xf32>) outs(%e : tensor<26xf32>) -> tensor<26xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<24xf32>) -> tensor<24xf32>
  %1 = linalg.generic {forall_returned_halo, indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%0, %w : tensor<26xf32>, tensor<3xf32>) outs(%z : tensor<24xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %s = arith.addf %x, %acc : f32
    linalg.yield %s : f32
  } -> tensor<24xf32>
  return %1, %0 : tensor<24xf32>, tensor<26xf32>
}

// A pad and the sum of its rows: the columns, which a loop inside the forall
// sums up, are put together for the pad, which has no destination.
// SAME: forall_pad: equal
// CHECK-LABEL: func.func @forall_pad(
// CHECK:         scf.forall {{.*}} -> (tensor<9x5xf32>, tensor<9xf32>) {
// CHECK:           %[[E:.*]] = tensor.empty({{.*}}) : tensor<?x5xf32>
// CHECK:           scf.for {{.*}} iter_args(%[[P:.*]] = %[[E]], %
// CHECK:             tensor.insert_slice %{{.*}} into %[[P]]
func.func @forall_pad(%a: tensor<?x5xf32>, %b: tensor<9xf32>) -> (tensor<9xf32>, tensor<9x5xf32>) {
  %c = arith.constant 2.0 : f32
  %p = tensor.pad %a low[1, 0] high[5, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } {forall_pad} : tensor<?x5xf32> to tensor<9x5xf32>
  %s = linalg.reduce {arith.addf} ins(%p : tensor<9x5xf32>) outs(%b : tensor<9xf32>) dimensions = [1] {forall_pad}
  return %s, %p : tensor<9xf32>, tensor<9x5xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {two_roots} in %module : (!transform.any_op) -> !transform.any_op
  %t0:3 = transform.structured.fuse_ext %0 tile_sizes [4, 8] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {root_reads_root} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [4, 8] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {lower_rank_root} in %module : (!transform.any_op) -> !transform.any_op
  %t2:3 = transform.structured.fuse_ext %2 tile_sizes [4, 8] {joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {forall_chain} in %module : (!transform.any_op) -> !transform.any_op
  %t3:2 = transform.structured.fuse_ext %3 tile_sizes [4, 8] {use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {forall_returned_halo} in %module : (!transform.any_op) -> !transform.any_op
  %t4:2 = transform.structured.fuse_ext %4 tile_sizes [4] {use_forall, placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {forall_pad} in %module : (!transform.any_op) -> !transform.any_op
  %p5, %s5 = transform.split_handle %5 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %r5 = transform.merge_handles %s5, %p5 : !transform.any_op
  %t5:3 = transform.structured.fuse_ext %r5 tile_sizes [6, 2] {use_forall, joint} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  cleanup
}
