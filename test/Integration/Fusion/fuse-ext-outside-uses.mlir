// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// One result of an op with two is read inside, the other is returned: the op is
// computed once, and its second result leaves the nest.
// SAME: multi_result_one_inside: equal
// CHECK-LABEL: func.func @multi_result_one_inside(
// CHECK-NOT:     linalg.generic
// CHECK:         %[[R:.*]]:2 = scf.for
// CHECK:           linalg.generic {
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @multi_result_one_inside(%a: tensor<30x21xf32>) -> (tensor<30x21xf32>, tensor<30x21xf32>) {
  %e = tensor.empty() : tensor<30x21xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<30x21xf32>) outs(%e, %e : tensor<30x21xf32>, tensor<30x21xf32>) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %n = arith.negf %x : f32
    %m = arith.mulf %x, %x : f32
    linalg.yield %n, %m : f32, f32
  } -> (tensor<30x21xf32>, tensor<30x21xf32>)
  %1 = linalg.sub {multi_result_one_inside} ins(%0#0, %a : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %1, %0#1 : tensor<30x21xf32>, tensor<30x21xf32>
}

// Both results are read, by different consumers: one copy.
// SAME: multi_result_both_inside: equal
// CHECK-LABEL: func.func @multi_result_both_inside(
// CHECK:         scf.for %
// CHECK:             %[[G:.*]]:2 = linalg.generic {
// CHECK-NOT:     linalg.generic
// CHECK:         return %
func.func @multi_result_both_inside(%a: tensor<30x21xf32>) -> tensor<30x21xf32> {
  %e = tensor.empty() : tensor<30x21xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<30x21xf32>) outs(%e, %e : tensor<30x21xf32>, tensor<30x21xf32>) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %n = arith.negf %x : f32
    %m = arith.mulf %x, %x : f32
    linalg.yield %n, %m : f32, f32
  } -> (tensor<30x21xf32>, tensor<30x21xf32>)
  %1 = linalg.abs ins(%0#0 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %2 = linalg.add {multi_result_both_inside} ins(%1, %0#1 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %2 : tensor<30x21xf32>
}

// The other use of the producer is a destination that an op after the nest adds
// to: it gets all of the value.
// SAME: read_as_init_behind: equal
// CHECK-LABEL: func.func @read_as_init_behind(
// CHECK:         %[[R:.*]]:2 = scf.for
// CHECK:         linalg.matmul ins({{.*}}) outs(%[[R]]#1 :
func.func @read_as_init_behind(%a: tensor<12x20xf32>, %b: tensor<12x9xf32>, %c: tensor<9x20xf32>) -> (tensor<12x20xf32>, tensor<12x20xf32>) {
  %e = tensor.empty() : tensor<12x20xf32>
  %0 = linalg.negf ins(%a : tensor<12x20xf32>) outs(%e : tensor<12x20xf32>) -> tensor<12x20xf32>
  %1 = linalg.mul {read_as_init_behind} ins(%0, %a : tensor<12x20xf32>, tensor<12x20xf32>) outs(%e : tensor<12x20xf32>) -> tensor<12x20xf32>
  %2 = linalg.matmul ins(%b, %c : tensor<12x9xf32>, tensor<9x20xf32>) outs(%0 : tensor<12x20xf32>) -> tensor<12x20xf32>
  return %1, %2 : tensor<12x20xf32>, tensor<12x20xf32>
}

// The only use of the root is such a destination.
// SAME: root_read_as_init: equal
// CHECK-LABEL: func.func @root_read_as_init(
// CHECK:         %[[R:.*]] = scf.for
// CHECK:         linalg.matmul ins({{.*}}) outs(%[[R]] :
func.func @root_read_as_init(%a: tensor<12x20xf32>, %b: tensor<12x9xf32>, %c: tensor<9x20xf32>) -> tensor<12x20xf32> {
  %e = tensor.empty() : tensor<12x20xf32>
  %0 = linalg.negf {root_read_as_init} ins(%a : tensor<12x20xf32>) outs(%e : tensor<12x20xf32>) -> tensor<12x20xf32>
  %1 = linalg.matmul ins(%b, %c : tensor<12x9xf32>, tensor<9x20xf32>) outs(%0 : tensor<12x20xf32>) -> tensor<12x20xf32>
  return %1 : tensor<12x20xf32>
}

// One value is both operands of a product, read by rows and by columns.
// SAME: square: equal
// CHECK-LABEL: func.func @square(
// CHECK-NOT:     linalg.fill
// CHECK:         scf.for %
// CHECK:           linalg.matmul {square} ins(
func.func @square(%a: tensor<13x13xf32>, %q: tensor<13x13xf32>) -> tensor<13x13xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x13xf32>
  %0 = linalg.negf ins(%a : tensor<13x13xf32>) outs(%e : tensor<13x13xf32>) -> tensor<13x13xf32>
  %1 = linalg.add ins(%0, %q : tensor<13x13xf32>, tensor<13x13xf32>) outs(%e : tensor<13x13xf32>) -> tensor<13x13xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x13xf32>) -> tensor<13x13xf32>
  %2 = linalg.matmul {square} ins(%1, %1 : tensor<13x13xf32>, tensor<13x13xf32>) outs(%z : tensor<13x13xf32>) -> tensor<13x13xf32>
  return %2 : tensor<13x13xf32>
}

