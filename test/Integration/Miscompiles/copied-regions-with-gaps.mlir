// llvm-project #54994.
// Every second element is cleared; the elements in between come back from a buffer that never held them.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 1{{$}}
// CHECK-NEXT: upstream: 0{{$}}
// CHECK-NEXT: check: clear_even: memory error:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'affine-data-copy-generate', which copies a buffer back that 'affine.store' does not fill: elements in between get what was never written
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'affine-data-copy-generate', which copies a buffer back that 'affine.store' does not fill: elements in between get what was never written

//--- payload.mlir
func.func @clear_even(%m: memref<8xi32>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.store %z, %m[%i * 2] : memref<8xi32>
  }
  return
}
//--- main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index

  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<8xi32>
  linalg.fill ins(%seven : i32) outs(%m : memref<8xi32>)
  call @clear_even(%m) : (memref<8xi32>) -> ()
  %v = memref.load %m[%c3] : memref<8xi32>
  %is_right = arith.cmpi eq, %v, %seven : i32
  vector.print %is_right : i1
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "affine-data-copy-generate" with options = {"generate-dma" = false, "fast-mem-space" = 0} to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
