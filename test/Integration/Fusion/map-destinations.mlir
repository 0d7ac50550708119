// A linalg.map whose body reads its destination is computed as it is without a
// schedule: fused, tiled, vectorized, bufferized, merged, and with the schedule
// that heddle writes. The reference has generic ops in place of the maps, which
// upstream's queries know.
// RUN: split-file %s %t
// RUN: mlir-opt --linalg-generalize-named-ops %t/payload.mlir -o %t/generic.mlir
// RUN: heddle apply %t/payload.mlir -s %t/nests.mlir -o %t/nests.out.mlir
// RUN: heddle check %t/generic.mlir --scheduled=%t/nests.out.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=NESTS --input-file=%t/nests.out.mlir
// RUN: heddle apply %t/payload.mlir -s %t/vectors.mlir -o %t/vectors.out.mlir
// RUN: heddle check %t/generic.mlir --scheduled=%t/vectors.out.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=VECTORS --input-file=%t/vectors.out.mlir
// RUN: heddle apply %t/payload.mlir -s %t/merged.mlir -o %t/merged.out.mlir
// RUN: heddle check %t/generic.mlir --scheduled=%t/merged.out.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=MERGED --input-file=%t/merged.out.mlir
// RUN: heddle apply %t/payload.mlir -s %t/buffers.mlir -o %t/buffers.out.mlir
// RUN: heddle check %t/generic.mlir --scheduled=%t/buffers.out.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=BUFFERS --input-file=%t/buffers.out.mlir
// RUN: heddle schedule %t/payload.mlir -o %t/auto.mlir
// RUN: heddle apply %t/payload.mlir -s %t/auto.mlir -o %t/auto.out.mlir
// RUN: heddle check %t/generic.mlir --scheduled=%t/auto.out.mlir | FileCheck %s

// CHECK: no_inputs: equal
// CHECK-NEXT: fill: equal
// CHECK-NEXT: slice: equal
// CHECK-NEXT: expanded: equal
// CHECK-NEXT: diamond: equal
// CHECK-NEXT: self: equal
// CHECK-NEXT: returns_destination: equal
// CHECK-NEXT: index: equal
// CHECK-NEXT: captured: equal
// CHECK-NEXT: dynamic: equal
// CHECK-NEXT: reduced: equal
// CHECK-NEXT: two_inits: equal

// A tile is computed from the slice of its destination.
// NESTS-LABEL: func.func @no_inputs(
// NESTS-SAME:    %[[START:.*]]: tensor<13x7xf32>)
// NESTS:         scf.for %{{.*}} iter_args(%[[ACC:.*]] = %[[START]])
// NESTS:           %[[OLD:.*]] = tensor.extract_slice %[[ACC]]
// NESTS:           linalg.map outs(%[[OLD]] :
// The fill of a destination that is read is computed for each tile.
// NESTS-LABEL: func.func @diamond(
// NESTS:         scf.for %
// NESTS:           %[[A:.*]] = linalg.abs
// NESTS:           linalg.map ins(%{{.*}} : {{.*}}) outs(%[[A]] :
// NESTS:         return

// VECTORS-LABEL: func.func @no_inputs(
// VECTORS:         %[[OLD:.*]] = vector.transfer_read
// VECTORS:         %[[NEW:.*]] = arith.negf %[[OLD]] : vector
// VECTORS:         vector.transfer_write %[[NEW]]

// The body reads the destination of the merged op.
// MERGED-LABEL: func.func @diamond(
// MERGED-SAME:    %[[X:.*]]: tensor<13x7xf32>, %[[START:.*]]: tensor<13x7xf32>)
// MERGED:         linalg.generic {{.*}} ins(%[[X]] : {{.*}}) outs(%[[START]] :
// MERGED-NEXT:      ^bb0(%[[IN:.*]]: f32, %[[OLD:.*]]: f32):
// MERGED-NEXT:        %[[ABS:.*]] = math.absf %[[IN]]
// MERGED-NEXT:        %[[SUB:.*]] = arith.subf %[[IN]], %[[ABS]]
// MERGED-NEXT:        %[[MUL:.*]] = arith.mulf %[[IN]], %[[ABS]]
// MERGED-NEXT:        %[[ADD:.*]] = arith.addf %[[SUB]], %[[MUL]]
// MERGED-NEXT:        arith.addf %[[ADD]], %[[OLD]]

// The map changes the argument in place, or a buffer that is filled before it.
// BUFFERS-LABEL: func.func @no_inputs(
// BUFFERS-SAME:    %[[START:.*]]: memref<13x7xf32>
// BUFFERS:         linalg.map outs(%[[START]] :
// BUFFERS-LABEL: func.func @fill(
// BUFFERS-COUNT-2: linalg.fill ins(
// BUFFERS-LABEL: func.func @slice(