// Two windows of one value that lie far apart: what lies between is not computed
// in the nest.
// SAME: disjoint_windows: equal
// CHECK-LABEL: func.func @disjoint_windows(
// CHECK:         scf.for %
// CHECK-COUNT-2:   linalg.negf ins(%{{.*}} : tensor<2x6xf32>)
// CHECK-NOT:     linalg.negf
// CHECK:         return %
func.func @disjoint_windows(%a: tensor<64x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<64x6xf32>
  %f = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.negf ins(%a : tensor<64x6xf32>) outs(%e : tensor<64x6xf32>) -> tensor<64x6xf32>
  %1 = tensor.extract_slice %0[0, 0] [4, 6] [1, 1] : tensor<64x6xf32> to tensor<4x6xf32>
  %2 = tensor.extract_slice %0[60, 0] [4, 6] [1, 1] : tensor<64x6xf32> to tensor<4x6xf32>
  %3 = linalg.mul {disjoint_windows} ins(%1, %2 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %3 : tensor<4x6xf32>
}

// One consumer reads whole rows, the other a part of them: one copy for both.
// SAME: nested_windows: equal
// CHECK-LABEL: func.func @nested_windows(
// CHECK:         scf.for %
// CHECK:           %[[N:.*]] = linalg.negf ins(%{{.*}} : tensor<4x16xf32>)
// CHECK:           linalg.reduce { arith.addf } ins(%[[N]] :
// CHECK:           scf.for %
// CHECK-NOT:     linalg.negf
// CHECK:         return %
func.func @nested_windows(%a: tensor<12x16xf32>) -> tensor<12x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12x16xf32>
  %r = tensor.empty() : tensor<12xf32>
  %0 = linalg.negf ins(%a : tensor<12x16xf32>) outs(%e : tensor<12x16xf32>) -> tensor<12x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%r : tensor<12xf32>) -> tensor<12xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<12x16xf32>) outs(%z : tensor<12xf32>) dimensions = [1]
  %b = linalg.broadcast ins(%1 : tensor<12xf32>) outs(%e : tensor<12x16xf32>) dimensions = [1]
  %2 = linalg.mul {nested_windows} ins(%0, %b : tensor<12x16xf32>, tensor<12x16xf32>) outs(%e : tensor<12x16xf32>) -> tensor<12x16xf32>
  return %2 : tensor<12x16xf32>
}

// The returned producer is read in steps of three, two at a time: every third row
// is read by nobody in the nest and must be right all the same.
// SAME: uncovered_rows: equal
// CHECK-LABEL: func.func @uncovered_rows(
// CHECK:         %[[N:.*]] = linalg.negf ins(%{{.*}} : tensor<11x5xf32>)
// CHECK:         return %{{.*}}, %[[N]]
func.func @uncovered_rows(%a: tensor<11x5xf32>) -> (tensor<4x5xf32>, tensor<11x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<11x5xf32>
  %o = tensor.empty() : tensor<4x5xf32>
  %w = tensor.empty() : tensor<2xf32>
  %0 = linalg.negf ins(%a : tensor<11x5xf32>) outs(%e : tensor<11x5xf32>) -> tensor<11x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = linalg.generic {uncovered_rows, indexing_maps = [affine_map<(i, j, k) -> (3 * i + k, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%0, %w : tensor<11x5xf32>, tensor<2xf32>) outs(%z : tensor<4x5xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %s = arith.addf %acc, %x : f32
    linalg.yield %s : f32
  } -> tensor<4x5xf32>
  return %1, %0 : tensor<4x5xf32>, tensor<11x5xf32>
}

// With keep_intermediates every fused value is a result of the nest until cleanup
// finds it unused: three, all carried side by side.
// SAME: all_intermediates: equal
// CHECK-LABEL: func.func @all_intermediates(
// CHECK:         %[[R:.*]]:3 = scf.for
// CHECK:         } {three_results}
// CHECK:         linalg.mul ins(%[[R]]#0,
func.func @all_intermediates(%a: tensor<30x21xf32>, %p: tensor<30x21xf32>, %q: tensor<30x21xf32>) -> tensor<30x21xf32> {
  %e = tensor.empty() : tensor<30x21xf32>
  %0 = linalg.negf ins(%a : tensor<30x21xf32>) outs(%p : tensor<30x21xf32>) -> tensor<30x21xf32>
  %1 = linalg.abs ins(%0 : tensor<30x21xf32>) outs(%q : tensor<30x21xf32>) -> tensor<30x21xf32>
  %2 = linalg.sub {all_intermediates} ins(%0, %1 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %3 = linalg.mul ins(%2, %a : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %3 : tensor<30x21xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {multi_result_one_inside} in %module : (!transform.any_op) -> !transform.any_op
  %t0:3 = transform.structured.fuse_ext %0 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {multi_result_both_inside} in %module : (!transform.any_op) -> !transform.any_op
  %t1:3 = transform.structured.fuse_ext %1 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {read_as_init_behind} in %module : (!transform.any_op) -> !transform.any_op
  %t2:3 = transform.structured.fuse_ext %2 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {root_read_as_init} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {square} in %module : (!transform.any_op) -> !transform.any_op
  %t4:3 = transform.structured.fuse_ext %4 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {disjoint_windows} in %module : (!transform.any_op) -> !transform.any_op
  %t5:2 = transform.structured.fuse_ext %5 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {nested_windows} in %module : (!transform.any_op) -> !transform.any_op
  %t6:3 = transform.structured.fuse_ext %6 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %7 = transform.structured.match attributes {uncovered_rows} in %module : (!transform.any_op) -> !transform.any_op
  %t7:2 = transform.structured.fuse_ext %7 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %8 = transform.structured.match attributes {all_intermediates} in %module : (!transform.any_op) -> !transform.any_op
  %t8:2 = transform.structured.fuse_ext %8 tile_sizes [8] {keep_intermediates} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.annotate %t8#1 "three_results" : !transform.any_op
  cleanup
}
