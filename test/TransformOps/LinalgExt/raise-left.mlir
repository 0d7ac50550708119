// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// Ops that look like a softmax, and a remark for each that says why it is not one.
// CHECK-NOT: linalg_ext

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#turned = affine_map<(i, j) -> (j, i)>

// The maximum starts from 0: the exponentials of a row below that are others.
func.func @max_from_zero(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0.0 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  // expected-note @+1 {{the maximum does not start from -inf}}
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
  // expected-note @+1 {{this op}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The sum starts from 1.
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
  // expected-note @+1 {{the sum does not start from 0}}
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<9x13xf32>) outs(%l0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  // expected-note @+1 {{this op}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The maximum is that of another tensor.
func.func @other_max(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  // expected-note @+1 {{the maximum along dim 1 is not the maximum of the minuend}}
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
  // expected-note @+1 {{this op}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// It is a minimum.
func.func @minimum(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  // expected-note @+1 {{the subtrahend is not a maximum along dim 1}}
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
  // expected-note @+1 {{this op}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The difference is turned round: the row is the minuend.
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
  // expected-note @+1 {{the minuend is read in another order}}
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
  // expected-note @+1 {{this op}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The sum is that of another tensor.
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
  // expected-note @+1 {{the sum along dim 1 is not the sum of the exponentials}}
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%l0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  // expected-note @+1 {{this op}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The quotient is turned round.
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
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{the dividend is not an exponential}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %b, %a : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @+1 {{no op of linalg_ext is made of 'linalg.generic'}}
  %1 = transform.heddle.raise_to_linalg_ext %0 : (!transform.any_op) -> !transform.any_op
}
