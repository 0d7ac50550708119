// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s
// RUN: heddle explain %s | FileCheck %s --check-prefix=PLAN

// Tiles of keys that a mask covers are not computed: the loop ends with the last
// tile, or begins with the first, that has a key left. The values are finite.

#ij = affine_map<(i, j) -> (i, j)>

// Row i sees the keys up to i.
// SAME: causal: equal: {{.*}}equal as formulas
// PLAN: online along dim 2: carries max, sum, skips masked tiles: assumes that what softmax is multiplied by is finite at
// CHECK-LABEL: func @causal(
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[N:.*]] step %[[S:.*]] iter_args
// CHECK-DAG:       %[[E:.*]] = arith.addi %[[I]], %[[S]]
// CHECK:           %[[L:.*]] = arith.minsi %[[E]], %[[N]]
// CHECK:           %[[U:.*]] = arith.minsi %{{.*}}, %[[L]]
// CHECK:           scf.for %{{.*}} = %{{.*}} to %[[U]] step
// CHECK:             linalg_ext.unnorm_softmax dimension(1) ins(%
func.func @causal(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e4 : f32
  %high = arith.constant 1.0e4 : f32
  %fin = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<?x?xf32>) outs(%v : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maxnumf %in, %low : f32
    %1 = arith.minnumf %0, %high : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %m = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sle, %j, %i : index
    %c = arith.select %keep, %in, %inf : f32
    linalg.yield %c : f32
  } -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {target} ins(%p, %fin : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The last keys: a row sees those from i - 2 on, in i64.
// SAME: window_start: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @window_start(
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step
// CHECK:           %[[F:.*]] = arith.maxsi %{{.*}}, %{{.*}} : index
// CHECK:           %[[D:.*]] = arith.divsi %[[F]], %[[T:.*]] : index
// CHECK:           %[[B:.*]] = arith.muli %[[D]], %[[T]] : index
// CHECK:           scf.for %{{.*}} = %[[B]] to %{{.*}} step %[[T]]
func.func @window_start(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e4 : f32
  %high = arith.constant 1.0e4 : f32
  %fin = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<?x?xf32>) outs(%v : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maxnumf %in, %low : f32
    %1 = arith.minnumf %0, %high : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %m = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ii = arith.index_cast %i : index to i64
    %jj = arith.index_cast %j : index to i64
    %two = arith.constant 2 : i64
    %start = arith.subi %ii, %two : i64
    %drop = arith.cmpi sgt, %start, %jj : i64
    %c = arith.select %drop, %inf, %in : f32
    linalg.yield %c : f32
  } -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {target} ins(%p, %fin : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Both: three keys per row, and a scale and a cast after the mask.
// SAME: window: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @window(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step
// CHECK:           %[[B:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK:           scf.for %{{.*}} = %[[B]] to %{{.*}} step
func.func @window(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e4 : f32
  %high = arith.constant 1.0e4 : f32
  %fin = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<?x?xf32>) outs(%v : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maxnumf %in, %low : f32
    %1 = arith.minnumf %0, %high : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %x = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %distance = arith.constant 2 : index
    %end = arith.addi %j, %distance : index
    %a = arith.cmpi sle, %j, %i : index
    %b = arith.cmpi sge, %end, %i : index
    %keep = arith.andi %a, %b : i1
    %d = arith.select %keep, %in, %inf : f32
    linalg.yield %d : f32
  } -> tensor<?x?xf32>
  %m = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %scale = arith.constant 0.5 : f32
    %c = arith.mulf %in, %scale : f32
    linalg.yield %c : f32
  } -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {target} ins(%p, %fin : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Rows whose keys are all masked, as every key from 5 on is: they are NaN.
// SAME: padding: equal: {{.*}}equal as formulas
// CHECK-LABEL: func @padding(
// CHECK:           scf.for %{{.*}} = %{{.*}} to %{{.*}} step
func.func @padding(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %low = arith.constant -1.0e4 : f32
  %high = arith.constant 1.0e4 : f32
  %fin = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<?x?xf32>) outs(%v : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maxnumf %in, %low : f32
    %1 = arith.minnumf %0, %high : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %m = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %five = arith.constant 5 : index
    %a = arith.cmpi sge, %j, %five : index
    %b = arith.cmpi sgt, %i, %j : index
    %drop = arith.ori %a, %b : i1
    %c = arith.select %drop, %inf, %in : f32
    linalg.yield %c : f32
  } -> tensor<?x?xf32>
  %p = linalg.softmax dimension(1) ins(%m : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul {target} ins(%p, %fin : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online, skip_masked} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
