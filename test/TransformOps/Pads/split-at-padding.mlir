// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Along both loops: the rows before and after, and of the other rows the
// columns before, inside and after, in the order in which they are stored. The
// parts on padding read no tensor; each part starts from the previous one.
// CHECK-LABEL: func.func @both(
// CHECK-SAME:    %[[X:.*]]: tensor<6x5xf32>, %[[OUT:.*]]: tensor<9x10xf32>)
// CHECK:         %[[C:.*]] = arith.constant 7.0
// CHECK-NOT:     tensor.pad
// CHECK:         %[[S0:.*]] = tensor.extract_slice %[[OUT]][0, 0] [1, 10] [1, 1]
// CHECK:         %[[F0:.*]] = linalg.generic {{{.*}}} outs(%[[S0]] : tensor<1x10xf32>) attrs = {frame}
// CHECK-NEXT:      ^bb0(
// CHECK-NEXT:        math.exp %[[C]]
// CHECK:         %[[O0:.*]] = tensor.insert_slice %[[F0]] into %[[OUT]][0, 0] [1, 10] [1, 1]
// CHECK:         %[[S1:.*]] = tensor.extract_slice %[[O0]][1, 0] [6, 3] [1, 1]
// CHECK:         %[[F1:.*]] = linalg.generic {{{.*}}} outs(%[[S1]] : tensor<6x3xf32>) attrs = {frame}
// CHECK:         %[[O1:.*]] = tensor.insert_slice %[[F1]] into %[[O0]][1, 0] [6, 3] [1, 1]
// CHECK:         %[[S2:.*]] = tensor.extract_slice %[[O1]][1, 3] [6, 5] [1, 1]
// CHECK:         %[[I:.*]] = linalg.exp {inside, own} ins(%[[X]] : tensor<6x5xf32>) outs(%[[S2]] : tensor<6x5xf32>)
// CHECK:         %[[O2:.*]] = tensor.insert_slice %[[I]] into %[[O1]][1, 3] [6, 5] [1, 1]
// CHECK:         %[[S3:.*]] = tensor.extract_slice %[[O2]][1, 8] [6, 2] [1, 1]
// CHECK:         %[[F3:.*]] = linalg.generic {{{.*}}} outs(%[[S3]] : tensor<6x2xf32>) attrs = {frame}
// CHECK:         %[[O3:.*]] = tensor.insert_slice %[[F3]] into %[[O2]][1, 8] [6, 2] [1, 1]
// CHECK:         %[[S4:.*]] = tensor.extract_slice %[[O3]][7, 0] [2, 10] [1, 1]
// CHECK:         %[[F4:.*]] = linalg.generic {{{.*}}} outs(%[[S4]] : tensor<2x10xf32>) attrs = {frame}
// CHECK:         %[[O4:.*]] = tensor.insert_slice %[[F4]] into %[[O3]][7, 0] [2, 10] [1, 1]
// CHECK:         return %[[O4]]
module {
  func.func @both(%x: tensor<6x5xf32>, %out: tensor<9x10xf32>) -> tensor<9x10xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %x low[1, 3] high[2, 2] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<6x5xf32> to tensor<9x10xf32>
    %1 = linalg.exp {own} ins(%0 : tensor<9x10xf32>) outs(%out : tensor<9x10xf32>) -> tensor<9x10xf32>
    return %1 : tensor<9x10xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %inside, %frame = transform.heddle.split_at_padding %exp : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %inside "inside" : !transform.any_op
    transform.annotate %frame "frame" : !transform.any_op
  }
}

// -----

