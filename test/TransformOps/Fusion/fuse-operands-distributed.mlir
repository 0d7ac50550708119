// RUN: heddle-opt %s --split-input-file --verify-diagnostics --test-apply-schedule-refused \
// RUN:   | FileCheck %s

// The sum over 50 columns is divided over exactly 4 devices; each computes its part of
// what the product reads, and the init is counted once.
// CHECK:       shard.grid @[[GRID:.*]](shape = 4)
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[A:.*]]: tensor<7x50xf32>, %[[W:.*]]: tensor<50x9xf32>, %[[C:.*]]: tensor<7x9xf32>
// CHECK-NOT:     linalg.abs ins(
// CHECK:         %[[ZEROS:.*]] = linalg.fill ins(
// CHECK:         %[[R:.*]] = scf.forall (%[[I:.*]]) in (4) shared_outs(
// CHECK:           %[[PART:.*]] = tensor.extract_slice %[[A]][0, %{{.*}}] [7, %{{.*}}]
// CHECK:           %[[X:.*]] = linalg.abs ins(%[[PART]] : tensor<7x?xf32>)
// CHECK:           %[[P:.*]] = linalg.{{.*}} ins(%[[X]], %{{.*}} : {{.*}}) outs(%[[ZEROS]] :
// CHECK:           %[[ALL:.*]] = shard.all_reduce %[[P]] on @[[GRID]] grid_axes = [0]
// CHECK:           linalg.generic {{.*}} ins(%[[ALL]] : {{.*}}) outs(%[[C]] :
// CHECK:         } {devices}
// CHECK:         return {target} %[[R]]
// expected-remark@below {{applied}}
module {
  func.func @matmul(%a: tensor<7x50xf32>, %w: tensor<50x9xf32>, %c: tensor<7x9xf32>) -> tensor<7x9xf32> {
    %e = tensor.empty() : tensor<7x50xf32>
    // expected-remark@below {{each device computes its part}}
    %x = linalg.abs ins(%a : tensor<7x50xf32>) outs(%e : tensor<7x50xf32>) -> tensor<7x50xf32>
    %0 = linalg.matmul ins(%x, %w : tensor<7x50xf32>, tensor<50x9xf32>) outs(%c : tensor<7x9xf32>) -> tensor<7x9xf32>
    return %0 : tensor<7x9xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    %same, %devices = transform.structured.fuse_operands %return
      {tile_nums = [1, 1, 4], use_distributed = [0, 0, 1], expect_whole_graph_fusion, explain}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %same "target" : !transform.any_op
    transform.annotate %devices "devices" : !transform.any_op
  }
}

// -----

// A maximum is combined as a maximum, on the grid of that name; two results have a loop
// each, and what both read is computed in both.
// CHECK-LABEL: func.func @two(
// CHECK:         scf.forall {{.*}} in (3)
// CHECK:           linalg.negf ins(
// CHECK:           shard.all_reduce {{.*}} on @mesh grid_axes = [0] reduction = max
// CHECK:         } {devices}
// CHECK:         scf.forall {{.*}} in (3)
// CHECK:           linalg.negf ins(
// CHECK:           shard.all_reduce {{.*}} on @mesh grid_axes = [0] : tensor
// CHECK:         } {devices}
// expected-remark@below {{applied}}
module {
  shard.grid @mesh(shape = 3)
  func.func @two(%a: tensor<2x11xf32>, %m: tensor<2xf32>, %s: tensor<2xf32>, %e: tensor<2x11xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %x = linalg.negf ins(%a : tensor<2x11xf32>) outs(%e : tensor<2x11xf32>) -> tensor<2x11xf32>
    %0 = linalg.reduce {arith.maximumf} ins(%x : tensor<2x11xf32>) outs(%m : tensor<2xf32>) dimensions = [1]
    %1 = linalg.reduce {arith.addf} ins(%x : tensor<2x11xf32>) outs(%s : tensor<2xf32>) dimensions = [1]
    return %0, %1 : tensor<2xf32>, tensor<2xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    %same, %devices = transform.structured.fuse_operands %return
      {tile_nums = [1, 3], use_distributed = [0, 1], grid = @mesh, no_nans}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %devices "devices" : !transform.any_op
  }
}

// -----

// A producer that the loop reads as a whole stays before it.
// CHECK-LABEL: func.func @whole(
// CHECK:         %[[START:.*]] = linalg.exp ins(
// CHECK:         scf.forall (%{{.*}}) in (3)
// CHECK:           linalg.generic {{.*}} outs(%[[START]] :
// expected-remark@below {{applied}}
module {
  func.func @whole(%a: tensor<2x8xf32>, %s: tensor<2xf32>) -> tensor<2xf32> {
    // expected-remark@below {{stays before the loop: }}
    %start = linalg.exp ins(%s : tensor<2xf32>) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    %0 = linalg.reduce {arith.addf} ins(%a : tensor<2x8xf32>) outs(%start : tensor<2xf32>) dimensions = [1]
    return %0 : tensor<2xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    %same, %devices = transform.structured.fuse_operands %return
      {tile_nums = [1, 3], use_distributed = [0, 1], explain}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}

// -----

// The part of a device is not a bound that can be proved if an extent is known at run
// time only: then the producer stays before the loop.
// CHECK-LABEL: func.func @dynamic(
// CHECK:         linalg.negf ins(
// CHECK:         scf.forall {{.*}} in (3)
// expected-remark@below {{applied}}
module {
  func.func @dynamic(%a: tensor<2x?xf32>, %s: tensor<2xf32>, %e: tensor<2x?xf32>) -> tensor<2xf32> {
    // expected-remark@below {{stays before the loop: }}
    %x = linalg.negf ins(%a : tensor<2x?xf32>) outs(%e : tensor<2x?xf32>) -> tensor<2x?xf32>
    %0 = linalg.reduce {arith.addf} ins(%x : tensor<2x?xf32>) outs(%s : tensor<2xf32>) dimensions = [1]
    return %0 : tensor<2xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    %same, %devices = transform.structured.fuse_operands %return
      {tile_nums = [1, 3], use_distributed = [0, 1], explain}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
