// llvm-project #210585.
// The plane is a product, which is not affine: an anti-diagonal dependence is not seen, and tiles reverse it.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 5{{$}}
// CHECK-NEXT: upstream: 0{{$}}
// CHECK-NEXT: check: unknown_plane: different:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'affine-loop-tile', which may reverse the order of iterations that meet in memory: the index of 'affine.store' is not affine
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'affine-loop-tile', which may reverse the order of iterations that meet in memory: the index of 'affine.store' is not affine

//--- payload.mlir
#product = affine_map<()[a, b] -> (a * b)>
func.func @unknown_plane(%m: memref<?x9x9xi32>, %out: memref<9x9xi32>, %p: index, %q: index, %v: i32) {
  %one = arith.constant 1 : index
  %zero = arith.remui %p, %one : index
  affine.for %i = 1 to 8 {
    affine.for %j = 1 to 8 {
      %z = affine.apply #product()[%zero, %q]
      affine.store %v, %m[%z, %i, %j] : memref<?x9x9xi32>
      %w = affine.load %m[%z, %i - 1, %j + 1] : memref<?x9x9xi32>
      affine.store %w, %out[%i, %j] : memref<9x9xi32>
    }
  }
  return
}
//--- main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index

  %c4 = arith.constant 4 : index
  %five = arith.constant 5 : i32
  %z = arith.constant 0 : i32
  %m = memref.alloc(%c1) : memref<?x9x9xi32>
  %o = memref.alloc() : memref<9x9xi32>
  linalg.fill ins(%z : i32) outs(%m : memref<?x9x9xi32>)
  call @unknown_plane(%m, %o, %c0, %c1, %five) : (memref<?x9x9xi32>, memref<9x9xi32>, index, index, i32) -> ()
  %v = memref.load %o[%c4, %c4] : memref<9x9xi32>
  vector.print %v : i32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "affine-loop-tile" with options = {"tile-size" = 4} to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
