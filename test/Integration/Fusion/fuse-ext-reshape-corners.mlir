// RUN: heddle check %s
// RUN: heddle-opt %s --transform-interpreter | FileCheck %s

// Reshapes at the edge of what is a box, and sizes that come through them.

// A tile that lies in the padding reads nothing of the one element that the
// reshape has: the reshape stays whole, and the slice is empty.
// CHECK-LABEL: func @one_element(
// CHECK:       %[[C:.*]] = tensor.collapse_shape %{{.*}} : tensor<1x1xi32> into tensor<1xi32>
// CHECK:       scf.for %
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[C]]
// CHECK:         tensor.insert_slice %[[PART]] into
func.func @one_element(%x: tensor<1x1xi32>) -> tensor<8xi32> {
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<1x1xi32> into tensor<1xi32>
  %one = arith.constant 1 : i32
  %r = tensor.pad %c low[0] high[7] {
  ^bb0(%i: index):
    tensor.yield %one : i32
  } {root} : tensor<1xi32> to tensor<8xi32>
  return %r : tensor<8xi32>
}

// The size of a collapsed dim is a product; the nest's own tensors are made
// from it, not from an op that may be after the nest.
// CHECK-LABEL: func @product_size(
// CHECK:       %[[N:.*]] = arith.muli
// CHECK:       scf.for %
func.func @product_size(%x: tensor<?x?x?xi32>)
    -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = tensor.collapse_shape %x [[0], [1, 2]]
    : tensor<?x?x?xi32> into tensor<?x?xi32>
  %d0 = tensor.dim %c, %c0 : tensor<?x?xi32>
  %d1 = tensor.dim %c, %c1 : tensor<?x?xi32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xi32>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<?x?xi32>)
      outs(%c, %e : tensor<?x?xi32>, tensor<?x?xi32>) attrs = {root} {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %s = arith.addi %a, %b : i32
    linalg.yield %s, %a : i32, i32
  } -> (tensor<?x?xi32>, tensor<?x?xi32>)
  return %r#0, %r#1 : tensor<?x?xi32>, tensor<?x?xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %root = transform.structured.match attributes {root} in %m
      : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %root tile_sizes [3]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
