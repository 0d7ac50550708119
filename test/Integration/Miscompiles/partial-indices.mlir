// llvm-project #188261.
// Each column is weighted by its number, which begins at 0 again in each part.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 66{{$}}
// CHECK-NEXT: upstream: 18{{$}}
// CHECK-NEXT: check: moment: different:
// CHECK-NEXT: warning: 'transform.structured.tile_reduction_using_for' loses the offset of each part: the payload op reads 'linalg.index'
// CHECK-NEXT: strict: 'transform.structured.tile_reduction_using_for' loses the offset of each part: the payload op reads 'linalg.index'
// CHECK-NEXT: heddle: 66{{$}}
// CHECK-NEXT: heddle check: moment: equal:

//--- payload.mlir
#in = affine_map<(i, j) -> (i, j)>
#out = affine_map<(i, j) -> (i)>
func.func @moment(%x: tensor<3x12xf32>, %init: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x12xf32>) outs(%init : tensor<3xf32>) {
  ^bb0(%v: f32, %acc: f32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %f = arith.sitofp %k : i32 to f32
    %p = arith.mulf %v, %f : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
//--- main.mlir
func.func @main() {
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<1.0> : tensor<3x12xf32>
  %i = arith.constant dense<0.0> : tensor<3xf32>
  %r = call @moment(%x, %i) : (tensor<3x12xf32>, tensor<3xf32>) -> tensor<3xf32>
  %v = tensor.extract %r[%c1] : tensor<3xf32>
  vector.print %v : f32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %g = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %s, %c, %l = transform.structured.tile_reduction_using_for %g by tile_sizes = [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %g = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse_ext %g tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
