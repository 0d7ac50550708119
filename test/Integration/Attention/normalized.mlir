// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s
// RUN: heddle check %s --dims arg0=9x8,arg1=8x0 --function rows_keys \
// RUN:   | FileCheck %s --check-prefix=ROWS
// RUN: heddle check %s --dims arg0=1x8,arg1=8x1 --function rows_keys \
// RUN:   | FileCheck %s --check-prefix=ROWS
// ROWS: rows_keys: equal:

// Each tile of softmax is divided by the sum so far, and the accumulator is
// multiplied by the scale of the rows.

// All else that online computes can be computed with this recurrence, too.
// RUN: sed 's/{online/{recurrence = "normalized", online/' %S/masks.mlir > %t.masks.mlir
// RUN: heddle check %t.masks.mlir | FileCheck %S/masks.mlir
// RUN: heddle check %t.masks.mlir --dims arg0=9x8,arg1=8x0 --function mask \
// RUN:   | FileCheck %S/masks.mlir --check-prefix=NO-KEYS
// RUN: heddle check %t.masks.mlir --dims arg0=9x8,arg1=8x1 --function mask \
// RUN:   | FileCheck %S/masks.mlir --check-prefix=ONE-KEY
// RUN: sed 's/{online/{recurrence = "normalized", online/' %S/orders.mlir > %t.orders.mlir
// RUN: heddle check %t.orders.mlir | FileCheck %S/orders.mlir --check-prefix=SAME
// RUN: sed 's/{online/{recurrence = "normalized", online/' %S/between.mlir > %t.between.mlir
// RUN: heddle check %t.between.mlir | FileCheck %S/between.mlir --check-prefix=SAME
// RUN: sed 's/{online/{recurrence = "normalized", online/' %S/layouts.mlir > %t.layouts.mlir
// RUN: %if large %{ heddle check %t.layouts.mlir | FileCheck %S/layouts.mlir --check-prefix=SAME %}
// RUN: sed 's/{online/{recurrence = "normalized", online/' %S/heads.mlir > %t.heads.mlir
// RUN: %if large %{ heddle check %t.heads.mlir | FileCheck %S/heads.mlir --check-prefix=SAME %}
// RUN: sed 's/{online/{recurrence = "normalized", online/' %S/in-place.mlir > %t.in-place.mlir
// RUN: %if large %{ heddle check %t.in-place.mlir | FileCheck %S/in-place.mlir --check-prefix=SAME %}
// RUN: sed 's/{online/{recurrence = "normalized", online/' %S/skip-masked.mlir > %t.skip.mlir
// RUN: heddle check %t.skip.mlir | FileCheck %S/skip-masked.mlir --check-prefix=SAME

