// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse | FileCheck %s

// A softmax of generics becomes the op, and gives the same numbers.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#unit = affine_map<(i, j) -> (i, 0)>

// The difference and its exp in one op.
// SAME: one_op: equal
// CHECK-LABEL: func @one_op(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<?x?xf32>, %[[Y:[a-z0-9]*]]: tensor<?x?xf32>,
// CHECK-NOT:     linalg.generic
// CHECK:         %[[R:.*]]:4 = linalg_ext.softmax {mine} dimension(1) ins(%[[X]] : tensor<?x?xf32>) outs(%[[Y]],
// CHECK:         return %[[R]]#0
func.func @one_op(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %r: tensor<?xf32>) -> tensor<?x?xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%m0 : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<?xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<?x?xf32>, tensor<?xf32>) outs(%y : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    %d = math.exp %c : f32
    linalg.yield %d : f32
  } -> tensor<?x?xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<?x?xf32>) outs(%l0 : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<?xf32>
  %s = linalg.generic {mine, indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<?x?xf32>, tensor<?xf32>) outs(%y : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// Along dim 0, the maximum that propagates NaN, constants as arrays, the
// difference and its exp in two ops. The sum is returned, too, and stays.
// SAME: two_ops: equal
// CHECK-LABEL: func @two_ops(
// CHECK:         math.exp %{{.*}} : f64
// CHECK:         %[[L:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK:         %[[R:.*]]:4 = linalg_ext.softmax dimension(0)
// CHECK:         return %[[R]]#0, %[[L]]
func.func @two_ops(%x: tensor<9x13xf64>) -> (tensor<9x13xf64>, tensor<13xf64>) {
  %e0 = tensor.empty() : tensor<9x13xf64>
  %m0 = arith.constant dense<0xFFF0000000000000> : tensor<13xf64>
  %l0 = arith.constant dense<0.0> : tensor<13xf64>
  %m = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<9x13xf64>) outs(%m0 : tensor<13xf64>) {
  ^bb0(%a: f64, %b: f64):
    %c = arith.maximumf %b, %a : f64
    linalg.yield %c : f64
  } -> tensor<13xf64>
  %d = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf64>, tensor<13xf64>) outs(%e0 : tensor<9x13xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %c = arith.subf %a, %b : f64
    linalg.yield %c : f64
  } -> tensor<9x13xf64>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<9x13xf64>) outs(%e0 : tensor<9x13xf64>) {
  ^bb0(%a: f64, %o: f64):
    %c = math.exp %a : f64
    linalg.yield %c : f64
  } -> tensor<9x13xf64>
  %l = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%e : tensor<9x13xf64>) outs(%l0 : tensor<13xf64>) {
  ^bb0(%a: f64, %b: f64):
    %c = arith.addf %b, %a : f64
    linalg.yield %c : f64
  } -> tensor<13xf64>
  %s = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf64>, tensor<13xf64>) outs(%e0 : tensor<9x13xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %c = arith.divf %a, %b : f64
    linalg.yield %c : f64
  } -> tensor<9x13xf64>
  return %s, %l : tensor<9x13xf64>, tensor<13xf64>
}

// Rows of extent 1: the maximum by its map, the sum after a reshape. Row i
// keeps its first i + 1 elements, the others are -inf.
// SAME: kept_dims: equal
// CHECK-LABEL: func @kept_dims(
// CHECK:         linalg_ext.softmax dimension(1) ins(%{{.*}} : tensor<9x13xf32>)
// CHECK-NOT:     arith.divf
// CHECK:         return
func.func @kept_dims(%x: tensor<9x13xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<9x13xf32>
  %u0 = tensor.empty() : tensor<9x1xf32>
  %r0 = tensor.empty() : tensor<9xf32>
  %masked = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x13xf32>) outs(%e0 : tensor<9x13xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sle, %j, %i : index
    %c = arith.select %keep, %in, %inf : f32
    linalg.yield %c : f32
  } -> tensor<9x13xf32>
  %m0 = linalg.fill ins(%inf : f32) outs(%u0 : tensor<9x1xf32>) -> tensor<9x1xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r0 : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #unit], iterator_types = ["parallel", "reduction"]} ins(%masked : tensor<9x13xf32>) outs(%m0 : tensor<9x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x1xf32>
  %e = linalg.generic {indexing_maps = [#id, #unit, #id], iterator_types = ["parallel", "parallel"]} ins(%masked, %m : tensor<9x13xf32>, tensor<9x1xf32>) outs(%e0 : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    %d = math.exp %c : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<9x13xf32>) outs(%l0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %k = tensor.expand_shape %l [[0, 1]] output_shape [9, 1] : tensor<9xf32> into tensor<9x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #unit, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %k : tensor<9x13xf32>, tensor<9x1xf32>) outs(%e0 : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_patterns to %0 {
    transform.apply_patterns.linalg_ext.from_linalg
  } : !transform.any_op
}
