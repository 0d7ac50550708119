// RUN: heddle check %s
// RUN: heddle apply %s | heddle-opt --canonicalize --cse > %t.mlir
// RUN: heddle check %s --scheduled=%t.mlir
// RUN: FileCheck %s < %t.mlir

// The body of the forall overwrites a tile that is also a result: the tile is
// inserted first, before it changes, and the results keep that order.

#row = affine_map<(d0, d1) -> (d0, d1)>
#sum_in = affine_map<(d0, d1, d2) -> (d0, d2)>
#sum_out = affine_map<(d0, d1, d2) -> (d0, d1)>

// The start of the root is computed in the nest and returned.
// CHECK-LABEL: func @start_returned(
// CHECK:       scf.forall (%[[J:.*]]) = {{.*}} shared_outs(%[[SUM:.*]] = %{{.*}}, %[[MAX:.*]] = %{{.*}})
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} attrs =  {sum}
// CHECK:         %[[M:.*]] = linalg.generic {{.*}} attrs =  {r}
// CHECK:         scf.forall.in_parallel {
// CHECK-NEXT:      tensor.parallel_insert_slice %[[S]] into %[[SUM]][0, %[[J]]]
// CHECK-NEXT:      tensor.parallel_insert_slice %[[M]] into %[[MAX]][0, %[[J]]]
func.func @start_returned(%a: tensor<5x6xi32>, %c: tensor<5x9xi32>)
    -> (tensor<5x9xi32>, tensor<5x9xi32>) {
  %sum = linalg.generic {indexing_maps = [#sum_in, #sum_out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<5x6xi32>) outs(%c : tensor<5x9xi32>) attrs = {sum} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %out : i32
    linalg.yield %s : i32
  } -> tensor<5x9xi32>
  %max = linalg.generic {indexing_maps = [#row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<5x9xi32>) outs(%sum : tensor<5x9xi32>) attrs = {r} {
  ^bb0(%in: i32, %out: i32):
    %three = arith.constant 3 : i32
    %m = arith.maxsi %out, %three : i32
    %s = arith.addi %m, %in : i32
    linalg.yield %s : i32
  } -> tensor<5x9xi32>
  return %max, %sum : tensor<5x9xi32>, tensor<5x9xi32>
}

// The result of the root is not used: its tile must not come out instead.
func.func @root_unused(%a: tensor<1x0xi32>, %c: tensor<1x1xi32>)
    -> tensor<1x1xi32> {
  %first = linalg.generic {indexing_maps = [#sum_in, #sum_out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<1x0xi32>) outs(%c : tensor<1x1xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %out : i32
  } -> tensor<1x1xi32>
  %root = linalg.generic {indexing_maps = [#row, #row],
      iterator_types = ["parallel", "parallel"]}
      ins(%first : tensor<1x1xi32>) outs(%first : tensor<1x1xi32>) attrs = {r} {
  ^bb0(%in: i32, %out: i32):
    %three = arith.constant 3 : i32
    %m = arith.maxsi %out, %three : i32
    linalg.yield %m : i32
  } -> tensor<1x1xi32>
  return %first : tensor<1x1xi32>
}

// One iteration: upstream replaces the forall by its body, result by result.
func.func @one_iteration(%v0: tensor<1x3xi32>, %v1: tensor<1x3xi32>,
    %v4: tensor<1x1xi32>) -> (tensor<1x3xi32>, tensor<1x3xi32>) {
  %start = tensor.insert_slice %v1 into %v0[0, 0] [1, 3] [1, 1]
      : tensor<1x3xi32> into tensor<1x3xi32>
  %sum = linalg.generic {indexing_maps = [#sum_in, #sum_out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v4 : tensor<1x1xi32>) outs(%start : tensor<1x3xi32>) attrs = {r} {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<1x3xi32>
  return %start, %sum : tensor<1x3xi32>, tensor<1x3xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %r = transform.structured.match attributes {r} in %m
        : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %r tile_sizes [0, 4] {use_forall}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
