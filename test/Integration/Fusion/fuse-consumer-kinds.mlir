// Kinds of epilogues: all are fused into the nest before them, and compute the same.
// RUN: heddle check %s | FileCheck %s
// CHECK-DAG: const_index: equal
// CHECK-DAG: once: equal
// CHECK-DAG: two_outs: equal
// CHECK-DAG: pad: equal
// CHECK-DAG: softmax: equal

// One column is read: only the rows are tiled for it.
func.func @const_index(%a: tensor<12x7xf32>, %b: tensor<12x7xf32>, %d: tensor<12xf32>) -> tensor<12xf32> {
  %0 = linalg.negf {n2} ins(%a : tensor<12x7xf32>) outs(%b : tensor<12x7xf32>) -> tensor<12x7xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, 3)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<12x7xf32>) outs(%d : tensor<12xf32>) attrs = {fused} {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  return %1 : tensor<12xf32>
}

// The outermost loop, along the reduction, runs once.
func.func @once(%a: tensor<12x7xf32>, %b: tensor<7x9xf32>, %c: tensor<12x9xf32>) -> tensor<12x9xf32> {
  %0 = linalg.matmul {once} ins(%a, %b : tensor<12x7xf32>, tensor<7x9xf32>) outs(%c : tensor<12x9xf32>) -> tensor<12x9xf32>
  %1 = linalg.exp {fused} ins(%0 : tensor<12x9xf32>) outs(%0 : tensor<12x9xf32>) -> tensor<12x9xf32>
  return %1 : tensor<12x9xf32>
}

// What the nest returns is both destinations: the second one is a copy.
func.func @two_outs(%a: tensor<12x7xf32>, %b: tensor<12x7xf32>) -> (tensor<12x7xf32>, tensor<12x7xf32>) {
  %0 = linalg.negf {n2} ins(%a : tensor<12x7xf32>) outs(%b : tensor<12x7xf32>) -> tensor<12x7xf32>
  %1:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%0, %0 : tensor<12x7xf32>, tensor<12x7xf32>) attrs = {fused} {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %o : f32
    %t = arith.mulf %x, %o : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<12x7xf32>, tensor<12x7xf32>)
  return %1#0, %1#1 : tensor<12x7xf32>, tensor<12x7xf32>
}

// The columns, which are not tiled, are padded.
func.func @pad(%a: tensor<12x7xf32>, %b: tensor<12x7xf32>) -> tensor<12x9xf32> {
  %z = arith.constant 1.0 : f32
  %0 = linalg.negf {n1} ins(%a : tensor<12x7xf32>) outs(%b : tensor<12x7xf32>) -> tensor<12x7xf32>
  %1 = tensor.pad %0 low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } {fused} : tensor<12x7xf32> to tensor<12x9xf32>
  return %1 : tensor<12x9xf32>
}

// The rows of a softmax are complete after the loop of the columns.
func.func @softmax(%a: tensor<12x7xf32>, %b: tensor<12x7xf32>, %d: tensor<12x7xf32>) -> tensor<12x7xf32> {
  %0 = linalg.negf {n2} ins(%a : tensor<12x7xf32>) outs(%b : tensor<12x7xf32>) -> tensor<12x7xf32>
  %1 = linalg.softmax {fused} dimension(1) ins(%0 : tensor<12x7xf32>) outs(%d : tensor<12x7xf32>) -> tensor<12x7xf32>
  return %1 : tensor<12x7xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %n2 = transform.structured.match attributes {n2} in %module : (!transform.any_op) -> !transform.any_op
    %x, %l:2 = transform.structured.fuse_ext %n2 tile_sizes [5, 3]
    %n1 = transform.structured.match attributes {n1} in %module : (!transform.any_op) -> !transform.any_op
    %x1, %l1 = transform.structured.fuse_ext %n1 tile_sizes [5]
    %once = transform.structured.match attributes {once} in %module : (!transform.any_op) -> !transform.any_op
    %x3, %l3:3 = transform.structured.tile_using_for %once tile_sizes [5, 4, 7] interchange = [2, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %first = transform.structured.match attributes {fused} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %first : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      %t, %around = transform.heddle.fuse_consumer %one : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
