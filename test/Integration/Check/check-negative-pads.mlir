// A pad by less than nothing cuts its source. Payload and schedule are run, and
// the cut is compared with a slice written by hand.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir -s %t/schedule.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/slices.mlir \
// RUN:   --function cut | FileCheck %s --check-prefix=CUT
// RUN: heddle check %t/payload.mlir --scheduled %t/slices.mlir \
// RUN:   --function gone | FileCheck %s --check-prefix=GONE

// CHECK:      cut: equal: whole numbers bit for bit (1 run); random data bit for bit (1 run)
// CHECK-NEXT: gone: equal: whole numbers bit for bit
// CHECK-NEXT: amounts: equal: whole numbers bit for bit
// CUT: cut: equal: whole numbers bit for bit
// GONE: gone: equal: whole numbers bit for bit

//--- payload.mlir
func.func @cut(%a: tensor<7x13xf32>, %f: f32) -> tensor<9x10xf32> {
  %p = tensor.pad %a low[3, -2] high[-1, -1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<7x13xf32> to tensor<9x10xf32>
  %e = tensor.empty() : tensor<9x10xf32>
  %y = linalg.negf {root} ins(%p : tensor<9x10xf32>) outs(%e : tensor<9x10xf32>)
    -> tensor<9x10xf32>
  return %y : tensor<9x10xf32>
}
// More is cut than there is: only padding is left.
func.func @gone(%a: tensor<2xf32>, %f: f32) -> tensor<4xf32> {
  %p = tensor.pad %a low[-5] high[7] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<2xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.negf {root} ins(%p : tensor<4xf32>) outs(%e : tensor<4xf32>)
    -> tensor<4xf32>
  return %y : tensor<4xf32>
}
// The amounts follow from an extent: less than nothing for large ones.
func.func @amounts(%a: tensor<?xf32>, %f: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %n = arith.subi %c6, %d : index
  %p = tensor.pad %a low[2] high[%n] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32> to tensor<?xf32>
  %y = linalg.negf {root} ins(%p : tensor<?xf32>) outs(%p : tensor<?xf32>)
    -> tensor<?xf32>
  return %y : tensor<?xf32>
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
transform.named_sequence @__transform_main(%module: !transform.any_op) {
  %root = transform.structured.match attributes {root} in %module
    : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %root tile_sizes [4]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}

//--- slices.mlir
func.func @cut(%a: tensor<7x13xf32>, %f: f32) -> tensor<9x10xf32> {
  %s = tensor.extract_slice %a[0, 2] [6, 10] [1, 1]
    : tensor<7x13xf32> to tensor<6x10xf32>
  %p = tensor.pad %s low[3, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<6x10xf32> to tensor<9x10xf32>
  %e = tensor.empty() : tensor<9x10xf32>
  %y = linalg.negf ins(%p : tensor<9x10xf32>) outs(%e : tensor<9x10xf32>)
    -> tensor<9x10xf32>
  return %y : tensor<9x10xf32>
}
func.func @gone(%a: tensor<2xf32>, %f: f32) -> tensor<4xf32> {
  %n = arith.negf %f : f32
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.fill ins(%n : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
