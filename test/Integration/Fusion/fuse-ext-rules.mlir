// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// What is read through a three-point window, and also returned, adds to its
// destination. Its boxes overlap, so a tile must start from the original each time.
// SAME: halo_adds_once: equal
// CHECK-LABEL: func.func @halo_adds_once(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: tensor<26xf32>
// CHECK:         %[[R:.*]]:2 = scf.for %[[I:.*]] = {{.*}} iter_args(
// CHECK:           %[[START:.*]] = tensor.extract_slice %[[C]][%[[I]]] [6] [1]
// CHECK:           linalg.generic {{.*}} outs(%[[START]] :
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @halo_adds_once(%c: tensor<26xf32>, %a: tensor<26xf32>) -> (tensor<24xf32>, tensor<26xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<3xf32>
  %e = tensor.empty() : tensor<24xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<26xf32>) outs(%c : tensor<26xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<26xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<24xf32>) -> tensor<24xf32>
  %1 = linalg.generic {halo_adds_once, indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%0, %w : tensor<26xf32>, tensor<3xf32>) outs(%z : tensor<24xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<24xf32>
  return %1, %0 : tensor<24xf32>, tensor<26xf32>
}

// The same with tiles that do not divide.
// SAME: halo_adds_once_odd: equal
// CHECK-LABEL: func.func @halo_adds_once_odd(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: tensor<23xf32>
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(
// CHECK:           %[[START:.*]] = tensor.extract_slice %[[C]][%[[I]]]
// CHECK:           linalg.generic {{.*}} outs(%[[START]] :
func.func @halo_adds_once_odd(%c: tensor<23xf32>, %a: tensor<23xf32>) -> (tensor<21xf32>, tensor<23xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<3xf32>
  %e = tensor.empty() : tensor<21xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<23xf32>) outs(%c : tensor<23xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<23xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<21xf32>) -> tensor<21xf32>
  %1 = linalg.generic {halo_adds_once_odd, indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%0, %w : tensor<23xf32>, tensor<3xf32>) outs(%z : tensor<21xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<21xf32>
  return %1, %0 : tensor<21xf32>, tensor<23xf32>
}

// The returned producer does not depend on the loop over columns, which may run zero
// times: it is returned all the same.
// SAME: returned_without_iterations: equal
// CHECK-LABEL: func.func @returned_without_iterations(
// CHECK:         %[[N:.*]] = linalg.negf ins(
// CHECK:         scf.for %
// CHECK:         return %{{.*}}, %[[N]]
func.func @returned_without_iterations(%a: tensor<?xf32>, %b: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %b, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%m) : tensor<?xf32>
  %0 = linalg.negf ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.generic {returned_without_iterations, indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0, %b : tensor<?xf32>, tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %1, %0 : tensor<?x?xf32>, tensor<?xf32>
}

// A product whose result is the right operand of a tiled product depends on columns
// only: it is computed before the nest, not once per tile of rows.
// SAME: product_on_the_right: equal
// CHECK-LABEL: func.func @product_on_the_right(
// CHECK:         %[[P:.*]] = linalg.matmul {inner}
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK-NOT:     {inner}
// CHECK:             tensor.extract_slice %[[P]][
func.func @product_on_the_right(%a: tensor<37x13xf32>, %b: tensor<13x11xf32>, %c: tensor<11x29xf32>) -> tensor<37x29xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x29xf32>
  %f = tensor.empty() : tensor<37x29xf32>
  %y = linalg.fill ins(%zero : f32) outs(%e : tensor<13x29xf32>) -> tensor<13x29xf32>
  %0 = linalg.matmul {inner} ins(%b, %c : tensor<13x11xf32>, tensor<11x29xf32>) outs(%y : tensor<13x29xf32>) -> tensor<13x29xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<37x29xf32>) -> tensor<37x29xf32>
  %1 = linalg.matmul {product_on_the_right} ins(%a, %0 : tensor<37x13xf32>, tensor<13x29xf32>) outs(%z : tensor<37x29xf32>) -> tensor<37x29xf32>
  return %1 : tensor<37x29xf32>
}