// SAME: rows_keys: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @rows_keys(
// CHECK:         scf.for {{.*}} iter_args(%[[O:.*]] = %{{.*}}) -> (tensor<?x?xf32>)
// CHECK:           %[[S:.*]]:3 = scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[M:.*]] = %{{.*}}, %[[L:.*]] = %{{.*}}) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>)
// CHECK:             %[[X:.*]] = linalg.matmul ins(%
// CHECK:             %[[U:.*]]:4 = linalg_ext.softmax {safe} dimension(1) ins(%[[X]] : {{.*}}) outs(%{{.*}}, %[[M]], %[[L]], %{{.*}} :
// CHECK:             %[[R:.*]] = linalg.generic {{.*}} ins(%[[U]]#3 : tensor<?xf32>) outs(%[[A]] : tensor<?x?xf32>)
// CHECK:               arith.mulf %{{.*}}, %
// CHECK:             %[[P:.*]] = linalg.matmul {rows_keys} ins(%[[U]]#0, %{{.*}}) outs(%[[R]] :
// CHECK:             scf.yield %[[P]], %[[U]]#1, %[[U]]#2
// A sum that is no divisor of the tiles is one after the loop.
// CHECK:           %[[D:.*]] = linalg.generic {{.*}} ins(%[[S]]#0, %[[S]]#2 :
// CHECK:             %[[C:.*]] = arith.andi %{{.*}}, %
// CHECK:             arith.select %[[C]], %{{.*}}, %
// CHECK:             arith.divf %{{.*}}, %
// CHECK:           tensor.insert_slice %[[D]] into %[[O]]
// CHECK-NOT:     linalg_ext
// CHECK:         return
func.func @rows_keys(%q: tensor<?x8xf32>, %k: tensor<8x?xf32>, %z: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<?x8xf32>, tensor<8x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {rows_keys} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Row i sees the keys from i on, so that the first tiles of most rows are -inf,
// those of rows 11 and 12 all of them. No row sees key 10.
// SAME: masked_ends: equal: {{.*}}equal as formulas
func.func @masked_ends(%s: tensor<13x11xf32>, %v: tensor<11x6xf32>, %o: tensor<13x6xf32>) -> tensor<13x6xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %c10 = arith.constant 10 : index
  %e = tensor.empty() : tensor<13x11xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %later = arith.cmpi sge, %j, %i : index
    %early = arith.cmpi slt, %j, %c10 : index
    %keep = arith.andi %later, %early : i1
    %c = arith.select %keep, %in, %inf : f32
    linalg.yield %c : f32
  } -> tensor<13x11xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) -> tensor<13x11xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<13x11xf32>, tensor<11x6xf32>) outs(%o : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// Tiles of one key.
// SAME: causal_by_key: equal: {{.*}}equal as formulas
func.func @causal_by_key(%s: tensor<7x11xf32>, %v: tensor<11x6xf32>, %o: tensor<7x6xf32>) -> tensor<7x6xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<7x11xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<7x11xf32>) outs(%e : tensor<7x11xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sgt, %j, %i : index
    %c = arith.select %keep, %in, %inf : f32
    linalg.yield %c : f32
  } -> tensor<7x11xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<7x11xf32>) outs(%e : tensor<7x11xf32>) -> tensor<7x11xf32>
  %r = linalg.matmul {one_key} ins(%p, %v : tensor<7x11xf32>, tensor<11x6xf32>) outs(%o : tensor<7x6xf32>) -> tensor<7x6xf32>
  return %r : tensor<7x6xf32>
}

