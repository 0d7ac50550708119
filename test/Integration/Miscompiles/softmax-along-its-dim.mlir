// llvm-project #212117.
// Equal values: each tile of four normalizes itself, and not the row of eight.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 0.125{{$}}
// CHECK-NEXT: upstream: 0.25{{$}}
// CHECK-NEXT: check: softmax: different:
// CHECK-NEXT: warning: 'transform.structured.tile_using_for' normalizes each tile by itself: dim 1 is the dim that 'linalg.softmax' reduces
// CHECK-NEXT: strict: 'transform.structured.tile_using_for' normalizes each tile by itself: dim 1 is the dim that 'linalg.softmax' reduces
// CHECK-NEXT: heddle: 0.125{{$}}
// CHECK-NEXT: heddle check: softmax: equal:

//--- payload.mlir
func.func @softmax(%x: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %e = tensor.empty() : tensor<3x8xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<3x8xf32>) outs(%e : tensor<3x8xf32>) -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}
//--- main.mlir
func.func @main() {
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<2.0> : tensor<3x8xf32>
  %r = call @softmax(%x) : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %v = tensor.extract %r[%c1, %c1] : tensor<3x8xf32>
  vector.print %v : f32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %s = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %s tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %s = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose_interface %s : (!transform.any_op) -> !transform.any_op
    %r = transform.heddle.get_fusion_roots %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %r tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
