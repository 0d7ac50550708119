// RUN: heddle check %s
// RUN: heddle apply %s | heddle-opt --canonicalize --cse > %t.mlir
// RUN: heddle check %s --scheduled=%t.mlir
// RUN: heddle apply %s | FileCheck %s

// A tile without elements reads nothing through its window, of which the
// verifier wants two columns all the same.

// CHECK-LABEL: func @window(
// CHECK:         scf.for %{{.*}} iter_args(
// CHECK:           %[[IN:.*]] = tensor.empty() : tensor<2x2xi32>
// CHECK:           linalg.generic {{.*}} ins(%[[IN]] : tensor<2x2xi32>) outs(%{{.*}} : tensor<2x0xi32>)
func.func @window(%a: tensor<2x2xi32>, %c: tensor<2xi32>, %w: tensor<2x3xi32>,
                  %o: tensor<1x3xi32>) -> (tensor<2xi32>, tensor<1x3xi32>) {
  %d = tensor.cast %a : tensor<2x2xi32> to tensor<?x?xi32>
  %e = tensor.empty() : tensor<2x0xi32>
  %shifted = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1 + 1)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<?x?xi32>) outs(%e : tensor<2x0xi32>) {
  ^bb0(%x: i32, %out: i32):
    linalg.yield %x : i32
  } -> tensor<2x0xi32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%shifted : tensor<2x0xi32>) outs(%c : tensor<2xi32>) {
  ^bb0(%x: i32, %out: i32):
    %s = arith.addi %x, %out : i32
    linalg.yield %s : i32
  } -> tensor<2xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d1)>,
                       affine_map<(d0, d1, d2) -> (d1, d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d2)>],
      iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%sum, %w : tensor<2xi32>, tensor<2x3xi32>)
      outs(%o : tensor<1x3xi32>) attrs = {root} {
  ^bb0(%x: i32, %y: i32, %out: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %p, %out : i32
    linalg.yield %s : i32
  } -> tensor<1x3xi32>
  return %sum, %r : tensor<2xi32>, tensor<1x3xi32>
}

// Nothing is summed up: the loop that has no iterations takes its extent from the
// window, which therefore keeps it.

// CHECK-LABEL: func @no_columns(
// CHECK:         scf.for %{{.*}} iter_args(
// CHECK:           linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<3x0xi32>, tensor<3x0xi32>) outs(%{{.*}} : tensor<1xi32>)
func.func @no_columns(%a: tensor<3x0xi32>, %b: tensor<3x0xi32>,
                      %c: tensor<1xi32>, %o: tensor<i32>) -> tensor<i32> {
  %sum = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0 + d2, d1)>,
                       affine_map<(d0, d1, d2) -> (d2, d1)>,
                       affine_map<(d0, d1, d2) -> (d0)>],
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<3x0xi32>, tensor<3x0xi32>)
      outs(%c : tensor<1xi32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    %s = arith.addi %out, %x : i32
    linalg.yield %s : i32
  } -> tensor<1xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]}
      ins(%sum : tensor<1xi32>) outs(%o : tensor<i32>) attrs = {root_1d} {
  ^bb0(%x: i32, %out: i32):
    %s = arith.addi %out, %x : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %r1 = transform.structured.match attributes {root_1d} in %m
        : (!transform.any_op) -> !transform.any_op
    %t1, %l1 = transform.structured.fuse_ext %r1 tile_sizes [4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %r = transform.structured.match attributes {root} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %r tile_sizes [0, 2, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
