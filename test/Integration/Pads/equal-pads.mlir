// Two pads of one shape, fused into what makes their sources: each has a frame of
// its own, and nothing is copied, whatever has merged the frames before.
//
// RUN: split-file %s %t
// RUN: heddle-opt %t/payload.mlir --apply-schedule=schedule=%t/fuse.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s
// RUN: heddle-opt %t/payload.mlir --apply-schedule=schedule=%t/merge.mlir \
// RUN:     --test-memory-report -o /dev/null | FileCheck %s
// RUN: heddle check %t/payload.mlir -s %t/fuse.mlir \
// RUN:   | FileCheck %s --check-prefix=EQUAL
// RUN: heddle check %t/payload.mlir -s %t/merge.mlir \
// RUN:   | FileCheck %s --check-prefix=EQUAL

// CHECK: memory of @net: {{[0-9]+}} allocations ({{.*}}), 0 copies
// EQUAL: net: equal: whole

//--- payload.mlir
func.func @net(%x: tensor<1x5x7x3xf32>, %w0: tensor<3x3x3x3xf32>, %w1: tensor<3x3x3x3xf32>) -> tensor<1x5x7x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x5x7x3xf32>
  %a = linalg.abs ins(%x : tensor<1x5x7x3xf32>) outs(%e : tensor<1x5x7x3xf32>) -> tensor<1x5x7x3xf32>
  %p0 = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x5x7x3xf32> to tensor<1x7x9x3xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x5x7x3xf32>) -> tensor<1x5x7x3xf32>
  %c0 = linalg.conv_2d_nhwc_hwcf ins(%p0, %w0 : tensor<1x7x9x3xf32>, tensor<3x3x3x3xf32>) outs(%f0 : tensor<1x5x7x3xf32>) -> tensor<1x5x7x3xf32>
  %b = linalg.negf ins(%c0 : tensor<1x5x7x3xf32>) outs(%e : tensor<1x5x7x3xf32>) -> tensor<1x5x7x3xf32>
  %p1 = tensor.pad %b low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x5x7x3xf32> to tensor<1x7x9x3xf32>
  %c1 = linalg.conv_2d_nhwc_hwcf ins(%p1, %w1 : tensor<1x7x9x3xf32>, tensor<3x3x3x3xf32>) outs(%f0 : tensor<1x5x7x3xf32>) -> tensor<1x5x7x3xf32>
  return %c1 : tensor<1x5x7x3xf32>
}

//--- fuse.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %pads = transform.structured.match ops{["tensor.pad"]} in %module : (!transform.any_op) -> !transform.any_op
    %frames, %writers = transform.heddle.fuse_pad %pads {fill = "boundary"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %b = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- merge.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %pads = transform.structured.match ops{["tensor.pad"]} in %module : (!transform.any_op) -> !transform.any_op
    %frames, %writers = transform.heddle.fuse_pad %pads {fill = "boundary"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.apply_cse to %f : !transform.any_op
    %b = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