// A halo in both dimensions: the producers stay in the inner loop.
// SAME: halo_in_two_dimensions: equal
// CHECK-LABEL: func.func @halo_in_two_dimensions(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(%{{.*}} : tensor<34x34xf32>)
// CHECK:             linalg.abs ins(%{{.*}} : tensor<34x34xf32>)
func.func @halo_in_two_dimensions(%a: tensor<66x66xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<66x66xf32>
  %f = tensor.empty() : tensor<64x64xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %0 = linalg.negf ins(%a : tensor<66x66xf32>) outs(%e : tensor<66x66xf32>) -> tensor<66x66xf32>
  %1 = linalg.abs ins(%0 : tensor<66x66xf32>) outs(%e : tensor<66x66xf32>) -> tensor<66x66xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.generic {halo_in_two_dimensions, indexing_maps = [affine_map<(i, j, k, l) -> (i + k, j + l)>, affine_map<(i, j, k, l) -> (k, l)>, affine_map<(i, j, k, l) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%1, %w : tensor<66x66xf32>, tensor<3x3xf32>) outs(%z : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %s = arith.addf %x, %acc : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// The same through a pad, with dynamic extents: placed alike.
// SAME: halo_in_two_dimensions_dynamic: equal
// CHECK-LABEL: func.func @halo_in_two_dimensions_dynamic(
// CHECK-NOT:     linalg.negf
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
func.func @halo_in_two_dimensions_dynamic(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %0 = linalg.negf ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.pad %0 low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.generic {halo_in_two_dimensions_dynamic, indexing_maps = [affine_map<(i, j, k, l) -> (i + k, j + l)>, affine_map<(i, j, k, l) -> (k, l)>, affine_map<(i, j, k, l) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%1, %w : tensor<?x?xf32>, tensor<3x3xf32>) outs(%z : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %s = arith.addf %x, %acc : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// The destination is the fused product itself, and is not read: the product is
// computed once.
// SAME: destination_is_producer: equal
// CHECK-LABEL: func.func @destination_is_producer(
// CHECK-NOT:     linalg.matmul
// CHECK:         scf.for %
// CHECK:           linalg.matmul ins(
// CHECK-NOT:     linalg.matmul
// CHECK:         return %
func.func @destination_is_producer(%a: tensor<13x7xf32>, %b: tensor<7x10xf32>, %bias: tensor<13x10xf32>) -> tensor<13x10xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x10xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x10xf32>) -> tensor<13x10xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<13x7xf32>, tensor<7x10xf32>) outs(%z : tensor<13x10xf32>) -> tensor<13x10xf32>
  %1 = linalg.add {destination_is_producer} ins(%0, %bias : tensor<13x10xf32>, tensor<13x10xf32>) outs(%0 : tensor<13x10xf32>) -> tensor<13x10xf32>
  return %1 : tensor<13x10xf32>
}

// An input is also the destination: its tile comes from what the loop carries, so no
// copy of the whole is needed.
// SAME: input_is_destination: equal
// CHECK-LABEL: func.func @input_is_destination(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<13xf32>
// CHECK:         scf.for {{.*}} iter_args(%[[C:.*]] = %[[X]])
// CHECK-NOT:       tensor.extract_slice %[[X]]
// CHECK:           %[[T:.*]] = tensor.extract_slice %[[C]][
// CHECK:           linalg.add {input_is_destination} ins(%[[T]], %{{.*}}) outs(%[[T]] :
func.func @input_is_destination(%x: tensor<13xf32>, %y: tensor<13xf32>) -> tensor<13xf32> {
  %0 = linalg.add {input_is_destination} ins(%x, %y : tensor<13xf32>, tensor<13xf32>) outs(%x : tensor<13xf32>) -> tensor<13xf32>
  return %0 : tensor<13xf32>
}

// Both results start from one argument: each gets contents of its own.
// SAME: results_from_one_argument: equal
// CHECK-LABEL: func.func @results_from_one_argument(
// CHECK-NOT:     linalg.negf
// CHECK:         %[[R:.*]]:2 = scf.for
// CHECK:         return %[[R]]#1, %[[R]]#0
func.func @results_from_one_argument(%a: tensor<17x13xf32>, %b: tensor<17x13xf32>) -> (tensor<17x13xf32>, tensor<17x13xf32>) {
  %0 = linalg.negf ins(%a : tensor<17x13xf32>) outs(%b : tensor<17x13xf32>) -> tensor<17x13xf32>
  %1 = linalg.mul {results_from_one_argument} ins(%0, %a : tensor<17x13xf32>, tensor<17x13xf32>) outs(%b : tensor<17x13xf32>) -> tensor<17x13xf32>
  return %0, %1 : tensor<17x13xf32>, tensor<17x13xf32>
}

// Three dynamic extents, among them a reduction of length 0 and 1.
// SAME: dynamic_matmul: equal
// CHECK-LABEL: func.func @dynamic_matmul(
// CHECK:         scf.for {{.*}} iter_args(%[[ALL:.*]] = %
// CHECK:           %[[COLUMNS:.*]] = tensor.extract_slice %[[ALL]][0,
// CHECK:           scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[COLUMNS]])
// CHECK:             scf.for {{.*}} iter_args(%{{.*}} = %[[ACC]])
// CHECK:               linalg.matmul {dynamic_matmul} ins(
func.func @dynamic_matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul {dynamic_matmul} ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {halo_adds_once} in %module : (!transform.any_op) -> !transform.any_op
  %t0:2 = transform.structured.fuse_ext %0 tile_sizes [4] {max_recompute = 100.0, placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {halo_adds_once_odd} in %module : (!transform.any_op) -> !transform.any_op
  %t1:2 = transform.structured.fuse_ext %1 tile_sizes [4] {max_recompute = 100.0, placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {returned_without_iterations} in %module : (!transform.any_op) -> !transform.any_op
  %t2:2 = transform.structured.fuse_ext %2 tile_sizes [0, 4] {max_recompute = 100.0, placement_slack = 100.0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {product_on_the_right} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [4, 8, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {halo_in_two_dimensions} in %module : (!transform.any_op) -> !transform.any_op
  %t4:3 = transform.structured.fuse_ext %4 tile_sizes [32, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {halo_in_two_dimensions_dynamic} in %module : (!transform.any_op) -> !transform.any_op
  %t5:3 = transform.structured.fuse_ext %5 tile_sizes [32, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {destination_is_producer} in %module : (!transform.any_op) -> !transform.any_op
  %t6:3 = transform.structured.fuse_ext %6 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %7 = transform.structured.match attributes {input_is_destination} in %module : (!transform.any_op) -> !transform.any_op
  %t7:2 = transform.structured.fuse_ext %7 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %8 = transform.structured.match attributes {results_from_one_argument} in %module : (!transform.any_op) -> !transform.any_op
  %t8:3 = transform.structured.fuse_ext %8 tile_sizes [5, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %9 = transform.structured.match attributes {dynamic_matmul} in %module : (!transform.any_op) -> !transform.any_op
  %t9:4 = transform.structured.fuse_ext %9 tile_sizes [4, 3, 2] interchange [1, 2, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  cleanup
}
