// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// Generics that are almost a softmax stay as they are.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The maximum does not start from -inf.
// CHECK-LABEL: func @max_from_zero(
// CHECK-NOT:     linalg_ext
// CHECK:         %{{.*}} = arith.divf
func.func @max_from_zero(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
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
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The sum does not start from 0.
// CHECK-LABEL: func @sum_from_one(
// CHECK-NOT:     linalg_ext
// CHECK:         %{{.*}} = arith.divf
func.func @sum_from_one(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 1.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
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
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The maximum is that of another tensor.
// CHECK-LABEL: func @other_max(
// CHECK-NOT:     linalg_ext
// CHECK:         %{{.*}} = arith.divf
func.func @other_max(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%z : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
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
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// It is a minimum.
// CHECK-LABEL: func @minimum(
// CHECK-NOT:     linalg_ext
// CHECK:         %{{.*}} = arith.divf
func.func @minimum(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.minimumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
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
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The difference is turned round.
// CHECK-LABEL: func @turned_difference(
// CHECK-NOT:     linalg_ext
// CHECK:         %{{.*}} = arith.divf
func.func @turned_difference(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %b, %a : f32
    %d = math.exp %c : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<9x13xf32>) outs(%l0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The sum is that of another tensor.
// CHECK-LABEL: func @other_sum(
// CHECK-NOT:     linalg_ext
// CHECK:         %{{.*}} = arith.divf
func.func @other_sum(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    %d = math.exp %c : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%l0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The quotient is turned round.
// CHECK-LABEL: func @turned_quotient(
// CHECK-NOT:     linalg_ext
// CHECK:         %{{.*}} = arith.divf
func.func @turned_quotient(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
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
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.divf %b, %a : f32
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
