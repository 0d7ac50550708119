// RUN: heddle check %s --function static
// RUN: heddle check %s --function dynamic --dims arg0=6x3,arg1=6x0x6
// RUN: heddle check %s --function dynamic --dims arg0=6x4,arg1=6x1x6
// RUN: heddle check %s --function dynamic --dims arg0=1x9,arg1=1x5x1
// RUN: heddle apply %s | heddle-opt --canonicalize --cse > %t.mlir
// RUN: heddle check %s --scheduled=%t.mlir --function static
// RUN: heddle check %s --scheduled=%t.mlir --function dynamic \
// RUN:   --dims arg0=6x3,arg1=6x0x6
// RUN: heddle apply %s | FileCheck %s

// An op without iterations reads a static window and a dynamic one. The
// verifier knows the ranges of the loops from the result, so it wants two
// columns of the static window, and four of the dynamic one as soon as its
// extent is known.

// CHECK-LABEL: func @static(
// CHECK:         scf.for %{{.*}} iter_args(
// CHECK-DAG:       %[[NEAR:.*]] = tensor.empty() : tensor<6x2xi32>
// CHECK-DAG:       %[[FAR:.*]] = tensor.empty() : tensor<6x4xi32>
// CHECK:           linalg.generic {{.*}} ins(%[[NEAR]], %[[FAR]] : tensor<6x2xi32>, tensor<6x4xi32>) outs(%{{.*}} : tensor<6x0x6xi32>)
// CHECK:           linalg.generic {{.*}} outs(%{{.*}} : tensor<?x12xi32>)
func.func @static(%a: tensor<6x2xi32>, %b: tensor<6x0x6xi32>,
                  %c: tensor<6x12xi32>) -> tensor<6x12xi32> {
  %d = tensor.cast %a : tensor<6x2xi32> to tensor<?x?xi32>
  %x = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1 + 1)>,
                       affine_map<(d0, d1) -> (d0, d1 + 3)>,
                       affine_map<(d0, d1) -> (d0, d1, d0)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%d, %d : tensor<?x?xi32>, tensor<?x?xi32>)
      outs(%b : tensor<6x0x6xi32>) attrs = {x} {
  ^bb0(%near: i32, %far: i32, %out: i32):
    %s = arith.addi %near, %far : i32
    linalg.yield %s : i32
  } -> tensor<6x0x6xi32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>,
                       affine_map<(d0, d1, d2, d3) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<6x0x6xi32>) outs(%c : tensor<6x12xi32>) attrs = {y} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %out : i32
    linalg.yield %s : i32
  } -> tensor<6x12xi32>
  return %y : tensor<6x12xi32>
}

// If an extent is dynamic, the verifier asks for nothing, and the windows stay.

// CHECK-LABEL: func @dynamic(
// CHECK:         scf.for %{{.*}} iter_args(
// CHECK:           linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<?x?xi32>, tensor<?x?xi32>) outs(%{{.*}} : tensor<?x?x?xi32>)
// CHECK:           linalg.generic {{.*}} outs(%{{.*}} : tensor<?x12xi32>)
func.func @dynamic(%a: tensor<?x?xi32>, %b: tensor<?x?x?xi32>,
                   %c: tensor<?x12xi32>) -> tensor<?x12xi32> {
  %x = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1 + 1)>,
                       affine_map<(d0, d1) -> (d0, d1 + 3)>,
                       affine_map<(d0, d1) -> (d0, d1, d0)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : tensor<?x?xi32>, tensor<?x?xi32>)
      outs(%b : tensor<?x?x?xi32>) attrs = {x} {
  ^bb0(%near: i32, %far: i32, %out: i32):
    %s = arith.addi %near, %far : i32
    linalg.yield %s : i32
  } -> tensor<?x?x?xi32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>,
                       affine_map<(d0, d1, d2, d3) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<?x?x?xi32>) outs(%c : tensor<?x12xi32>) attrs = {y} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %out : i32
    linalg.yield %s : i32
  } -> tensor<?x12xi32>
  return %y : tensor<?x12xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @fuse(%f: !transform.any_op {transform.readonly}) {
    %y = transform.structured.match attributes {y} in %f
        : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match attributes {x} in %f
        : (!transform.any_op) -> !transform.any_op
    %roots = transform.merge_handles %y, %x : !transform.any_op
    %t, %l = transform.structured.fuse_ext %roots tile_sizes [5, 0, 0, 0] {joint}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %fs = transform.structured.match ops{["func.func"]} in %m
        : (!transform.any_op) -> !transform.any_op
    transform.foreach %fs : !transform.any_op {
    ^bb0(%f: !transform.any_op):
      transform.include @fuse failures(propagate) (%f)
          : (!transform.any_op) -> ()
    }
    transform.yield
  }
}
