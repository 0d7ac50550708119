// RUN: heddle-opt %s --apply-schedule --verify-diagnostics | FileCheck %s

// More ops that look like one of linalg_ext, and why they are none.
// CHECK-NOT: linalg_ext

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#turned = affine_map<(i, j) -> (j, i)>

// The base is 2.
func.func @base_two(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  // expected-note @+1 {{the base of the exponential is 2}}
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    %d = math.exp2 %c : f32
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

// Nothing is subtracted from the exponent.
func.func @exp_alone(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<9xf32>) -> tensor<9xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x13xf32>) outs(%m0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<9xf32>
  // expected-note @+1 {{the exponent is not a difference}}
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.addf %a, %b : f32
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

// The quotient is scaled in the same op.
func.func @scaled(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
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
  // expected-note @+1 {{a softmax ends with a division and nothing else, but the body yields what 'arith.mulf' computes from results of other ops}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.divf %a, %b : f32
    %d = arith.mulf %q, %a : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The reciprocal of the sum is multiplied with, which rounds twice.
func.func @reciprocal(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
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
  %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%l : tensor<9xf32>) outs(%r : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %one = arith.constant 1.0 : f32
    %d = arith.divf %one, %a : f32
    linalg.yield %d : f32
  } -> tensor<9xf32>
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{a softmax ends with a division and nothing else, but the body yields what 'arith.mulf' computes}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %q : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.mulf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// It is a product.
func.func @product(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
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
  // expected-note @+1 {{the divisor is not a sum along dim 1}}
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<9x13xf32>) outs(%l0 : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
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

// Each element is divided by one of another tensor.
func.func @whole(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
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
  // expected-note @+1 {{no dim is one along which the divisor and the subtrahend have one element per row}}
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %z : tensor<9x13xf32>, tensor<9x13xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// The square of an exponential has a divisor that the op makes itself.
func.func @itself(%x: tensor<9x13xf32>, %z: tensor<9x13xf32>, %r: tensor<9xf32>) -> tensor<9x13xf32> {
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
  // expected-note @+1 {{a softmax ends with a division and nothing else, but the body yields what 'arith.divf' computes from results of other ops}}
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<9x13xf32>, tensor<9xf32>) outs(%x : tensor<9x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %one = arith.constant 1.0 : f32
    %d = arith.divf %a, %one : f32
    linalg.yield %d : f32
  } -> tensor<9x13xf32>
  return %s : tensor<9x13xf32>
}

// In memory.
func.func @memory(%a: memref<3x4xf32>) {
  // expected-note @+2 {{this op}}
  // expected-note @+1 {{the op is on memrefs}}
  linalg.softmax dimension(1) ins(%a : memref<3x4xf32>) outs(%a : memref<3x4xf32>)
  return
}

// A gate divides, and looks like no softmax: no remark.
func.func @gate(%a: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<3x4xf32>) outs(%a : tensor<3x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %one = arith.constant 1.0 : f32
    %n = arith.negf %x : f32
    %e = math.exp %n : f32
    %s = arith.addf %one, %e : f32
    %d = arith.divf %x, %s : f32
    linalg.yield %d : f32
  } -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  // expected-remark @+2 {{no op of linalg_ext is made of 'linalg.generic'}}
  // expected-remark @+1 {{no op of linalg_ext is made of 'linalg.softmax'}}
  %1 = transform.heddle.raise_to_linalg_ext %0 : (!transform.any_op) -> !transform.any_op
}
