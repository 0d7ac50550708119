// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Upstream's tiling: the loops over rows and columns are independent, the one
// over the reduction accumulates.
// CHECK-LABEL: func.func @upstream_tiling(
// CHECK:         linalg.matmul ins(
// CHECK:             } {heddle.loop_kind = "reduction"}
// CHECK:           } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "parallel"}
func.func @upstream_tiling(%a: tensor<37x?xf32>, %b: tensor<?x29xf32>, %c: tensor<37x29xf32>) -> tensor<37x29xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<37x?xf32>, tensor<?x29xf32>) outs(%c : tensor<37x29xf32>) -> tensor<37x29xf32>
  return %0 : tensor<37x29xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %loops:3 = transform.structured.tile_using_for %0 tile_sizes [8, 4, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %1 : !transform.any_op
}

// -----

// The reduction outermost, and its steps not known: the inner loops stay
// parallel.
// CHECK-LABEL: func.func @reduction_outside(
// CHECK:         linalg.matmul ins(
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "reduction"}
func.func @reduction_outside(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>, %size: index) -> tensor<?x?xf32> {
  %s = arith.addi %size, %size {size} : index
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %s = transform.structured.match attributes{size} in %root : (!transform.any_op) -> !transform.any_op
  %1, %loops:3 = transform.structured.tile_using_for %0 tile_sizes [8, 4, %s] interchange = [2, 0, 1] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %1 : !transform.any_op
}

// -----

// A tile size that is not known is at least 1, and the windows are no larger:
// that is seen once equal sizes are one value.
// CHECK-LABEL: func.func @unknown_size(
// CHECK:         linalg.exp ins(
// CHECK:         } {heddle.loop_kind = "parallel"}
func.func @unknown_size(%a: tensor<?xf32>, %b: tensor<?xf32>, %m: index, %n: index) -> tensor<?xf32> {
  %s = arith.remui %m, %n {size} : index
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %s = transform.structured.match attributes{size} in %root : (!transform.any_op) -> !transform.any_op
  %1, %loop = transform.structured.fuse_ext %0 tile_sizes [%s] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.apply_cse to %func : !transform.any_op
  transform.structured.tile_loop_hint %1 : !transform.any_op
}

// -----

// Tiles of tiles: the windows of the outer loop are those of all inner
// iterations together.
// CHECK-LABEL: func.func @tiled_twice(
// CHECK:         linalg.exp ins(
// CHECK:         } {heddle.loop_kind = "parallel"}
// CHECK:         } {heddle.loop_kind = "parallel"}
func.func @tiled_twice(%a: tensor<100xf32>, %b: tensor<100xf32>) -> tensor<100xf32> {
  %0 = linalg.exp ins(%a : tensor<100xf32>) outs(%b : tensor<100xf32>) -> tensor<100xf32>
  return %0 : tensor<100xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %outer = transform.structured.tile_using_for %0 tile_sizes [32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2, %inner = transform.structured.tile_using_for %1 tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.structured.tile_loop_hint %2 : !transform.any_op
}

// -----

// The op itself is elementwise, but the pad beside it reads what earlier
// iterations wrote: no label, and the remark names the pad.
// CHECK-LABEL: func.func @carried_through_pad(
// CHECK:         linalg.exp ins(
// CHECK:         scf.yield %
// CHECK-NEXT:  }
// CHECK-NOT:   heddle.loop_kind
func.func @carried_through_pad(%a: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%t = %b) -> (tensor<16xf32>) {
    %p = tensor.pad %t low[4] high[0] {
    ^bb0(%k: index):
      tensor.yield %zero : f32
    } : tensor<16xf32> to tensor<20xf32>
    %x = tensor.extract_slice %p[%i] [4] [1] : tensor<20xf32> to tensor<4xf32>
    %y = tensor.extract_slice %t[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
    %e = linalg.exp ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    %n = tensor.insert_slice %e into %t[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
    scf.yield %n : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 : !transform.any_op
}

// -----

// A window of the next iteration is read: one element of overlap is enough. The
// same read from the tensor before the loop does not count.
// CHECK-LABEL: func.func @halo(
// CHECK:         tensor.extract_slice %{{.*}}[%{{.*}}] [5] [1]
// CHECK:         scf.yield %
// CHECK-NEXT:  }
// CHECK:         tensor.extract_slice %{{.*}}[%{{.*}}] [5] [1]
// CHECK:         scf.yield %
// CHECK-NEXT:  } {heddle.loop_kind = "parallel"}
func.func @halo(%a: tensor<17xf32>) -> (tensor<17xf32>, tensor<17xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%t = %a) -> (tensor<17xf32>) {
    %x = tensor.extract_slice %t[%i] [5] [1] : tensor<17xf32> to tensor<5xf32>
    %h = tensor.extract_slice %x[1] [4] [1] : tensor<5xf32> to tensor<4xf32>
    %y = tensor.extract_slice %t[%i] [4] [1] : tensor<17xf32> to tensor<4xf32>
    %e = linalg.exp {first} ins(%h : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    %n = tensor.insert_slice %e into %t[%i] [4] [1] : tensor<4xf32> into tensor<17xf32>
    scf.yield %n : tensor<17xf32>
  }
  %s = scf.for %i = %c0 to %c16 step %c4 iter_args(%t = %a) -> (tensor<17xf32>) {
    %x = tensor.extract_slice %a[%i] [5] [1] : tensor<17xf32> to tensor<5xf32>
    %h = tensor.extract_slice %x[1] [4] [1] : tensor<5xf32> to tensor<4xf32>
    %y = tensor.extract_slice %t[%i] [4] [1] : tensor<17xf32> to tensor<4xf32>
    %e = linalg.exp {second} ins(%h : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    %n = tensor.insert_slice %e into %t[%i] [4] [1] : tensor<4xf32> into tensor<17xf32>
    scf.yield %n : tensor<17xf32>
  }
  return %r, %s : tensor<17xf32>, tensor<17xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 : !transform.any_op
}

// -----

// A call may have effects, so the loop is unknown; an old label without a proof
// is removed.
// CHECK-LABEL: func.func @call(
// CHECK:         call @effect
// CHECK:         scf.yield %
// CHECK-NEXT:  }
// CHECK-NOT:   heddle.loop_kind
func.func private @effect()
func.func @call(%a: tensor<16xf32>, %b: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%t = %b) -> (tensor<16xf32>) {
    %x = tensor.extract_slice %a[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
    %y = tensor.extract_slice %t[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
    %e = linalg.exp ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    func.call @effect() : () -> ()
    %n = tensor.insert_slice %e into %t[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
    scf.yield %n : tensor<16xf32>
  } {heddle.loop_kind = "parallel"}
  return %r : tensor<16xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 : !transform.any_op
}

// -----

// All iterations write the same window of an uninitialized tensor: the last one
// wins, so their order matters.
// CHECK-LABEL: func.func @same_window(
// CHECK:         linalg.exp ins(
// CHECK:         scf.yield %
// CHECK-NEXT:  }
// CHECK-NOT:   heddle.loop_kind
func.func @same_window(%a: tensor<16xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %b = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%t = %b) -> (tensor<4xf32>) {
    %x = tensor.extract_slice %a[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
    %e = linalg.exp ins(%x : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.tile_loop_hint %0 : !transform.any_op
}
