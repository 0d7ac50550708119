// The whole graph is one nest, though two readers of one value read different slices of
// it: the tile of the value covers both, a halo included.
// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle apply %s | FileCheck %s
// SAME-DAG: slices: equal
// SAME-DAG: windows: equal
// SAME-DAG: dynamic: equal

// CHECK-LABEL: func.func @slices(
// CHECK:         %[[V:.*]] = linalg.negf ins(%{{.*}} : tensor<9x5xf32>)
// CHECK:         %[[L:.*]] = tensor.extract_slice %[[V]]
// CHECK:         %[[R:.*]] = tensor.extract_slice %[[V]]
// CHECK:         %[[X:.*]] = linalg.abs ins(%[[L]] :
// CHECK:         %[[Y:.*]] = linalg.mul ins(%[[R]], %[[R]] :
// CHECK:         %[[S:.*]] = linalg.add ins(%[[X]], %[[Y]] :
// CHECK:         tensor.insert_slice %[[S]] into
func.func @slices(%a: tensor<34x13xf32>, %b: tensor<32x13xf32>) -> tensor<32x13xf32> {
  %e = tensor.empty() : tensor<34x13xf32>
  %f = tensor.empty() : tensor<32x13xf32>
  %p = linalg.negf ins(%a : tensor<34x13xf32>) outs(%e : tensor<34x13xf32>) -> tensor<34x13xf32>
  %l = tensor.extract_slice %p[0, 0] [32, 13] [1, 1] : tensor<34x13xf32> to tensor<32x13xf32>
  %r = tensor.extract_slice %p[2, 0] [32, 13] [1, 1] : tensor<34x13xf32> to tensor<32x13xf32>
  %x = linalg.abs ins(%l : tensor<32x13xf32>) outs(%f : tensor<32x13xf32>) -> tensor<32x13xf32>
  %y = linalg.mul ins(%r, %r : tensor<32x13xf32>, tensor<32x13xf32>) outs(%f : tensor<32x13xf32>) -> tensor<32x13xf32>
  %s = linalg.add ins(%x, %y : tensor<32x13xf32>, tensor<32x13xf32>) outs(%b : tensor<32x13xf32>) -> tensor<32x13xf32>
  return %s : tensor<32x13xf32>
}

// One reader takes windows, the other their middles.
// CHECK-LABEL: func.func @windows(
// CHECK:         %[[V:.*]] = linalg.negf ins(%{{.*}} : tensor<11xf32>)
// CHECK:         %[[C:.*]] = linalg.conv_1d ins(%[[V]], %arg1 :
// CHECK:         %[[M:.*]] = tensor.extract_slice %[[V]]
// CHECK:         %[[W:.*]] = tensor.extract_slice %[[C]]
// CHECK:         %[[S:.*]] = linalg.add ins(%[[W]], %[[M]] :
// CHECK:         tensor.insert_slice %[[S]] into
func.func @windows(%a: tensor<62xf32>, %w: tensor<3xf32>, %o: tensor<60xf32>) -> tensor<60xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<62xf32>
  %f = tensor.empty() : tensor<60xf32>
  %p = linalg.negf ins(%a : tensor<62xf32>) outs(%e : tensor<62xf32>) -> tensor<62xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<60xf32>) -> tensor<60xf32>
  %x = linalg.conv_1d ins(%p, %w : tensor<62xf32>, tensor<3xf32>) outs(%init : tensor<60xf32>) -> tensor<60xf32>
  %m = tensor.extract_slice %p[1] [60] [1] : tensor<62xf32> to tensor<60xf32>
  %s = linalg.add ins(%x, %m : tensor<60xf32>, tensor<60xf32>) outs(%o : tensor<60xf32>) -> tensor<60xf32>
  return %s : tensor<60xf32>
}

// The extent of the result is known at run time only; both readers take all of it but
// one column.
// CHECK-LABEL: func.func @dynamic(
// CHECK:         %[[V:.*]] = linalg.negf ins(%{{.*}} : tensor<?x9xf32>)
// CHECK:         %[[L:.*]] = tensor.extract_slice %[[V]][0, %[[J:[a-z0-9]+]]]
// CHECK:         %[[R:.*]] = tensor.extract_slice %[[V]][0, %{{.*}}]
// CHECK:         %[[S:.*]] = linalg.sub ins(%[[L]], %[[R]] :
// CHECK:         tensor.insert_slice %[[S]] into %{{.*}}[%{{.*}}, %[[J]]]
func.func @dynamic(%a: tensor<?x9xf32>, %o: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x9xf32>
  %e = tensor.empty(%n) : tensor<?x9xf32>
  %p = linalg.negf ins(%a : tensor<?x9xf32>) outs(%e : tensor<?x9xf32>) -> tensor<?x9xf32>
  %l = tensor.extract_slice %p[0, 0] [%n, 8] [1, 1] : tensor<?x9xf32> to tensor<?x8xf32>
  %r = tensor.extract_slice %p[0, 1] [%n, 8] [1, 1] : tensor<?x9xf32> to tensor<?x8xf32>
  %s = linalg.sub ins(%l, %r : tensor<?x8xf32>, tensor<?x8xf32>) outs(%o : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %s : tensor<?x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %returns = transform.structured.match ops{["func.return"]} in %module : (!transform.any_op) -> !transform.any_op
    %slices, %windows, %dynamic = transform.split_handle %returns : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %0, %l0:2 = transform.structured.fuse_operands %slices {tile_nums = [5, 3], expect_whole_graph_fusion} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %1, %l1 = transform.structured.fuse_operands %windows {tile_nums = [7], expect_whole_graph_fusion} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2, %l2:2 = transform.structured.fuse_operands %dynamic {tile_nums = [3, 4], expect_whole_graph_fusion} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
