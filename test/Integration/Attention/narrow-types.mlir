// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// Attention in the loop over the keys whose queries, keys and values are all of a
// narrow type. The scores, the statistics and both sums are f32.

// The weights stay f32 and meet values of half precision.
// SAME: f16: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @f16(
// CHECK-NOT:     tensor<13x11xf
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg.matmul {{.*}} ins(%{{.*}}, %{{.*}} : tensor<?x8xf16>, tensor<?x8xf16>)
// CHECK:         %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(1) ins(%{{.*}} : tensor<?x?xf32>)
// CHECK:         linalg.matmul {wide} ins(%[[P]]#0, %{{.*}} : tensor<?x?xf32>, tensor<?x6xf16>)
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @f16(%q: tensor<13x8xf16>, %k: tensor<11x8xf16>, %v: tensor<11x6xf16>) -> tensor<13x6xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.35 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%q, %k : tensor<13x8xf16>, tensor<11x8xf16>) outs(%z : tensor<13x11xf32>) -> tensor<13x11xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<13x11xf32>
  %p = linalg.softmax dimension(1) ins(%c : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %eo = tensor.empty() : tensor<13x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %r = linalg.matmul {wide} ins(%p, %v : tensor<13x11xf32>, tensor<11x6xf16>) outs(%zo : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// The same in bfloat16.
// SAME: bf16: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @bf16(
// CHECK-NOT:     tensor<13x11xf
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg.matmul {{.*}} ins(%{{.*}}, %{{.*}} : tensor<?x8xbf16>, tensor<?x8xbf16>)
// CHECK:         %[[P:.*]]:4 = linalg_ext.unnorm_softmax dimension(1) ins(%{{.*}} : tensor<?x?xf32>)
// CHECK:         linalg.matmul {wide} ins(%[[P]]#0, %{{.*}} : tensor<?x?xf32>, tensor<?x6xbf16>)
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @bf16(%q: tensor<13x8xbf16>, %k: tensor<11x8xbf16>, %v: tensor<11x6xbf16>) -> tensor<13x6xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.35 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%q, %k : tensor<13x8xbf16>, tensor<11x8xbf16>) outs(%z : tensor<13x11xf32>) -> tensor<13x11xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<13x11xf32>
  %p = linalg.softmax dimension(1) ins(%c : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %eo = tensor.empty() : tensor<13x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %r = linalg.matmul {wide} ins(%p, %v : tensor<13x11xf32>, tensor<11x6xbf16>) outs(%zo : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// The weights become half precision before they are summed up, and so does the
// result; heads, and a causal mask.
// SAME: f16_heads: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @f16_heads(
// CHECK-NOT:     tensor<2x?x?x?xf
// CHECK-COUNT-4: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.batch_matmul ins({{.*}} layout = "nt"
// CHECK:         linalg_ext.unnorm_softmax dimension(3) ins(%
// CHECK:         arith.truncf %{{.*}} : f32 to f16
// CHECK:         linalg_ext.batch_matmul ins({{.*}} layout = "nn" {narrow}
// CHECK:         arith.truncf %{{.*}} : f32 to f16
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @f16_heads(%q: tensor<2x?x?x8xf16>, %k: tensor<2x?x?x8xf16>, %v: tensor<2x?x?x6xf16>) -> tensor<2x?x?x6xf16> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %h = tensor.dim %q, %c1 : tensor<2x?x?x8xf16>
  %n = tensor.dim %q, %c2 : tensor<2x?x?x8xf16>
  %m = tensor.dim %k, %c2 : tensor<2x?x?x8xf16>
  %e = tensor.empty(%h, %n, %m) : tensor<2x?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x?x?x?xf32>) -> tensor<2x?x?x?xf32>
  %s = linalg_ext.batch_matmul ins(%q, %k : tensor<2x?x?x8xf16>, tensor<2x?x?x8xf16>) outs(%z : tensor<2x?x?x?xf32>) layout = "nt"
  %a = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s : tensor<2x?x?x?xf32>) outs(%e : tensor<2x?x?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %keep = arith.cmpi sle, %j, %i : index
    %0 = arith.select %keep, %in, %inf : f32
    linalg.yield %0 : f32
  } -> tensor<2x?x?x?xf32>
  %p = linalg.softmax dimension(3) ins(%a : tensor<2x?x?x?xf32>) outs(%e : tensor<2x?x?x?xf32>) -> tensor<2x?x?x?xf32>
  %en = tensor.empty(%h, %n, %m) : tensor<2x?x?x?xf16>
  %w = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p : tensor<2x?x?x?xf32>) outs(%en : tensor<2x?x?x?xf16>) {
  ^bb0(%in: f32, %out: f16):
    %0 = arith.truncf %in : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<2x?x?x?xf16>
  %eo = tensor.empty(%h, %n) : tensor<2x?x?x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x?x?x6xf32>) -> tensor<2x?x?x6xf32>
  %r = linalg_ext.batch_matmul ins(%w, %v : tensor<2x?x?x?xf16>, tensor<2x?x?x6xf16>) outs(%zo : tensor<2x?x?x6xf32>) layout = "nn" {narrow}
  %er = tensor.empty(%h, %n) : tensor<2x?x?x6xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(b, h, i, c) -> (b, h, i, c)>, affine_map<(b, h, i, c) -> (b, h, i, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r : tensor<2x?x?x6xf32>) outs(%er : tensor<2x?x?x6xf16>) {
  ^bb0(%in: f32, %out: f16):
    %0 = arith.truncf %in : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<2x?x?x6xf16>
  return %y : tensor<2x?x?x6xf16>
}

