// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Attention of many heads in the loop over the keys: softmax is carried for one
// head, or for a tile of them, at a time.

// Two batches and two heads, a causal mask, half precision with sums in f32,
// linalg_ext ops; the first tiles of keys have rows without any key left.
// SAME: heads: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @heads(
// CHECK-NOT:     tensor<2x2x13x13xf
// CHECK-COUNT-4: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.batch_matmul {{.*}} layout = "nt"
// CHECK:         arith.cmpi sle,
// CHECK:         linalg_ext.unnorm_softmax dimension(3) ins(%
// CHECK:         linalg_ext.batch_matmul {{.*}} layout = "nn" {heads}
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @heads(%q: tensor<2x2x13x8xf16>, %k: tensor<2x2x13x8xf16>, %v: tensor<2x2x13x8xf32>, %o: tensor<2x2x13x8xf32>) -> tensor<2x2x13x8xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x2x13x13xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2x13x13xf32>) -> tensor<2x2x13x13xf32>
  %s = linalg_ext.batch_matmul ins(%q, %k : tensor<2x2x13x8xf16>, tensor<2x2x13x8xf16>) outs(%z : tensor<2x2x13x13xf32>) layout = "nt"
  %m = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s : tensor<2x2x13x13xf32>) outs(%e : tensor<2x2x13x13xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %keep = arith.cmpi sle, %j, %i : index
    %c = arith.select %keep, %in, %inf : f32
    linalg.yield %c : f32
  } -> tensor<2x2x13x13xf32>
  %p = linalg.softmax dimension(3) ins(%m : tensor<2x2x13x13xf32>) outs(%e : tensor<2x2x13x13xf32>) -> tensor<2x2x13x13xf32>
  %r = linalg_ext.batch_matmul ins(%p, %v : tensor<2x2x13x13xf32>, tensor<2x2x13x8xf32>) outs(%o : tensor<2x2x13x8xf32>) layout = "nn" {heads}
  return %r : tensor<2x2x13x8xf32>
}

// Four query heads share two heads of keys and values: the products are
// generics, the group is a dim of its own.
// SAME: grouped: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @grouped(
// CHECK-NOT:     tensor<2x2x11x9xf
// CHECK-COUNT-4: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.unnorm_softmax dimension(3) ins(%
func.func @grouped(%q: tensor<2x2x11x8xf32>, %k: tensor<2x9x8xf32>, %v: tensor<2x9x6xf32>) -> tensor<2x2x11x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2x11x9xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2x11x9xf32>) -> tensor<2x2x11x9xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(h, g, i, j, d) -> (h, g, i, d)>, affine_map<(h, g, i, j, d) -> (h, j, d)>, affine_map<(h, g, i, j, d) -> (h, g, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<2x2x11x8xf32>, tensor<2x9x8xf32>) outs(%z : tensor<2x2x11x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x2x11x9xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x2x11x9xf32>) outs(%e : tensor<2x2x11x9xf32>) -> tensor<2x2x11x9xf32>
  %eo = tensor.empty() : tensor<2x2x11x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x2x11x6xf32>) -> tensor<2x2x11x6xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(h, g, i, d, j) -> (h, g, i, j)>, affine_map<(h, g, i, d, j) -> (h, j, d)>, affine_map<(h, g, i, d, j) -> (h, g, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x2x11x9xf32>, tensor<2x9x6xf32>) outs(%zo : tensor<2x2x11x6xf32>) attrs = {grouped} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x2x11x6xf32>
  return %r : tensor<2x2x11x6xf32>
}

// All heads share one head of keys and values; softmax is along the first dim,
// and its rows come out in another order.
// SAME: shared: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @shared(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.unnorm_softmax dimension(0) ins(%
func.func @shared(%q: tensor<?x?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x6xf32>, %z: tensor<?x?x?xf32>, %o: tensor<6x?x?xf32>) -> tensor<6x?x?xf32> {
  %s = linalg.generic {indexing_maps = [affine_map<(j, h, i, d) -> (h, i, d)>, affine_map<(j, h, i, d) -> (j, d)>, affine_map<(j, h, i, d) -> (j, h, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<?x?x8xf32>, tensor<?x8xf32>) outs(%z : tensor<?x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x?x?xf32>
  %p = linalg.softmax dimension(0) ins(%s : tensor<?x?x?xf32>) outs(%z : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(j, i, h, d) -> (j, d)>, affine_map<(j, i, h, d) -> (j, h, i)>, affine_map<(j, i, h, d) -> (d, i, h)>], iterator_types = ["reduction", "parallel", "parallel", "parallel"]} ins(%v, %p : tensor<?x6xf32>, tensor<?x?x?xf32>) outs(%o : tensor<6x?x?xf32>) attrs = {shared} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<6x?x?xf32>
  return %r : tensor<6x?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {heads} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [1, 1, 4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {grouped} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [1, 1, 4, 0, 2] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {shared} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [2, 3] interchange [1, 0] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
