// Upstream's pattern passes the padding to the body in place of the
// init: in + 7 instead of in + init. Ours copies the init into the slice
// first.
//
// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s --check-prefix=OURS
// RUN: sed '/^transform.sequence/,$d' %s > %t.mlir
// RUN: mlir-opt %t.mlir --test-linalg-pad-fusion | FileCheck %s --check-prefix=UPSTREAM

#id = affine_map<(d0) -> (d0)>

// SAME: in_plus_init: equal: whole numbers bit for bit

// OURS-LABEL: func.func @in_plus_init(
// OURS-SAME:      %[[INIT:[a-z0-9]+]]: tensor<4xf32>)
// OURS:         %[[S:.*]] = tensor.extract_slice %{{.*}}[1] [4] [1]
// OURS:         %[[C:.*]] = linalg.copy ins(%[[INIT]] : tensor<4xf32>) outs(%[[S]] :
// OURS:         linalg.generic {{.*}} outs(%[[C]] :

// UPSTREAM-LABEL: func.func @in_plus_init(
// UPSTREAM-SAME:      %[[INIT:[a-z0-9]+]]: tensor<4xf32>)
// UPSTREAM-NOT:     %[[INIT]]
// UPSTREAM:         %[[F:.*]] = linalg.fill ins(%cst : f32)
// UPSTREAM:         %[[S:.*]] = tensor.extract_slice %[[F]][1] [4] [1]
// UPSTREAM:         linalg.generic {{.*}} outs(%[[S]] :
// UPSTREAM-NOT:     %[[INIT]]
// UPSTREAM:         return
func.func @in_plus_init(%a: tensor<4xf32>, %init: tensor<4xf32>) -> tensor<6xf32> {
  %c7 = arith.constant 7.0 : f32
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %1 = tensor.pad %0 low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %c7 : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %1 : tensor<6xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %pads = transform.structured.match ops{["tensor.pad"]} in %module : (!transform.any_op) -> !transform.any_op
  %fills, %producers = transform.heddle.fuse_pad %pads : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