// The same in bfloat16.
// SAME: bf16_heads: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @bf16_heads(
// CHECK-NOT:     tensor<2x?x?x?xf
// CHECK-COUNT-4: scf.for %{{.*}} = %{{.*}} to
// CHECK:         linalg_ext.batch_matmul ins({{.*}} layout = "nt"
// CHECK:         linalg_ext.unnorm_softmax dimension(3) ins(%
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
// CHECK:         linalg_ext.batch_matmul ins({{.*}} layout = "nn" {narrow}
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @bf16_heads(%q: tensor<2x?x?x8xbf16>, %k: tensor<2x?x?x8xbf16>, %v: tensor<2x?x?x6xbf16>) -> tensor<2x?x?x6xbf16> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %h = tensor.dim %q, %c1 : tensor<2x?x?x8xbf16>
  %n = tensor.dim %q, %c2 : tensor<2x?x?x8xbf16>
  %m = tensor.dim %k, %c2 : tensor<2x?x?x8xbf16>
  %e = tensor.empty(%h, %n, %m) : tensor<2x?x?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x?x?x?xf32>) -> tensor<2x?x?x?xf32>
  %s = linalg_ext.batch_matmul ins(%q, %k : tensor<2x?x?x8xbf16>, tensor<2x?x?x8xbf16>) outs(%z : tensor<2x?x?x?xf32>) layout = "nt"
  %a = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s : tensor<2x?x?x?xf32>) outs(%e : tensor<2x?x?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %keep = arith.cmpi sle, %j, %i : index
    %0 = arith.select %keep, %in, %inf : f32
    linalg.yield %0 : f32
  } -> tensor<2x?x?x?xf32>
  %p = linalg.softmax dimension(3) ins(%a : tensor<2x?x?x?xf32>) outs(%e : tensor<2x?x?x?xf32>) -> tensor<2x?x?x?xf32>
  %en = tensor.empty(%h, %n, %m) : tensor<2x?x?x?xbf16>
  %w = linalg.generic {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%p : tensor<2x?x?x?xf32>) outs(%en : tensor<2x?x?x?xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<2x?x?x?xbf16>
  %eo = tensor.empty(%h, %n) : tensor<2x?x?x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x?x?x6xf32>) -> tensor<2x?x?x6xf32>
  %r = linalg_ext.batch_matmul ins(%w, %v : tensor<2x?x?x?xbf16>, tensor<2x?x?x6xbf16>) outs(%zo : tensor<2x?x?x6xf32>) layout = "nn" {narrow}
  %er = tensor.empty(%h, %n) : tensor<2x?x?x6xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(b, h, i, c) -> (b, h, i, c)>, affine_map<(b, h, i, c) -> (b, h, i, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r : tensor<2x?x?x6xf32>) outs(%er : tensor<2x?x?x6xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<2x?x?x6xbf16>
  return %y : tensor<2x?x?x6xbf16>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {wide} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {narrow} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [1, 1, 4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
