// Nests that somebody else wrote: loops that do not begin at 0, slices with strides and
// fewer dims, branches, ops of other families.
// RUN: heddle check %s | FileCheck %s
// CHECK-DAG: peeled: equal
// CHECK-DAG: strided: equal
// CHECK-DAG: row: equal
// CHECK-DAG: branch: equal
// CHECK-DAG: padded: equal
// CHECK-DAG: softmax: equal
// CHECK-DAG: sizes: equal
// CHECK-DAG: start_around: equal
// CHECK-DAG: start_and_input: equal
// CHECK-DAG: two_starts: equal
// CHECK-DAG: start_anew: equal
// CHECK-DAG: scanned: equal
// CHECK-DAG: forall_around: equal

// The loop begins at 3, which the caller has as a part of the whole.
func.func @peeled(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %p = linalg.exp {p} ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %r = scf.for %i = %c3 to %n step %c4 iter_args(%o = %a) -> (tensor<?xf32>) {
    %m = affine.min affine_map<(i)[n] -> (4, n - i)>(%i)[%n]
    %s = tensor.extract_slice %p[%i] [%m] [1] : tensor<?xf32> to tensor<?xf32>
    %t = tensor.insert_slice %s into %o[%i] [%m] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  } {l}
  return %r : tensor<?xf32>
}

// Every third element of ten, and the last of these.
func.func @strided(%a: tensor<40xf32>, %b: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %c40 = arith.constant 40 : index
  %p = linalg.exp {p} ins(%a : tensor<40xf32>) outs(%a : tensor<40xf32>) -> tensor<40xf32>
  %r = scf.for %i = %c0 to %c40 step %c10 iter_args(%o = %b) -> (tensor<16xf32>) {
    %s = tensor.extract_slice %p[%i] [4] [3] : tensor<40xf32> to tensor<4xf32>
    %k = affine.apply affine_map<(i) -> (i floordiv 10 * 4)>(%i)
    %t = tensor.insert_slice %s into %o[%k] [4] [1] : tensor<4xf32> into tensor<16xf32>
    scf.yield %t : tensor<16xf32>
  } {l}
  return %r : tensor<16xf32>
}

// A row is a vector, and all of the tile.
func.func @row(%a: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %p = linalg.exp {p} ins(%a : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%o = %f) -> (tensor<?xf32>) {
    %s = tensor.extract_slice %p[%i, 0] [1, %n] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
    %t = linalg.add ins(%s, %o : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  } {l}
  return %r : tensor<?xf32>
}

// A slice is read in some iterations: it would be out of bounds in others.
func.func @branch(%a: tensor<37xf32>, %b: tensor<40xf32>) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %p = linalg.exp {p} ins(%a : tensor<37xf32>) outs(%a : tensor<37xf32>) -> tensor<37xf32>
  %r = scf.for %i = %c0 to %c40 step %c8 iter_args(%o = %b) -> (tensor<40xf32>) {
    %isIn = arith.cmpi slt, %i, %c32 : index
    %v = scf.if %isIn -> (tensor<8xf32>) {
      %s = tensor.extract_slice %p[%i] [8] [1] : tensor<37xf32> to tensor<8xf32>
      scf.yield %s : tensor<8xf32>
    } else {
      %s = tensor.extract_slice %b[%i] [8] [1] : tensor<40xf32> to tensor<8xf32>
      scf.yield %s : tensor<8xf32>
    }
    %t = tensor.insert_slice %v into %o[%i] [8] [1] : tensor<8xf32> into tensor<40xf32>
    scf.yield %t : tensor<40xf32>
  } {l}
  return %r : tensor<40xf32>
}

