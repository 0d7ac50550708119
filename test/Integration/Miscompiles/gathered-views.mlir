// llvm-project #184706, #181357.
// The first column of a table of four is read in vectors, element by element.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 20{{$}}
// CHECK-NEXT: upstream: 5{{$}}
// CHECK-NEXT: check: first_column: different:
// CHECK-NEXT: warning: 'transform.bufferization.one_shot_bufferize' may make a view of what 'vector.gather' reads, whose rows are then taken for next to each other; 'transform.heddle.bufferize' does not
// CHECK-NEXT: strict: 'transform.bufferization.one_shot_bufferize' may make a view of what 'vector.gather' reads, whose rows are then taken for next to each other; 'transform.heddle.bufferize' does not
// CHECK-NEXT: heddle: 20{{$}}
// CHECK-NEXT: heddle check: first_column: equal:

//--- payload.mlir
#id = affine_map<(i) -> (i)>
func.func @first_column(%x: tensor<8x4xi32>, %y: tensor<8xi32>) -> tensor<8xi32> {
  %column = tensor.extract_slice %x[0, 0] [8, 1] [1, 1] : tensor<8x4xi32> to tensor<8x1xi32>
  %c0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%y : tensor<8xi32>) {
  ^bb0(%v: i32):
    %i = linalg.index 0 : index
    %e = tensor.extract %column[%i, %c0] : tensor<8x1xi32>
    linalg.yield %e : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}
//--- main.mlir
func.func @main() {
  %c5 = arith.constant 5 : index
  %x = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15],
                             [16, 17, 18, 19], [20, 21, 22, 23], [24, 25, 26, 27], [28, 29, 30, 31]]> : tensor<8x4xi32>
  %y = arith.constant dense<0> : tensor<8xi32>
  %r = call @first_column(%x, %y) : (tensor<8x4xi32>, tensor<8xi32>) -> tensor<8xi32>
  %v = tensor.extract %r[%c5] : tensor<8xi32>
  vector.print %v : i32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %v = transform.structured.vectorize_children_and_apply_patterns %f {vectorize_nd_extract} : (!transform.any_op) -> !transform.any_op
    %b = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    transform.heddle.vectorize %root
    %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
