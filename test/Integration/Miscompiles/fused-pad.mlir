// llvm-project #218696.
// A pad and its double, lowered to affine loops: the copy is no loop, and is passed over.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 8{{$}}
// CHECK-NEXT: upstream: 0{{$}}
// CHECK-NEXT: check: pad_and_double: different:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'affine-loop-fusion', which may drop iterations that others need, and takes two memrefs for two buffers; 'transform.heddle.fuse_affine_loops' does not
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'affine-loop-fusion', which may drop iterations that others need, and takes two memrefs for two buffers; 'transform.heddle.fuse_affine_loops' does not
// CHECK-NEXT: heddle: 8{{$}}
// CHECK-NEXT: heddle check: pad_and_double: equal:

//--- payload.mlir
func.func @pad_and_double(%x: tensor<4x4xf32>) -> tensor<6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x4xf32> to tensor<6x6xf32>
  %e = tensor.empty() : tensor<6x6xf32>
  %r = linalg.add ins(%p, %p : tensor<6x6xf32>, tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  return %r : tensor<6x6xf32>
}
//--- main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index

  %x = arith.constant dense<4.0> : tensor<4x4xf32>
  %r = call @pad_and_double(%x) : (tensor<4x4xf32>) -> tensor<6x6xf32>
  %v = tensor.extract %r[%c2, %c2] : tensor<6x6xf32>
  vector.print %v : f32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["builtin.module"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "one-shot-bufferize" with options = {"bufferize-function-boundaries" = true, "function-boundary-type-conversion" = "identity-layout-map"} to %f : (!transform.any_op) -> !transform.any_op
    %p1 = transform.apply_registered_pass "convert-linalg-to-affine-loops" to %p0 : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.match ops{["func.func"]} in %p1 : (!transform.any_op) -> !transform.any_op
    %q = transform.apply_registered_pass "affine-loop-fusion" to %g : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %a = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse_ext %a tile_sizes [3, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
