// llvm-project #58398.
// The sum starts from 100, and again in each tile of the reduction.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 120{{$}}
// CHECK-NEXT: upstream: 104{{$}}
// CHECK-NEXT: check: product: different:
// CHECK-NEXT: warning: 'transform.structured.fuse' computes the destination again in each iteration: dim 2 of the payload op is a reduction; 'transform.structured.fuse_ext' starts it once
// CHECK-NEXT: strict: 'transform.structured.fuse' computes the destination again in each iteration: dim 2 of the payload op is a reduction; 'transform.structured.fuse_ext' starts it once
// CHECK-NEXT: heddle: 120{{$}}
// CHECK-NEXT: heddle check: product: equal:

//--- payload.mlir
func.func @product(%a: tensor<3x10xf32>, %b: tensor<10x5xf32>) -> tensor<3x5xf32> {
  %start = arith.constant 100.0 : f32
  %e = tensor.empty() : tensor<3x5xf32>
  %f = linalg.fill ins(%start : f32) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = linalg.matmul ins(%a, %b : tensor<3x10xf32>, tensor<10x5xf32>) outs(%f : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}
//--- main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<1.0> : tensor<3x10xf32>
  %b = arith.constant dense<2.0> : tensor<10x5xf32>
  %r = call @product(%a, %b) : (tensor<3x10xf32>, tensor<10x5xf32>) -> tensor<3x5xf32>
  %x = tensor.extract %r[%c0, %c0] : tensor<3x5xf32>
  vector.print %x : f32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:3 = transform.structured.fuse %mm tile_sizes [2, 2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:3 = transform.structured.fuse_ext %mm tile_sizes [2, 2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
