// RUN: heddle-opt %s --split-input-file --apply-schedule | FileCheck %s

// Handles: the fills and the producers, each once; other handles to a producer
// and to what it starts from name the new ops.
// CHECK-LABEL: func.func @handles(
// CHECK-COUNT-4: linalg.fill {fill} ins(
// CHECK-NOT:     {fill}
// CHECK:         linalg.broadcast ins({{.*}} dimensions = [0] {start}
// CHECK:         linalg.matmul {found, producer} ins(
// CHECK:         %[[F:.*]] = linalg.generic {{.*}} attrs = {fill}
// CHECK:         linalg.negf {producer} ins({{.*}}) outs(%{{.*}} :
module {
  func.func @handles(%a: tensor<6x7xf32>, %b: tensor<7x5xf32>, %bias: tensor<5xf32>) -> (tensor<7x6xf32>, tensor<8x7xf32>, tensor<6x6xf32>) {
    %c = arith.constant 7.0 : f32
    %e = tensor.empty() : tensor<6x5xf32>
    %f = linalg.broadcast ins(%bias : tensor<5xf32>) outs(%e : tensor<6x5xf32>) dimensions = [0]
    %0 = linalg.matmul ins(%a, %b : tensor<6x7xf32>, tensor<7x5xf32>) outs(%f : tensor<6x5xf32>) -> tensor<6x5xf32>
    %1 = tensor.pad %0 low[1, 1] high[0, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<6x5xf32> to tensor<7x6xf32>
    %2 = tensor.pad %0 low[1, 1] high[1, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<6x5xf32> to tensor<8x7xf32>
    %3 = linalg.negf ins(%0 : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
    %4 = tensor.pad %3 low[0, 1] high[0, 0] {
    ^bb0(%i: index, %j: index):
      %x = arith.index_cast %i : index to i32
      %y = arith.sitofp %x : i32 to f32
      tensor.yield %y : f32
    } : tensor<6x5xf32> to tensor<6x6xf32>
    return %1, %2, %4 : tensor<7x6xf32>, tensor<8x7xf32>, tensor<6x6xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %pads = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %start = transform.structured.match ops{["linalg.broadcast"]} in %root : (!transform.any_op) -> !transform.any_op
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %fills, %producers = transform.heddle.fuse_pad %pads : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %fills "fill" : !transform.any_op
    transform.annotate %producers "producer" : !transform.any_op
    transform.annotate %start "start" : !transform.any_op
    transform.annotate %matmul "found" : !transform.any_op
  }
}

// -----

// "auto": one op where the padding is more than half and several slabs; the
// frame where it is one slab, less than half, or unknown.
// CHECK-LABEL: func.func @auto(
// CHECK:         linalg.fill {fill} ins({{.*}} : tensor<12x12xf32>)
// CHECK:         linalg.negf ins(
// CHECK:         linalg.fill {fill} ins({{.*}} : tensor<6x20xf32>)
// CHECK:         linalg.abs ins(
// CHECK:         linalg.fill {fill} ins({{.*}} : tensor<1x6xf32>)
// CHECK:         linalg.fill {fill} ins({{.*}} : tensor<6x1xf32>)
// CHECK:         linalg.exp ins(
// CHECK:         linalg.fill {fill} ins({{.*}} : tensor<?x?xf32>)
// CHECK:         linalg.fill {fill} ins({{.*}} : tensor<?x9xf32>)
// CHECK:         linalg.log ins(
module {
  func.func @auto(%a: tensor<6x5xf32>, %d: tensor<?x?xf32>, %m: index, %n: index) -> (tensor<12x12xf32>, tensor<6x25xf32>, tensor<7x6xf32>, tensor<?x?xf32>) {
    %c = arith.constant 7.0 : f32
    %e = tensor.empty() : tensor<6x5xf32>
    %f = tensor.empty(%m, %n) : tensor<?x?xf32>
    %0 = linalg.negf ins(%a : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
    %1 = tensor.pad %0 low[1, 0] high[5, 7] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<6x5xf32> to tensor<12x12xf32>
    %2 = linalg.abs ins(%a : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
    %3 = tensor.pad %2 low[0, 0] high[0, 20] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<6x5xf32> to tensor<6x25xf32>
    %4 = linalg.exp ins(%a : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
    %5 = tensor.pad %4 low[1, 1] high[0, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<6x5xf32> to tensor<7x6xf32>
    %6 = linalg.log ins(%d : tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
    %7 = tensor.pad %6 low[%m, 0] high[0, 9] {
    ^bb0(%i: index, %j: index):
      tensor.yield %c : f32
    } : tensor<?x?xf32> to tensor<?x?xf32>
    return %1, %3, %5, %7 : tensor<12x12xf32>, tensor<6x25xf32>, tensor<7x6xf32>, tensor<?x?xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %pads = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %fills, %producers = transform.heddle.fuse_pad %pads : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %fills "fill" : !transform.any_op
  }
}
