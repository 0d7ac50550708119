// llvm-project #203693, #119825.
// Tiles of tiles: the loops over the first tiles have a step, which the guards of the second ones forget.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 1{{$}}
// CHECK-NEXT: upstream: 0{{$}}
// CHECK-NEXT: check: plus_one: different:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'scf-parallel-loop-tiling', which leaves out iterations of the last tiles: the step of a loop is not known to be 1
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'scf-parallel-loop-tiling', which leaves out iterations of the last tiles: the step of a loop is not known to be 1
// CHECK-NEXT: heddle: 1{{$}}
// CHECK-NEXT: heddle check: plus_one: equal:

//--- payload.mlir
#id = affine_map<(i, j) -> (i, j)>
func.func @plus_one(%x: tensor<6x6xi32>) -> tensor<6x6xi32> {
  %one = arith.constant 1 : i32
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<6x6xi32>) {
  ^bb0(%v: i32):
    %s = arith.addi %v, %one : i32
    linalg.yield %s : i32
  } -> tensor<6x6xi32>
  return %r : tensor<6x6xi32>
}
//--- main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index

  %c5 = arith.constant 5 : index
  %x = arith.constant dense<0> : tensor<6x6xi32>
  %r = call @plus_one(%x) : (tensor<6x6xi32>) -> tensor<6x6xi32>
  %v = tensor.extract %r[%c5, %c5] : tensor<6x6xi32>
  vector.print %v : i32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["builtin.module"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "one-shot-bufferize" with options = {"bufferize-function-boundaries" = true, "function-boundary-type-conversion" = "identity-layout-map", "copy-before-write" = true} to %f : (!transform.any_op) -> !transform.any_op
    %p1 = transform.apply_registered_pass "convert-linalg-to-parallel-loops" to %p0 : (!transform.any_op) -> !transform.any_op
    %p2 = transform.apply_registered_pass "scf-parallel-loop-tiling" with options = {"parallel-loop-tile-sizes" = [1, 4], "no-min-max-bounds" = true} to %p1 : (!transform.any_op) -> !transform.any_op
    %p3 = transform.apply_registered_pass "canonicalize" to %p2 : (!transform.any_op) -> !transform.any_op
    %p4 = transform.apply_registered_pass "scf-parallel-loop-tiling" with options = {"parallel-loop-tile-sizes" = [4, 4], "no-min-max-bounds" = true} to %p3 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %g = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse_ext %g tile_sizes [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %u, %k:2 = transform.structured.fuse_ext %t tile_sizes [1, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