// Half precision and an accumulator of f32.
// SAME: half: equal: {{.*}}equal as formulas
func.func @half(%s: tensor<13x11xf16>, %v: tensor<11x6xf16>, %o: tensor<13x6xf32>) -> tensor<13x6xf32> {
  %e = tensor.empty() : tensor<13x11xf16>
  %p = linalg.softmax dimension(1) ins(%s : tensor<13x11xf16>) outs(%e : tensor<13x11xf16>) -> tensor<13x11xf16>
  %r = linalg.matmul {target} ins(%p, %v : tensor<13x11xf16>, tensor<11x6xf16>) outs(%o : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// SAME: brain: equal: {{.*}}equal as formulas
func.func @brain(%s: tensor<13x?xbf16>, %v: tensor<?x6xbf16>, %o: tensor<13x6xf32>) -> tensor<13x6xf32> {
  %p = linalg.softmax dimension(1) ins(%s : tensor<13x?xbf16>) outs(%s : tensor<13x?xbf16>) -> tensor<13x?xbf16>
  %r = linalg.matmul {target} ins(%p, %v : tensor<13x?xbf16>, tensor<?x6xbf16>) outs(%o : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// A mean of values is no larger than they are, so half precision is enough for it.
// SAME: half_sum: equal: {{.*}}equal as formulas
func.func @half_sum(%s: tensor<13x11xf16>, %v: tensor<11x6xf16>, %o: tensor<13x6xf16>) -> tensor<13x6xf16> {
  %e = tensor.empty() : tensor<13x11xf16>
  %p = linalg.softmax dimension(1) ins(%s : tensor<13x11xf16>) outs(%e : tensor<13x11xf16>) -> tensor<13x11xf16>
  %r = linalg.matmul {target} ins(%p, %v : tensor<13x11xf16>, tensor<11x6xf16>) outs(%o : tensor<13x6xf16>) -> tensor<13x6xf16>
  return %r : tensor<13x6xf16>
}

// What the statistics start from is in them, and in the scale of the first tile.
// SAME: statistics: equal: {{.*}}equal as formulas
func.func @statistics(%x: tensor<?x11xf32>, %m: tensor<?xf32>, %l: tensor<?xf32>, %v: tensor<11x?xf32>, %o: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x11xf32>) {
  %p:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<?x11xf32>) outs(%x, %m, %l, %l : tensor<?x11xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) : tensor<?x11xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %r = linalg.matmul {target} ins(%p#0, %v : tensor<?x11xf32>, tensor<11x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r, %p#1, %p#2, %p#3, %p#0 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x11xf32>
}

// A sum of inf, as too many keys give in half precision: all is divided by it
// after the loop. The result is the initial value.
// SAME: infinite_sum: equal:
func.func @infinite_sum(%x: tensor<5x11xf32>, %v: tensor<11x6xf32>, %o: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x11xf32>
  %rows = tensor.empty() : tensor<5xf32>
  %m = linalg.fill ins(%zero : f32) outs(%rows : tensor<5xf32>) -> tensor<5xf32>
  %l = linalg.fill ins(%inf : f32) outs(%rows : tensor<5xf32>) -> tensor<5xf32>
  %p:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<5x11xf32>) outs(%e, %m, %l, %rows : tensor<5x11xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) : tensor<5x11xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
  %r = linalg.matmul {target} ins(%p#0, %v : tensor<5x11xf32>, tensor<11x6xf32>) outs(%o : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// A sum that starts below 0 is negative for the first tiles, and not later.
// SAME: negative_sum: equal: {{.*}}equal as formulas
func.func @negative_sum(%x: tensor<5x11xf32>, %v: tensor<11x6xf32>, %o: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %minus = arith.constant -2.75 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x11xf32>
  %rows = tensor.empty() : tensor<5xf32>
  %m = linalg.fill ins(%zero : f32) outs(%rows : tensor<5xf32>) -> tensor<5xf32>
  %l = linalg.fill ins(%minus : f32) outs(%rows : tensor<5xf32>) -> tensor<5xf32>
  %p:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<5x11xf32>) outs(%e, %m, %l, %rows : tensor<5x11xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) : tensor<5x11xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
  %r = linalg.matmul {target} ins(%p#0, %v : tensor<5x11xf32>, tensor<11x6xf32>) outs(%o : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// A safe softmax gives 0 for rows that are wholly masked, and needs no division
// after the loop.
// SAME: safe: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @safe(
// CHECK:         linalg_ext.softmax {safe} dimension(1) ins(%
// CHECK-NOT:     arith.divf
// CHECK:         return
func.func @safe(%x: tensor<13x11xf32>, %v: tensor<11x6xf32>, %o: tensor<13x6xf32>) -> tensor<13x6xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x11xf32>
  %rows = tensor.empty() : tensor<13xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<13x11xf32>) outs(%e : tensor<13x11xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sge, %j, %i : index
    %c = arith.select %keep, %in, %inf : f32
    linalg.yield %c : f32
  } -> tensor<13x11xf32>
  %m = linalg.fill ins(%inf : f32) outs(%rows : tensor<13xf32>) -> tensor<13xf32>
  %l = linalg.fill ins(%zero : f32) outs(%rows : tensor<13xf32>) -> tensor<13xf32>
  %p:4 = linalg_ext.softmax {safe} dimension(1) ins(%s : tensor<13x11xf32>) outs(%e, %m, %l, %rows : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>) : tensor<13x11xf32>, tensor<13xf32>, tensor<13xf32>, tensor<13xf32>
  %r = linalg.matmul {target} ins(%p#0, %v : tensor<13x11xf32>, tensor<11x6xf32>) outs(%o : tensor<13x6xf32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, recurrence = "normalized"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {rows_keys} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %1 tile_sizes [4, 0, 3] {online, recurrence = "normalized"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {one_key} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %2 tile_sizes [3, 4, 1] interchange [0, 2, 1] {online, recurrence = "normalized"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
}
