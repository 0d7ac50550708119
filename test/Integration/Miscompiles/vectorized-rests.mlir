// llvm-project #218120.
// Six of eight values are doubled, with vectors of four.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 3{{$}}
// CHECK-NEXT: upstream: 6{{$}}
// CHECK-NEXT: check: double_first_six: different:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'affine-super-vectorize', which writes whole vectors, and the iterations of a loop are not known to be a multiple of the vector size
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'affine-super-vectorize', which writes whole vectors, and the iterations of a loop are not known to be a multiple of the vector size

//--- payload.mlir
func.func @double_first_six(%m: memref<8xi32>) {
  affine.for %i = 0 to 6 {
    %v = affine.load %m[%i] : memref<8xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%i] : memref<8xi32>
  }
  return
}
//--- main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index

  %c7 = arith.constant 7 : index
  %m = memref.alloc() : memref<8xi32>
  %three = arith.constant 3 : i32
  linalg.fill ins(%three : i32) outs(%m : memref<8xi32>)
  call @double_first_six(%m) : (memref<8xi32>) -> ()
  %v = memref.load %m[%c7] : memref<8xi32>
  vector.print %v : i32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "affine-super-vectorize" with options = {"virtual-vector-size" = [4]} to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
