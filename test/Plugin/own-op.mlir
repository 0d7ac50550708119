// An op of a plugin that Heddle does not know takes part in bufferize and plan_memory:
// it works in place where it may, on a copy where its operand is read again, and the
// report knows why. fuse_ext leaves it before the nest, with the reason.
// RUN: heddle-opt %s --load-dialect-plugin=%heddle_libs/libHeddleTestOwnOp.so \
// RUN:   --apply-schedule 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks

// CHECK-LABEL: func.func @in_place(
// CHECK-SAME:    %[[A:[^:]*]]: memref<8xf32>
// CHECK:         %[[ARENA:.*]] = memref.alloc() {{.*}} : memref<64xi8>
// CHECK:         %[[T:.*]] = memref.view %[[ARENA]]
// CHECK:         linalg.exp ins(%[[A]] : memref<8xf32>) outs(%[[T]] : memref<8xf32>)
// CHECK:         linalg.add ins(%[[T]], %[[T]] : memref<8xf32>, memref<8xf32>) outs(%[[T]] : memref<8xf32>)
// CHECK-NOT:     linalg.copy
// CHECK-NOT:     memref.copy
// CHECK-LABEL: func.func @copied(
// CHECK-SAME:    %[[B:[^:]*]]: memref<8xf32>
// CHECK:         %[[C:.*]] = memref.alloc()
// CHECK:         linalg.copy ins(%[[B]] : memref<8xf32>) outs(%[[C]] : memref<8xf32>)
// CHECK:         linalg.add ins(%[[C]], %[[C]] : memref<8xf32>, memref<8xf32>) outs(%[[C]] : memref<8xf32>)

// WHY: not fused: nothing says what a tile of it reads
// WHY: note: copy memref<8xf32>: 32 B x 1, because 'own.twice' would overwrite what 'linalg.exp' still reads

func.func @in_place(%a: tensor<8xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %1 = "own.twice"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.add {root} ins(%1, %a : tensor<8xf32>, tensor<8xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func @copied(%a: tensor<8xf32>, %d: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %1 = "own.twice"(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.exp ins(%a : tensor<8xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.consumed}) {
    %root = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [3] {explain} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %buffers = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    %planned = transform.heddle.plan_memory %buffers : (!transform.any_op) -> !transform.any_op
    transform.heddle.report_memory %planned : !transform.any_op
    transform.yield
  }
}
