// An op that is moved into a nest that exists, with a deliberate mistake: heddle check
// notices it and says where. Without a mistake the same schedule passes.
//
// RUN: heddle check %s | FileCheck %s --check-prefix=NONE
// RUN: not heddle check %s --test-break=slice_not_moved | FileCheck %s --check-prefix=SLICE
// RUN: not heddle check %s --test-break=epilogue_too_early | FileCheck %s --check-prefix=EARLY

// NONE-DAG: producer: equal
// NONE-DAG: epilogue: equal

// Each tile of columns reads the first columns of the row.
// SLICE-DAG: producer: different: result 0[{{[0-9]+}}, {{[0-9]+}}] is {{.*}}, expected
// SLICE-DAG: epilogue: equal
func.func @producer(%a: tensor<9x13xf32>, %b: tensor<9x13xf32>) -> tensor<9x13xf32> {
  %0 = linalg.square {moved} ins(%a : tensor<9x13xf32>) outs(%b : tensor<9x13xf32>) -> tensor<9x13xf32>
  %1 = linalg.negf {root} ins(%0 : tensor<9x13xf32>) outs(%b : tensor<9x13xf32>) -> tensor<9x13xf32>
  return %1 : tensor<9x13xf32>
}

// The columns are inside of the reduction: there a sum is not complete.
// EARLY-DAG: producer: equal
// EARLY-DAG: epilogue: different: result 0[{{[0-9]+}}, {{[0-9]+}}] is {{.*}}, expected
func.func @epilogue(%a: tensor<9x7xf32>, %b: tensor<7x13xf32>, %c: tensor<9x13xf32>) -> tensor<9x13xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<9x7xf32>, tensor<7x13xf32>) outs(%c : tensor<9x13xf32>) -> tensor<9x13xf32>
  %1 = linalg.square {last} ins(%0 : tensor<9x13xf32>) outs(%c : tensor<9x13xf32>) -> tensor<9x13xf32>
  return %1 : tensor<9x13xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %moved = transform.structured.match attributes {moved} in %module : (!transform.any_op) -> !transform.any_op
    %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
    %0, %rows, %columns = transform.structured.fuse_ext %root tile_sizes [4, 5] stop %moved
    %tile = transform.heddle.compute_at %moved in %rows : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module : (!transform.any_op) -> !transform.any_op
    %1, %m, %k, %n = transform.structured.tile_using_for %matmul tile_sizes [4, 5, 3] interchange = [0, 2, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %last = transform.structured.match attributes {last} in %module : (!transform.any_op) -> !transform.any_op
    %epilogue, %loops = transform.heddle.fuse_consumer %last : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
