// What functions return is computed in one nest each, in at most so many tiles: the
// result is the same, with extents that the numbers do not divide, 0 and 1, with two
// roots, with roots that read each other, and along a reduction. Loops that change places
// cover all of a tensor that is not square.
// RUN: heddle check %s | FileCheck %s
// CHECK-DAG: apart: equal
// CHECK-DAG: chained: equal
// CHECK-DAG: reduced: equal
// CHECK-DAG: turned: equal

func.func @apart(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.negf ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.abs ins(%0 : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.floor ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func @chained(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = linalg.negf ins(%a : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.abs ins(%0 : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
func.func @reduced(%a: tensor<7x50xf32>, %w: tensor<50x9xf32>, %c: tensor<7x9xf32>) -> tensor<7x9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x50xf32>
  %x = linalg.abs ins(%a : tensor<7x50xf32>) outs(%e : tensor<7x50xf32>) -> tensor<7x50xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<7x50xf32>, tensor<50x9xf32>) outs(%c : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %0 : tensor<7x9xf32>
}
func.func @turned(%a: tensor<64x128xf32>, %b: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %e = tensor.empty() : tensor<64x128xf32>
  %0 = linalg.negf ins(%a : tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %1 = linalg.sub ins(%0, %a : tensor<64x128xf32>, tensor<64x128xf32>) outs(%b : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %returns = transform.structured.match ops{["func.return"]} in %module : (!transform.any_op) -> !transform.any_op
    %apart, %chained, %reduced, %turned = transform.split_handle %returns : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %0, %l0:2 = transform.structured.fuse_operands %apart {tile_nums = [3, 4], tile_interchange = [1, 0], expect_whole_graph_fusion} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %1, %l1 = transform.structured.fuse_operands %chained {tile_nums = [1, 5]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2, %l2:3 = transform.structured.fuse_operands %reduced {tile_nums = [2, 3, 4], expect_whole_graph_fusion} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %3, %l3:2 = transform.structured.fuse_operands %turned {tile_nums = [32, 16], tile_interchange = [1, 0], expect_whole_graph_fusion} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
