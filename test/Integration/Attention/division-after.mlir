// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// A softmax that does not divide, its product with the values, and a division of that
// by the sum, as the payload writes them.

// The nest returns the product and the sum of each tile of rows; the division reads
// them.
// SAME: after_nest: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @after_nest(
// CHECK:         %[[N:.*]]:2 = scf.for %
// CHECK:           %[[K:.*]]:3 = scf.for %
// CHECK:             linalg_ext.unnorm_softmax dimension(1)
// CHECK:             linalg.matmul {after_nest}
// CHECK-NOT:       arith.divf
// CHECK:           tensor.insert_slice %[[K]]#0 into
// CHECK:           tensor.insert_slice %[[K]]#2 into
// CHECK:         linalg.generic {{.*}} ins(%[[N]]#0, %[[N]]#1 :
// CHECK:           %{{.*}} = arith.divf %
// CHECK:         return
func.func @after_nest(%q: tensor<13x8xf32>, %k: tensor<8x11xf32>, %v: tensor<11x6xf32>) -> tensor<13x6xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %s = linalg.matmul ins(%q, %k : tensor<13x8xf32>, tensor<8x11xf32>) outs(%z : tensor<13x11xf32>) -> tensor<13x11xf32>
  %r = tensor.empty() : tensor<13xf32>
  %m = linalg.fill ins(%inf : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %l = linalg.fill ins(%zero : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %p:4 = linalg_ext.unnorm_softmax dimension(1) ins(%s : tensor<13x11xf32>) outs(%e, %m, %l, %r : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>) : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>
  %eo = tensor.empty() : tensor<13x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %o = linalg.matmul {after_nest} ins(%p#0, %v : tensor<13x11xf32>, tensor<11x6xf32>) outs(%zo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i, c) -> (i, c)>, affine_map<(i, c) -> (i)>, affine_map<(i, c) -> (i, c)>], iterator_types = ["parallel", "parallel"]} ins(%o, %p#2 : tensor<13x6xf32>, tensor<13xf32>) outs(%eo : tensor<13x6xf32>) attrs = {after_division} {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %n = arith.divf %a, %b : f32
    linalg.yield %n : f32
  } -> tensor<13x6xf32>
  return %d : tensor<13x6xf32>
}

// The division is the root: a tile of rows, and all of its keys.
// SAME: root: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @root(
// CHECK:         scf.for %
// CHECK:           %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(1)
// CHECK:           %[[O:.*]] = linalg.matmul {root_product} ins(%[[P]]#0,
// CHECK:           %[[OT:.*]] = tensor.extract_slice %[[O]][
// CHECK:           %[[L:.*]] = tensor.extract_slice %[[P]]#2[
// CHECK:           linalg.generic {{.*}} ins(%[[OT]], %[[L]] :
// CHECK:             %{{.*}} = arith.divf %
// CHECK:         return
func.func @root(%q: tensor<13x8xf32>, %k: tensor<8x11xf32>, %v: tensor<11x6xf32>) -> tensor<13x6xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %s = linalg.matmul ins(%q, %k : tensor<13x8xf32>, tensor<8x11xf32>) outs(%z : tensor<13x11xf32>) -> tensor<13x11xf32>
  %r = tensor.empty() : tensor<13xf32>
  %m = linalg.fill ins(%inf : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %l = linalg.fill ins(%zero : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %p:4 = linalg_ext.unnorm_softmax dimension(1) ins(%s : tensor<13x11xf32>) outs(%e, %m, %l, %r : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>) : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>
  %eo = tensor.empty() : tensor<13x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %o = linalg.matmul {root_product} ins(%p#0, %v : tensor<13x11xf32>, tensor<11x6xf32>) outs(%zo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i, c) -> (i, c)>, affine_map<(i, c) -> (i)>, affine_map<(i, c) -> (i, c)>], iterator_types = ["parallel", "parallel"]} ins(%o, %p#2 : tensor<13x6xf32>, tensor<13xf32>) outs(%eo : tensor<13x6xf32>) attrs = {root_division} {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %n = arith.divf %a, %b : f32
    linalg.yield %n : f32
  } -> tensor<13x6xf32>
  return %d : tensor<13x6xf32>
}

// The division joins the nest after the loop over the keys.
// SAME: joined: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @joined(
// CHECK:         scf.for %
// CHECK:           %[[N:.*]]:3 = scf.for %
// CHECK:             linalg_ext.unnorm_softmax dimension(1)
// CHECK:             linalg.matmul {joined}
// CHECK:             scf.yield %
// CHECK:           linalg.generic {{.*}} ins(%[[N]]#0, %[[N]]#2 :
// CHECK:             %{{.*}} = arith.divf %
// CHECK:           scf.yield %
// CHECK:         return
func.func @joined(%q: tensor<13x8xf32>, %k: tensor<8x11xf32>, %v: tensor<11x6xf32>) -> tensor<13x6xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %s = linalg.matmul ins(%q, %k : tensor<13x8xf32>, tensor<8x11xf32>) outs(%z : tensor<13x11xf32>) -> tensor<13x11xf32>
  %r = tensor.empty() : tensor<13xf32>
  %m = linalg.fill ins(%inf : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %l = linalg.fill ins(%zero : f32) outs(%r : tensor<13xf32>) -> tensor<13xf32>
  %p:4 = linalg_ext.unnorm_softmax dimension(1) ins(%s : tensor<13x11xf32>) outs(%e, %m, %l, %r : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>) : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>
  %eo = tensor.empty() : tensor<13x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %o = linalg.matmul {joined} ins(%p#0, %v : tensor<13x11xf32>, tensor<11x6xf32>) outs(%zo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i, c) -> (i, c)>, affine_map<(i, c) -> (i)>, affine_map<(i, c) -> (i, c)>], iterator_types = ["parallel", "parallel"]} ins(%o, %p#2 : tensor<13x6xf32>, tensor<13xf32>) outs(%eo : tensor<13x6xf32>) attrs = {joined_division} {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %n = arith.divf %a, %b : f32
    linalg.yield %n : f32
  } -> tensor<13x6xf32>
  return %d : tensor<13x6xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {after_nest} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {root_division} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {joined} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {joined_division} in %root : (!transform.any_op) -> !transform.any_op
  transform.heddle.fuse_consumer %3 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
