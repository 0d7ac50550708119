// RUN: heddle check %s | FileCheck %s

// What is padded in the last part adds nothing to its sum, whatever the sum does
// with the values that it reads beside softmax.

#p = affine_map<(i, d, j) -> (i, j)>
#v = affine_map<(i, d, j) -> (j, d)>
#r = affine_map<(i, d, j) -> (i, d)>

// A division by the values: 0 / 0 would be NaN.
// CHECK: divides: equal: {{.*}}equal as formulas
func.func @divides(%s: tensor<5x7xf32>, %v: tensor<7x3xf32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %p = linalg.softmax {split} dimension(1) ins(%s : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [#p, #v, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<5x7xf32>, tensor<7x3xf32>) outs(%o : tensor<5x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %term = arith.divf %a, %b : f32
    %sum = arith.addf %c, %term : f32
    linalg.yield %sum : f32
  } -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// A division of integers, which must not be by 0.
// CHECK: integers: equal: {{.*}}equal as formulas
func.func @integers(%s: tensor<5x7xf32>, %v: tensor<7x3xi32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %p = linalg.softmax {split} dimension(1) ins(%s : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [#p, #v, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<5x7xf32>, tensor<7x3xi32>) outs(%o : tensor<5x3xf32>) {
  ^bb0(%a: f32, %b: i32, %c: f32):
    %seven = arith.constant 7 : i32
    %one = arith.constant 1 : i32
    %odd = arith.ori %b, %one : i32
    %n = arith.divsi %seven, %odd : i32
    %f = arith.sitofp %n : i32 to f32
    %term = arith.mulf %a, %f : f32
    %sum = arith.addf %c, %term : f32
    linalg.yield %sum : f32
  } -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// A choice by bits.
// CHECK: bits: equal: {{.*}}equal as formulas
func.func @bits(%s: tensor<5x7xf32>, %v: tensor<7x3xi1>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %p = linalg.softmax {split} dimension(1) ins(%s : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [#p, #v, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<5x7xf32>, tensor<7x3xi1>) outs(%o : tensor<5x3xf32>) {
  ^bb0(%a: f32, %b: i1, %c: f32):
    %zero = arith.constant 0.0 : f32
    %term = arith.select %b, %a, %zero : f32
    %sum = arith.addf %c, %term : f32
    linalg.yield %sum : f32
  } -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// A factor that is not indexed by the keys, and that may be inf.
// CHECK: scaled: equal: {{.*}}equal as formulas
func.func @scaled(%s: tensor<5x7xf32>, %v: tensor<3xf32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %p = linalg.softmax {split} dimension(1) ins(%s : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [#p, affine_map<(i, d, j) -> (d)>, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<5x7xf32>, tensor<3xf32>) outs(%o : tensor<5x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %term = arith.mulf %b, %a : f32
    %sum = arith.addf %c, %term : f32
    linalg.yield %sum : f32
  } -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// The same with sizes that are known at run time.
// CHECK: dynamic: equal: {{.*}}equal as formulas
func.func @dynamic(%s: tensor<?x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.softmax {split} dimension(1) ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#p, #v, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %term = arith.divf %a, %b : f32
    %sum = arith.addf %c, %term : f32
    linalg.yield %sum : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A product with integers adds 0 for values of 0.
// CHECK: quantized: equal: {{.*}}equal as formulas
func.func @quantized(%s: tensor<5x7xf32>, %v: tensor<7x3xi8>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %p = linalg.softmax {split} dimension(1) ins(%s : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [#p, #v, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<5x7xf32>, tensor<7x3xi8>) outs(%o : tensor<5x3xf32>) {
  ^bb0(%a: f32, %b: i8, %c: f32):
    %f = arith.sitofp %b : i8 to f32
    %term = arith.mulf %f, %a : f32
    %sum = arith.addf %c, %term : f32
    linalg.yield %sum : f32
  } -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// Three parts divide nine keys: there is no padding.
// CHECK: even: equal: {{.*}}equal as formulas
func.func @even(%s: tensor<5x9xf32>, %v: tensor<9x3xf32>, %o: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %p = linalg.softmax {split} dimension(1) ins(%s : tensor<5x9xf32>) outs(%s : tensor<5x9xf32>) -> tensor<5x9xf32>
  %r = linalg.generic {indexing_maps = [#p, #v, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %v : tensor<5x9xf32>, tensor<9x3xf32>) outs(%o : tensor<5x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %term = arith.divf %a, %b : f32
    %sum = arith.addf %c, %term : f32
    linalg.yield %sum : f32
  } -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// Ops that read softmax before and after the product, and do not sum.
// CHECK: readers: equal: {{.*}}equal as formulas
func.func @readers(%s: tensor<5x7xf32>, %v: tensor<7x3xf32>, %o: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<5x7xf32>, tensor<5x7xf32>) {
  %p = linalg.softmax {split} dimension(1) ins(%s : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  %before = linalg.square ins(%p : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  %r = linalg.matmul ins(%p, %v : tensor<5x7xf32>, tensor<7x3xf32>) outs(%o : tensor<5x3xf32>) -> tensor<5x3xf32>
  %after = linalg.negf ins(%p : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  return %r, %before, %after : tensor<5x3xf32>, tensor<5x7xf32>, tensor<5x7xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {split} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.foreach %0 : !transform.any_op -> !transform.any_op {
  ^bb0(%softmax: !transform.any_op):
    %parts, %sum, %merged = transform.heddle.split_attention %softmax {splits = 3} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %tiled, %l:3 = transform.structured.fuse_ext %sum tile_sizes [1, 4, 0, 2] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield %tiled : !transform.any_op
  }
}
