// Each op does what it can do and leaves the rest: the result is the same, with
// sizes that the tiles do not divide and with sizes 0 and 1.
// RUN: heddle check %s --dims arg0=7x11 | FileCheck %s
// RUN: heddle check %s --dims arg0=1x1 | FileCheck %s
// RUN: heddle check %s --dims arg0=0x5 | FileCheck %s
// CHECK: kernel: equal

func.func @kernel(%a: tensor<?x?xf32>, %b: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 2.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.abs ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.pad %0 low[1, 2] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %2 = tensor.pad %a low[0, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %3 = linalg.negf ins(%b : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %1, %2, %3 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %pads = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %fills, %producers = transform.heddle.fuse_pad %pads {best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %ops = transform.structured.match ops{["linalg.abs", "linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.fuse_ext %ops tile_sizes [2, 3] {best_effort} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %merged = transform.heddle.fuse_elementwise %func {best_effort} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
