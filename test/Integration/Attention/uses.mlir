// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// What else reads softmax, its statistics or the scores gets the same values;
// softmax starts from given statistics; softmax without a division.

// Softmax is also returned: it stays, and the loop computes its own.
// SAME: softmax: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @softmax(
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:         %[[P:.*]] = linalg.softmax dimension(1) ins(%
// CHECK:         return %{{.*}}, %[[P]]
func.func @softmax(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %z: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %s = linalg.matmul ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r, %p : tensor<?x?xf32>, tensor<?x?xf32>
}

// The scores are also returned: they leave the nest.
// SAME: scores: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @scores(
// CHECK-COUNT-2: scf.for %{{.*}} = %{{.*}} to
func.func @scores(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>, %z: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %s = linalg.matmul ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r, %s : tensor<?x?xf32>, tensor<?x?xf32>
}

// The maximum and the sum are returned, and start from arguments.
// SAME: statistics: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @statistics(
// CHECK-NOT:     linalg_ext.softmax
// CHECK:         scf.for %{{.*}} = %{{.*}} to
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK-NOT:     linalg_ext.softmax
func.func @statistics(%x: tensor<?x11xf32>, %m: tensor<?xf32>, %l: tensor<?xf32>, %v: tensor<11x?xf32>, %o: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %p:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<?x11xf32>) outs(%x, %m, %l, %l : tensor<?x11xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x11xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %r = linalg.matmul {target} ins(%p#0, %v : tensor<?x11xf32>, tensor<11x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r, %p#1, %p#2 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>
}

// Where there may be no keys, the loop would return the sum as it was, and not
// times the weight of the maximum that it starts from: softmax stays for that.
// SAME: unknown_keys: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @unknown_keys(
// CHECK:         %[[P:.*]]:4 = linalg_ext.softmax
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:         return %{{.*}}, %[[P]]#2
func.func @unknown_keys(%x: tensor<?x?xf32>, %m: tensor<?xf32>, %l: tensor<?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %inf = arith.constant 0xFF800000 : f32
  %f = linalg.fill ins(%inf : f32) outs(%m : tensor<?xf32>) -> tensor<?xf32>
  %p:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%x, %f, %l, %l : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %r = linalg.matmul {target} ins(%p#0, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r, %p#2 : tensor<?x?xf32>, tensor<?xf32>
}

// The scale is that of all keys, not of a tile.
// SAME: scale: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @scale(
// CHECK:         %[[P:.*]]:4 = linalg_ext.softmax dimension(1) ins(%
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:         return %{{.*}}, %[[P]]#3
func.func @scale(%x: tensor<?x?xf32>, %m: tensor<?xf32>, %l: tensor<?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %p:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%x, %m, %l, %l : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %r = linalg.matmul {target} ins(%p#0, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r, %p#3 : tensor<?x?xf32>, tensor<?xf32>
}

// The statistics and the sum are read before the product is: they come from the
// op that stays.
// SAME: early: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @early(
func.func @early(%x: tensor<?x?xf32>, %m: tensor<?xf32>, %l: tensor<?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %p:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%x, %m, %l, %l : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %w = linalg.add ins(%p#1, %p#2 : tensor<?xf32>, tensor<?xf32>) outs(%m : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.matmul {target} ins(%p#0, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r, %w : tensor<?x?xf32>, tensor<?xf32>
}

// Nothing is divided.
// SAME: unnorm: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @unnorm(
// CHECK:           scf.for %{{.*}} = %{{.*}} to
// CHECK:             linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK-NOT:     arith.divf %{{.*}}, %
func.func @unnorm(%x: tensor<?x?xf32>, %m: tensor<?xf32>, %l: tensor<?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %f = linalg.fill ins(%inf : f32) outs(%m : tensor<?xf32>) -> tensor<?xf32>
  %p:4 = linalg_ext.unnorm_softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%x, %f, %l, %l : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %r = linalg.matmul {target} ins(%p#0, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// One softmax for two products: each of their loops carries it.
// SAME: twice: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @twice(
// CHECK-NOT:     linalg.softmax
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK:         linalg_ext.unnorm_softmax dimension(1) ins(%
// CHECK-NOT:     linalg.softmax
// CHECK:         return
func.func @twice(%x: tensor<?x?xf32>, %v: tensor<?x?xf32>, %w: tensor<?x?xf64>, %o: tensor<?x?xf32>, %u: tensor<?x?xf64>) -> (tensor<?x?xf32>, tensor<?x?xf64>) {
  %p = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = linalg.matmul {target} ins(%p, %w : tensor<?x?xf32>, tensor<?x?xf64>) outs(%u : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r, %t : tensor<?x?xf32>, tensor<?x?xf64>
}

// Softmax of bf16, which the product sums in bf16.
// SAME: bf16: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @bf16(
// CHECK:             linalg_ext.unnorm_softmax dimension(1) ins(%
func.func @bf16(%x: tensor<?x?xbf16>, %v: tensor<?x?xbf16>, %o: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %p = linalg.softmax dimension(1) ins(%x : tensor<?x?xbf16>) outs(%x : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %r = linalg.matmul {target} ins(%p, %v : tensor<?x?xbf16>, tensor<?x?xbf16>) outs(%o : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
