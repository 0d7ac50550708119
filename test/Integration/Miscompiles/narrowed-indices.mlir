// llvm-project #90296, #90238.
// A byte with a sign holds 130 as -126: a table that is counted in bytes begins again.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: -126{{$}}
// CHECK-NEXT: upstream: 130{{$}}
// CHECK-NEXT: check: counted: different:
// CHECK-NEXT: warning: 'transform.apply_patterns' applies 'transform.apply_patterns.canonicalization', which drops a cast of an index to a narrower integer and back, and with it what the cast cuts off; 'transform.cleanup' does not
// CHECK-NEXT: strict: 'transform.apply_patterns' applies 'transform.apply_patterns.canonicalization', which drops a cast of an index to a narrower integer and back, and with it what the cast cuts off; 'transform.cleanup' does not
// CHECK-NEXT: heddle: -126{{$}}
// CHECK-NEXT: heddle check: counted: equal:

//--- payload.mlir
#id = affine_map<(i) -> (i)>
func.func @counted(%x: tensor<140xi32>) -> tensor<140xi32> {
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%x : tensor<140xi32>) {
  ^bb0(%v: i32):
    %i = linalg.index 0 : index
    %b = arith.index_cast %i : index to i8
    %k = arith.index_cast %b : i8 to index
    %n = arith.index_cast %k : index to i32
    %s = arith.addi %n, %v : i32
    linalg.yield %s : i32
  } -> tensor<140xi32>
  return %r : tensor<140xi32>
}
//--- main.mlir
func.func @main() {
  %c130 = arith.constant 130 : index
  %x = arith.constant dense<0> : tensor<140xi32>
  %r = call @counted(%x) : (tensor<140xi32>) -> tensor<140xi32>
  %v = tensor.extract %r[%c130] : tensor<140xi32>
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
    %t, %l = transform.structured.fuse_ext %g tile_sizes [30] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.cleanup %f : !transform.any_op
    transform.yield
  }
}