// Along one of two loops: the pad stays, without the rows of padding.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[X:.*]]: tensor<6x5xf32>, %[[B:.*]]: tensor<9x10xf32>)
// CHECK:         %[[B0:.*]] = tensor.extract_slice %[[B]][0, 0] [1, 10] [1, 1]
// CHECK:         linalg.generic {{{.*}}} ins(%[[B0]] : tensor<1x10xf32>) outs(
// CHECK-DAG:     %[[B1:.*]] = tensor.extract_slice %[[B]][1, 0] [6, 10] [1, 1]
// CHECK-DAG:     %[[PAD:.*]] = tensor.pad %[[X]] low[0, 3] high[0, 2]
// CHECK:         linalg.mul ins(%[[PAD]], %[[B1]] : tensor<6x10xf32>, tensor<6x10xf32>) outs(
// CHECK:         %[[B2:.*]] = tensor.extract_slice %[[B]][7, 0] [2, 10] [1, 1]
// CHECK:         linalg.generic {{{.*}}} ins(%[[B2]] : tensor<2x10xf32>) outs(
// CHECK-NOT:     linalg.generic {{.*}} outs
module {
  func.func @rows(%x: tensor<6x5xf32>, %b: tensor<9x10xf32>) -> tensor<9x10xf32> {
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %x low[1, 3] high[2, 2] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<6x5xf32> to tensor<9x10xf32>
    %e = tensor.empty() : tensor<9x10xf32>
    %1 = linalg.mul ins(%0, %b : tensor<9x10xf32>, tensor<9x10xf32>) outs(%e : tensor<9x10xf32>) -> tensor<9x10xf32>
    return %1 : tensor<9x10xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %mul = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %inside, %frame = transform.heddle.split_at_padding %mul {loops = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// In a loop of fuse_ext: the tile of the pad is a fill and an insertion. The
// sizes of the padded tensor are sums, so that nothing is left of it.
// CHECK-LABEL: func.func @row_loop(
// CHECK-SAME:    %[[X:.*]]: tensor<?x5xf32>, %[[N:.*]]: index)
// CHECK-NOT:     tensor.pad
// CHECK:         %[[START:.*]] = affine.min #
// CHECK:         %[[LEN:.*]] = affine.max #
// CHECK:         %[[LOW:.*]] = affine.min #{{.*}}()[%[[N]],
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[CARRY:.*]] =
// CHECK-NOT:       linalg.fill
// CHECK:           %[[ROW:.*]] = tensor.extract_slice %[[X]][%[[I]], %[[START]]] [1, %[[LEN]]] [1, 1]
// CHECK:           %[[DEST:.*]] = tensor.extract_slice %[[CARRY]][%[[I]], 0]
// CHECK:           %[[S0:.*]] = tensor.extract_slice %[[DEST]][0, 0] [1, %[[LOW]]] [1, 1]
// CHECK:           linalg.generic {{{.*}}} outs(%[[S0]] : tensor<1x?xf32>)
// CHECK:           linalg.exp ins(%[[ROW]] : tensor<1x?xf32>) outs(%{{.*}} : tensor<1x?xf32>)
// CHECK:           linalg.generic {{{.*}}} outs(%{{.*}} : tensor<1x?xf32>)
// CHECK:           scf.yield %
module {
  func.func @row_loop(%x: tensor<?x5xf32>, %n: index) -> tensor<?x?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c = arith.constant 7.0 : f32
    %0 = tensor.pad %x low[0, %n] high[0, 2] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<?x5xf32> to tensor<?x?xf32>
    %p = tensor.dim %0, %c0 : tensor<?x?xf32>
    %q = tensor.dim %0, %c1 : tensor<?x?xf32>
    %e = tensor.empty(%p, %q) : tensor<?x?xf32>
    %1 = linalg.exp ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %1 : tensor<?x?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %exp tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %inside, %frame = transform.heddle.split_at_padding %tiled : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    cleanup
  }
}

// -----

// Nothing is computed: the result is the destination.
// CHECK-LABEL: func.func @no_columns(
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<7x0xf32>
// CHECK-NEXT:    return %[[E]]
module {
  func.func @no_columns(%x: tensor<4x0xf32>) -> tensor<7x0xf32> {
    %c = arith.constant -3.0 : f32
    %0 = tensor.pad %x low[2, 0] high[1, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<4x0xf32> to tensor<7x0xf32>
    %e = tensor.empty() : tensor<7x0xf32>
    %1 = linalg.abs ins(%0 : tensor<7x0xf32>) outs(%e : tensor<7x0xf32>) -> tensor<7x0xf32>
    return %1 : tensor<7x0xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %abs = transform.structured.match ops{["linalg.abs"]} in %root : (!transform.any_op) -> !transform.any_op
    %inside, %frame = transform.heddle.split_at_padding %abs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    cleanup
  }
}