//--- payload.mlir

// A map without inputs: all that it computes comes from its destination.
func.func @no_inputs(%start: tensor<13x7xf32>) -> tensor<13x7xf32> {
  %0 = linalg.map outs(%start : tensor<13x7xf32>) {root}
    (%old: f32) {
      %s = arith.negf %old : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<13x7xf32>
}

// Two maps start from one fill.
func.func @fill(%x: tensor<13x7xf32>) -> (tensor<13x7xf32>, tensor<13x7xf32>) {
  %c = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<13x7xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<13x7xf32>) -> tensor<13x7xf32>
  %0 = linalg.map ins(%x : tensor<13x7xf32>) outs(%f : tensor<13x7xf32>)
    (%v: f32, %old: f32) {
      %s = arith.addf %v, %old : f32
      linalg.yield %s : f32
    }
  %1 = linalg.map ins(%0 : tensor<13x7xf32>) outs(%f : tensor<13x7xf32>) {root}
    (%v: f32, %old: f32) {
      %s = arith.mulf %v, %old : f32
      linalg.yield %s : f32
    }
  return %0, %1 : tensor<13x7xf32>, tensor<13x7xf32>
}

// The destination is a slice of what the result is inserted into.
func.func @slice(%x: tensor<5x7xf32>, %big: tensor<13x9xf32>) -> tensor<13x9xf32> {
  %s = tensor.extract_slice %big[3, 1] [5, 7] [1, 1] : tensor<13x9xf32> to tensor<5x7xf32>
  %0 = linalg.map ins(%x : tensor<5x7xf32>) outs(%s : tensor<5x7xf32>) {root}
    (%v: f32, %old: f32) {
      %s1 = arith.maximumf %v, %old : f32
      linalg.yield %s1 : f32
    }
  %1 = tensor.insert_slice %0 into %big[3, 1] [5, 7] [1, 1] : tensor<5x7xf32> into tensor<13x9xf32>
  return %1 : tensor<13x9xf32>
}

// The destination is a reshape of an argument that is read afterwards.
func.func @expanded(%x: tensor<6x7xf32>, %flat: tensor<42xf32>) -> (tensor<6x7xf32>, tensor<42xf32>) {
  %r = tensor.expand_shape %flat [[0, 1]] output_shape [6, 7] : tensor<42xf32> into tensor<6x7xf32>
  %0 = linalg.map ins(%x : tensor<6x7xf32>) outs(%r : tensor<6x7xf32>) {root}
    (%v: f32, %old: f32) {
      %s1 = arith.subf %v, %old : f32
      linalg.yield %s1 : f32
    }
  %e = tensor.empty() : tensor<42xf32>
  %1 = linalg.exp ins(%flat : tensor<42xf32>) outs(%e : tensor<42xf32>) -> tensor<42xf32>
  return %0, %1 : tensor<6x7xf32>, tensor<42xf32>
}

// Both arms start from what the top computes, the join from an argument.
func.func @diamond(%x: tensor<13x7xf32>, %start: tensor<13x7xf32>) -> tensor<13x7xf32> {
  %e = tensor.empty() : tensor<13x7xf32>
  %a = linalg.abs ins(%x : tensor<13x7xf32>) outs(%e : tensor<13x7xf32>) -> tensor<13x7xf32>
  %0 = linalg.map ins(%x : tensor<13x7xf32>) outs(%a : tensor<13x7xf32>)
    (%v: f32, %old: f32) {
      %s1 = arith.subf %v, %old : f32
      linalg.yield %s1 : f32
    }
  %1 = linalg.map ins(%x : tensor<13x7xf32>) outs(%a : tensor<13x7xf32>)
    (%v: f32, %old: f32) {
      %s1 = arith.mulf %v, %old : f32
      linalg.yield %s1 : f32
    }
  %2 = linalg.map ins(%0, %1 : tensor<13x7xf32>, tensor<13x7xf32>) outs(%start : tensor<13x7xf32>) {root}
    (%v: f32, %w: f32, %old: f32) {
      %s1 = arith.addf %v, %w : f32
      %s2 = arith.addf %s1, %old : f32
      linalg.yield %s2 : f32
    }
  return %2 : tensor<13x7xf32>
}

// The destination is the input.
func.func @self(%x: tensor<13x7xf32>) -> tensor<13x7xf32> {
  %0 = linalg.map ins(%x : tensor<13x7xf32>) outs(%x : tensor<13x7xf32>) {root}
    (%v: f32, %old: f32) {
      %s1 = arith.addf %v, %old : f32
      linalg.yield %s1 : f32
    }
  return %0 : tensor<13x7xf32>
}

