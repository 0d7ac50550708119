// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle check %s --dims arg0=5x0 --function dynamic \
// RUN:   | FileCheck %s --check-prefix=NO-KEYS
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// The keys in parallel parts, each with its own maximum, sum and accumulator; one
// more softmax weighs them.

// Ten keys in four parts of three: the last part has one key and two of padding.
// The parts are a forall, and softmax is carried online in each.
// SAME: parts: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @parts(
// CHECK:         scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (4, 13) step (1, 4)
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg_ext.unnorm_softmax dimension(2) ins(%
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:         arith.divf %in, %
func.func @parts(%q: tensor<13x8xf32>, %k: tensor<8x10xf32>, %v: tensor<10x6xf32>) -> tensor<13x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x10xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<13x10xf32>) -> tensor<13x10xf32>
  %s = linalg.matmul ins(%q, %k : tensor<13x8xf32>, tensor<8x10xf32>) outs(%z : tensor<13x10xf32>) -> tensor<13x10xf32>
  %p = linalg.softmax {parts} dimension(1) ins(%s : tensor<13x10xf32>) outs(%e : tensor<13x10xf32>) -> tensor<13x10xf32>
  %eo = tensor.empty() : tensor<13x6xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<13x6xf32>) -> tensor<13x6xf32>
  %r = linalg.matmul ins(%p, %v : tensor<13x10xf32>, tensor<10x6xf32>) outs(%zo : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// Dynamic sizes: also fewer keys than parts. The product starts from an argument.
// SAME: dynamic: equal: {{.*}}equal as formulas
// NO-KEYS: dynamic: equal:
// CHECK-LABEL: func @dynamic(
// CHECK:         linalg_ext.unnorm_softmax dimension(2) ins(%
func.func @dynamic(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.softmax {dynamic} dimension(1) ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Two heads in half precision; softmax starts from statistics, which enter once,
// and is returned, too.
// SAME: starts: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @starts(
// CHECK:         linalg_ext.unnorm_softmax dimension(3) ins(%
// CHECK:         linalg_ext.unnorm_softmax dimension(2) ins(%
// CHECK:         return
func.func @starts(%x: tensor<2x5x7xf16>, %m: tensor<2x5xf16>, %l: tensor<2x5xf16>, %v: tensor<2x7x3xf16>, %o: tensor<2x5x3xf32>) -> (tensor<2x5x3xf32>, tensor<2x5xf16>) {
  %p:4 = linalg_ext.softmax {starts} dimension(2) ins(%x : tensor<2x5x7xf16>) outs(%x, %m, %l, %l : tensor<2x5x7xf16>, tensor<2x5xf16>, tensor<2x5xf16>, tensor<2x5xf16>) : tensor<2x5x7xf16>, tensor<2x5xf16>, tensor<2x5xf16>, tensor<2x5xf16>
  %r = linalg_ext.batch_matmul ins(%p#0, %v : tensor<2x5x7xf16>, tensor<2x7x3xf16>) outs(%o : tensor<2x5x3xf32>) layout = "nn"
  return %r, %p#2 : tensor<2x5x3xf32>, tensor<2x5xf16>
}

// A causal mask: whole parts of a row are masked.
// SAME: masked: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @masked(
// CHECK:         linalg_ext.unnorm_softmax dimension(2) ins(%
func.func @masked(%s: tensor<9x9xf32>, %v: tensor<9x6xf32>, %o: tensor<9x6xf32>) -> tensor<9x6xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<9x9xf32>) outs(%s : tensor<9x9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sle, %j, %i : index
    %c = arith.select %keep, %in, %inf : f32
    linalg.yield %c : f32
  } -> tensor<9x9xf32>
  %p = linalg.softmax {masked} dimension(1) ins(%m : tensor<9x9xf32>) outs(%s : tensor<9x9xf32>) -> tensor<9x9xf32>
  %r = linalg.matmul ins(%p, %v : tensor<9x9xf32>, tensor<9x6xf32>) outs(%o : tensor<9x6xf32>) -> tensor<9x6xf32>
  return %r : tensor<9x6xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {parts} in %root : (!transform.any_op) -> !transform.any_op
  %u, %sum, %merged = transform.heddle.split_attention %0 {splits = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.fuse_ext %sum tile_sizes [1, 4, 0, 2] {online, use_forall} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {dynamic} in %root : (!transform.any_op) -> !transform.any_op
  %u1, %sum1, %merged1 = transform.heddle.split_attention %1 {splits = 3} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {starts} in %root : (!transform.any_op) -> !transform.any_op
  %u2, %sum2, %merged2 = transform.heddle.split_attention %2 {splits = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {masked} in %root : (!transform.any_op) -> !transform.any_op
  %u3, %sum3, %merged3 = transform.heddle.split_attention %3 {splits = 3} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.fuse_ext %sum3 tile_sizes [1, 4, 0, 2] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
