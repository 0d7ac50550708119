// RUN: heddle check %s | FileCheck %s

// Ops that LLVM knows for vectors of one dim alone, on vectors of two.

// The sign is dropped.
// CHECK: sizes: equal
func.func @sizes(%a: tensor<5x12xi32>, %o: tensor<5x12xi32>) -> tensor<5x12xi32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<5x12xi32>) outs(%o : tensor<5x12xi32>) {
    ^bb0(%p: i32, %q: i32):
      %s = math.absi %p : i32
      linalg.yield %s : i32
  } -> tensor<5x12xi32>
  return %r : tensor<5x12xi32>
}

// Bits before the first one and after the last one.
// CHECK: zeros: equal
func.func @zeros(%a: tensor<5x12xi32>, %o: tensor<5x12xi32>) -> tensor<5x12xi32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<5x12xi32>) outs(%o : tensor<5x12xi32>) {
    ^bb0(%p: i32, %q: i32):
      %l = math.ctlz %p : i32
      %t = math.cttz %p : i32
      %s = arith.addi %l, %t : i32
      linalg.yield %s : i32
  } -> tensor<5x12xi32>
  return %r : tensor<5x12xi32>
}

// Vectors of truth values are results.
// CHECK: nans: equal
func.func @nans(%a: tensor<5x12xf32>, %o: tensor<5x12xf32>) -> tensor<5x12xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<5x12xf32>) outs(%o : tensor<5x12xf32>) {
    ^bb0(%p: f32, %q: f32):
      %c = math.isnan %p : f32
      %f = math.isfinite %q : f32
      %d = arith.andi %c, %f : i1
      %s = arith.select %d, %q, %p : f32
      linalg.yield %s : f32
  } -> tensor<5x12xf32>
  return %r : tensor<5x12xf32>
}

// Two results per element.
// CHECK: waves: equal
func.func @waves(%a: tensor<5x12xf32>, %o: tensor<5x12xf32>) -> tensor<5x12xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<5x12xf32>) outs(%o : tensor<5x12xf32>) {
    ^bb0(%p: f32, %q: f32):
      %x, %y = math.sincos %p : f32
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
  } -> tensor<5x12xf32>
  return %r : tensor<5x12xf32>
}

// Products of twice as many bits, and a sum with its carry.
// CHECK: halves: equal
func.func @halves(%a: tensor<5x12xi32>, %o: tensor<5x12xi32>) -> tensor<5x12xi32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<5x12xi32>) outs(%o : tensor<5x12xi32>) {
    ^bb0(%p: i32, %q: i32):
      %l, %h = arith.mulsi_extended %p, %q : i32
      %m, %k = arith.mului_extended %p, %q : i32
      %n, %c = arith.addui_extended %h, %k : i32, i1
      %e = arith.extui %c : i1 to i32
      %s = arith.addi %n, %e : i32
      linalg.yield %s : i32
  } -> tensor<5x12xi32>
  return %r : tensor<5x12xi32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
