// compute_at into a forall: the producer is also read after the loop, or is the
// destination of the loop's op. The results are equal as they are, and after upstream's
// bufferization, also once values are merged and empty tensors replaced.
// RUN: heddle check %s | FileCheck %s --check-prefixes=CHECK,SCHEDULED
// RUN: heddle apply %s -o %t.tensors.mlir
// RUN: heddle-opt %t.tensors.mlir \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   -o %t.buffers.mlir
// RUN: heddle check %s --scheduled=%t.buffers.mlir | FileCheck %s
// RUN: heddle-opt %t.tensors.mlir --cse --canonicalize --heddle-replace-empty-tensors \
// RUN:   --heddle-expand-index-switches --heddle-separate-results \
// RUN:   --heddle-unshare-destinations --heddle-copy-repeated-destinations \
// RUN:   --heddle-pin-partial-writes \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   -o %t.merged.mlir
// RUN: heddle check %s --scheduled=%t.merged.mlir | FileCheck %s
// CHECK-DAG:     read_later: equal
// CHECK-DAG:     shared_destination: equal
// CHECK-DAG:     in_place: equal
// SCHEDULED-DAG: no race in 1 parallel loop

func.func @read_later(%a: tensor<?x?xf32>, %o: tensor<?x?xf32>, %o2: tensor<?x?xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %p = linalg.negf {producer} ins(%a : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %x = linalg.abs {root} ins(%p : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = linalg.add ins(%p, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %x, %y : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @shared_destination(%a: tensor<?x?xf32>, %o: tensor<?x?xf32>, %o2: tensor<?x?xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %p = linalg.negf {producer} ins(%a : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %x = linalg.abs {root} ins(%p : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = linalg.add ins(%a, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %x, %y : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @in_place(%a: tensor<?x?xf32>, %o: tensor<?x?xf32>, %o2: tensor<?x?xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %p = linalg.negf {producer} ins(%a : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  %x = linalg.sub {root} ins(%p, %a : tensor<?x?xf32>, tensor<?x?xf32>) outs(%p : tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = linalg.add ins(%a, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o2 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %x, %y : tensor<?x?xf32>, tensor<?x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    transform.foreach %functions : !transform.any_op {
    ^bb0(%function: !transform.any_op):
      %producer = transform.structured.match attributes {producer} in %function
          : (!transform.any_op) -> !transform.any_op
      %root = transform.structured.match attributes {root} in %function
          : (!transform.any_op) -> !transform.any_op
      %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [4, 0] stop %producer {use_forall}
          : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
      %again = transform.structured.match attributes {producer} in %function
          : (!transform.any_op) -> !transform.any_op
      %placed = transform.heddle.compute_at %again in %loop
          : (!transform.any_op, !transform.any_op) -> !transform.any_op
    }
    transform.yield
  }
}
