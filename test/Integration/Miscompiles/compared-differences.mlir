// llvm-project #216042.
// i - 3 is at most 0 for i = 3 alone without signs, where 1 - 3 wraps around; i is at most 3 for four.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 0{{$}}
// CHECK-NEXT: upstream: 1{{$}}
// CHECK-NEXT: check: mark_third: different:
// CHECK-NEXT: warning: 'transform.apply_patterns' applies 'transform.apply_patterns.canonicalization', which compares the two sides of an 'index.sub', which may wrap around, in place of their difference and 0; 'transform.cleanup' does not
// CHECK-NEXT: strict: 'transform.apply_patterns' applies 'transform.apply_patterns.canonicalization', which compares the two sides of an 'index.sub', which may wrap around, in place of their difference and 0; 'transform.cleanup' does not
// CHECK-NEXT: heddle: 0{{$}}
// CHECK-NEXT: heddle check: mark_third: equal:

//--- payload.mlir
#id = affine_map<(i) -> (i)>
func.func @mark_third(%x: tensor<8xi32>) -> tensor<8xi32> {
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%x : tensor<8xi32>) {
  ^bb0(%v: i32):
    %three = index.constant 3
    %zero = index.constant 0
    %i = linalg.index 0 : index
    %d = index.sub %i, %three
    %c = index.cmp ule(%d, %zero)
    %m = arith.extui %c : i1 to i32
    %s = arith.addi %m, %v : i32
    linalg.yield %s : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}
//--- main.mlir
func.func @main() {
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<0> : tensor<8xi32>
  %r = call @mark_third(%x) : (tensor<8xi32>) -> tensor<8xi32>
  %v = tensor.extract %r[%c1] : tensor<8xi32>
  vector.print %v : i32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %g = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.fuse_ext %g tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.cleanup %f : !transform.any_op
    transform.yield
  }
}