// The first map gives its destination back; both results are returned.
func.func @returns_destination(%x: tensor<13x7xf32>, %start: tensor<13x7xf32>) -> (tensor<13x7xf32>, tensor<13x7xf32>) {
  %0 = linalg.map ins(%x : tensor<13x7xf32>) outs(%start : tensor<13x7xf32>)
    (%v: f32, %old: f32) {
      linalg.yield %old : f32
    }
  %1 = linalg.map ins(%x : tensor<13x7xf32>) outs(%0 : tensor<13x7xf32>) {root}
    (%v: f32, %old: f32) {
      %s1 = arith.addf %v, %old : f32
      linalg.yield %s1 : f32
    }
  return %0, %1 : tensor<13x7xf32>, tensor<13x7xf32>
}

// Old and new elements by iteration index.
func.func @index(%x: tensor<13x7xf32>, %start: tensor<13x7xf32>, %k: f32) -> tensor<13x7xf32> {
  %0 = linalg.map ins(%x : tensor<13x7xf32>) outs(%start : tensor<13x7xf32>) {root}
    (%v: f32, %old: f32) {
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %c = arith.cmpi ult, %i, %j : index
      %m = arith.mulf %v, %k : f32
      %s1 = arith.select %c, %m, %old : f32
      linalg.yield %s1 : f32
    }
  return %0 : tensor<13x7xf32>
}

// The body reads a tensor and a scalar from outside.
func.func @captured(%x: tensor<13x7xf32>, %start: tensor<13x7xf32>, %t: tensor<7xf32>) -> tensor<13x7xf32> {
  %c3 = arith.constant 3 : index
  %k = tensor.extract %t[%c3] : tensor<7xf32>
  %0 = linalg.map ins(%x : tensor<13x7xf32>) outs(%start : tensor<13x7xf32>) {root}
    (%v: f32, %old: f32) {
      %j = linalg.index 1 : index
      %g = tensor.extract %t[%j] : tensor<7xf32>
      %s1 = arith.addf %g, %old : f32
      %s2 = arith.mulf %s1, %k : f32
      linalg.yield %s2 : f32
    }
  return %0 : tensor<13x7xf32>
}

// Extents known at run time only, 0 and 1 among them.
func.func @dynamic(%x: tensor<?x?xf32>, %start: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.map ins(%x : tensor<?x?xf32>) outs(%start : tensor<?x?xf32>) {root}
    (%v: f32, %old: f32) {
      %s1 = arith.addf %v, %old : f32
      linalg.yield %s1 : f32
    }
  return %0 : tensor<?x?xf32>
}

// A reduction with two destinations reads what the map computes.
func.func @reduced(%x: tensor<13x7xf32>, %start: tensor<13x7xf32>, %sum: tensor<13xf32>, %max: tensor<13xf32>) -> (tensor<13xf32>, tensor<13xf32>) {
  %0 = linalg.map ins(%x : tensor<13x7xf32>) outs(%start : tensor<13x7xf32>)
    (%v: f32, %old: f32) {
      %s1 = arith.addf %v, %old : f32
      linalg.yield %s1 : f32
    }
  %1:2 = linalg.reduce ins(%0, %x : tensor<13x7xf32>, tensor<13x7xf32>) outs(%sum, %max : tensor<13xf32>, tensor<13xf32>) dimensions = [1] {root}
    (%a: f32, %b: f32, %s: f32, %m: f32) {
      %s1 = arith.addf %a, %s : f32
      %m1 = arith.maximumf %b, %m : f32
      linalg.yield %s1, %m1 : f32, f32
    }
  return %1#0, %1#1 : tensor<13xf32>, tensor<13xf32>
}

// A generic op reads its second destination alone, for its first result.
func.func @two_inits(%x: tensor<13x7xf32>, %p: tensor<13x7xf32>, %q: tensor<13x7xf32>) -> (tensor<13x7xf32>, tensor<13x7xf32>) {
  %e = tensor.empty() : tensor<13x7xf32>
  %0 = linalg.square ins(%x : tensor<13x7xf32>) outs(%e : tensor<13x7xf32>) -> tensor<13x7xf32>
  %1:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<13x7xf32>) outs(%p, %q : tensor<13x7xf32>, tensor<13x7xf32>) attrs = {root} {
  ^bb0(%a: f32, %s: f32, %m: f32):
      %s1 = arith.addf %a, %m : f32
      %m1 = arith.mulf %a, %a : f32
      linalg.yield %s1, %m1 : f32, f32
  } -> (tensor<13x7xf32>, tensor<13x7xf32>)
  return %1#0, %1#1 : tensor<13x7xf32>, tensor<13x7xf32>
}

//--- nests.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %roots = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %roots tile_sizes [4]
    transform.yield
  }
}

//--- vectors.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    transform.heddle.vectorize %module {best_effort}
    %buffers = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- merged.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %functions = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %merged = transform.heddle.fuse_elementwise %functions {shared_input, best_effort} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- buffers.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %buffers = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