// Tiles wholly in the padding.
func.func @padded(%a: tensor<?xf32>, %c: f32) -> tensor<?xf32> {
  %p = tensor.pad %a low[9] high[11] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } {p} : tensor<?xf32> to tensor<?xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %p, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.exp {tiled} ins(%p : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A row of a softmax is whole.
func.func @softmax(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.softmax {p} dimension(1) ins(%a : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.square {tiled2} ins(%p : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The nest asks for the size of the producer.
func.func @sizes(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %p = linalg.exp {p} ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%o = %a) -> (tensor<?xf32>) {
    %d = tensor.dim %p, %c0 : tensor<?xf32>
    %m = affine.min affine_map<(i)[n] -> (4, n - i)>(%i)[%d]
    %s = tensor.extract_slice %p[%i] [%m] [1] : tensor<?xf32> to tensor<?xf32>
    %t = tensor.insert_slice %s into %o[%i] [%m] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  } {l}
  return %r : tensor<?xf32>
}

// The start of a row of tiles, in the loop around that which writes them.
func.func @start_around(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.exp {p} ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.add ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%p : tensor<?x?xf32>) -> tensor<?x?xf32>
  %s = linalg.matmul {tiled2} ins(%r, %r : tensor<?x?xf32>, tensor<?x?xf32>) outs(%p : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// A tile of the start is read twice, once as an input.
func.func @start_and_input(%a: tensor<23x14xf32>) -> tensor<23x14xf32> {
  %p = linalg.exp {p} ins(%a : tensor<23x14xf32>) outs(%a : tensor<23x14xf32>) -> tensor<23x14xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %a : tensor<23x14xf32>, tensor<23x14xf32>) outs(%p : tensor<23x14xf32>) attrs = {tiled2} {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.mulf %x, %y : f32
    %t = arith.subf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<23x14xf32>
  return %r : tensor<23x14xf32>
}

// Two results start from one fill.
func.func @two_starts(%a: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 2.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %p = linalg.fill {p} ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<?x?xf32>) outs(%p, %p : tensor<?x?xf32>, tensor<?x?xf32>) attrs = {tiled2} {
  ^bb0(%x: f32, %o: f32, %q: f32):
    %s = arith.mulf %x, %o : f32
    %t = arith.subf %x, %q : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %r#0, %r#1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// The inner loop starts from the producer in each iteration of the outer one, and
// writes the part of it that the outer one is at.
func.func @start_anew(%a: tensor<4x3xf32>, %b: tensor<4x4x3xf32>) -> tensor<4x4x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %p = linalg.exp {p} ins(%a : tensor<4x3xf32>) outs(%a : tensor<4x3xf32>) -> tensor<4x3xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%o = %b) -> (tensor<4x4x3xf32>) {
    %row = scf.for %j = %c0 to %c3 step %c1 iter_args(%q = %p) -> (tensor<4x3xf32>) {
      %s = tensor.extract_slice %q[%i, %j] [1, 1] [1, 1] : tensor<4x3xf32> to tensor<1x1xf32>
      %t = linalg.square ins(%s : tensor<1x1xf32>) outs(%s : tensor<1x1xf32>) -> tensor<1x1xf32>
      %u = tensor.insert_slice %t into %q[%i, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<4x3xf32>
      scf.yield %u : tensor<4x3xf32>
    } {l}
    %t = tensor.insert_slice %row into %o[%i, 0, 0] [1, 4, 3] [1, 1, 1] : tensor<4x3xf32> into tensor<4x4x3xf32>
    scf.yield %t : tensor<4x4x3xf32>
  }
  return %r : tensor<4x4x3xf32>
}

// A tile along the scanned dim needs all that is before it.
func.func @scanned(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %a: tensor<?xf32>) -> tensor<?x?xf32> {
  %p:2 = linalg_ext.scan {p} dimension(0) inclusive(true) ins(%x : tensor<?x?xf32>) outs(%y, %a : tensor<?x?xf32>, tensor<?xf32>) {
  ^bb0(%s: f32, %e: f32):
    %n = arith.addf %s, %e : f32
    linalg_ext.yield %n : f32
  } -> tensor<?x?xf32>, tensor<?xf32>
  %r = linalg.square {tiled2} ins(%p#0 : tensor<?x?xf32>) outs(%y : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The loop is inside of a forall; the tile is computed in the forall.
func.func @forall_around(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = linalg.transpose ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) permutation = [1, 0] {q}
  %r = linalg.matmul {forall} ins(%p, %p : tensor<?x?xf32>, tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %stop = transform.structured.match attributes {p} in %module : (!transform.any_op) -> !transform.any_op
    %t1 = transform.structured.match attributes {tiled} in %module : (!transform.any_op) -> !transform.any_op
    %1, %l1 = transform.structured.fuse_ext %t1 tile_sizes [4] stop %stop
    %t2 = transform.structured.match attributes {tiled2} in %module : (!transform.any_op) -> !transform.any_op
    %2, %l2:2 = transform.structured.fuse_ext %t2 tile_sizes [4, 5] stop %stop
    transform.annotate %l1 "l" : !transform.any_op
    transform.annotate %l2#0 "l" : !transform.any_op
    %functions = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.foreach %functions : !transform.any_op {
    ^bb0(%f: !transform.any_op):
      %p = transform.structured.match attributes {p} in %f {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
      %l = transform.structured.match attributes {l} in %f {heddle.may_be_empty} : (!transform.any_op) -> !transform.any_op
      transform.foreach %p, %l : !transform.any_op, !transform.any_op {
      ^bb1(%producer: !transform.any_op, %loop: !transform.any_op):
        %tile = transform.heddle.compute_at %producer in %loop : (!transform.any_op, !transform.any_op) -> !transform.any_op
      }
    }
    %q = transform.structured.match attributes {q} in %module : (!transform.any_op) -> !transform.any_op
    %root = transform.structured.match attributes {forall} in %module : (!transform.any_op) -> !transform.any_op
    %3, %l3, %k = transform.structured.fuse_ext %root tile_sizes [4, 5, 3] stop %q {use_forall}
    %q_tile = transform.heddle.compute_at %q in %l3 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
