// A divisor is drawn so that the payload is defined: at least 1, where nothing
// else decides it. What decides it to be negative is no fault.
//
// RUN: heddle check %s | FileCheck %s
//
// CHECK:      tile_is_remainder: equal: random data bit for bit ({{[0-9]+}} runs)
// CHECK-NEXT: negative_divisor: equal: random data bit for bit

func.func @tile_is_remainder(%a: tensor<?xf32>, %b: tensor<?xf32>, %m: index, %n: index) -> tensor<?xf32> {
  %s = arith.remui %m, %n {size} : index
  %0 = linalg.exp {tiled} ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @negative_divisor(%a: tensor<?xf32>, %b: tensor<?xf32>, %m: index) -> tensor<?xf32> {
  %c-2 = arith.constant -2 : index
  %c-9 = arith.constant -9 : index
  %s = arith.floordivsi %c-9, %c-2 {size} : index
  %0 = linalg.exp {tiled} ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %sizes = transform.structured.match attributes {size} in %root : (!transform.any_op) -> !transform.any_op
    %s:2 = transform.split_handle %sizes : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %ops = transform.structured.match attributes {tiled} in %root : (!transform.any_op) -> !transform.any_op
    %o:2 = transform.split_handle %ops : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t, %l = transform.structured.fuse_ext %o#0 tile_sizes [%s#0] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %u, %k = transform.structured.fuse_ext %o#1 tile_sizes [%s#1] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
