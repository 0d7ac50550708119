// llvm-project #217538.
// One element is written by memref.store too: the copy of the loop's region does not hold it.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 1{{$}}
// CHECK-NEXT: upstream: 0{{$}}
// CHECK-NEXT: check: two_kinds_of_store: memory error:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'affine-data-copy-generate', which copies a buffer back that does not hold what 'memref.store' writes into the memref
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'affine-data-copy-generate', which copies a buffer back that does not hold what 'memref.store' writes into the memref

//--- payload.mlir
func.func @two_kinds_of_store(%m: memref<4xi32>, %q: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 4 {
    %n = arith.index_cast %i : index to i32
    affine.store %n, %m[%i] : memref<4xi32>
    %v = memref.load %q[%i] : memref<4xi32>
    memref.store %v, %m[%c1] : memref<4xi32>
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
  %m = memref.alloc() : memref<4xi32>
  %q = memref.alloc() : memref<4xi32>
  linalg.fill ins(%seven : i32) outs(%q : memref<4xi32>)
  call @two_kinds_of_store(%m, %q) : (memref<4xi32>, memref<4xi32>) -> ()
  %v = memref.load %m[%c1] : memref<4xi32>
  %is_right = arith.cmpi eq, %v, %seven : i32
  vector.print %is_right : i1
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "affine-data-copy-generate" with options = {"generate-dma" = false, "fast-mem-space" = 0, "skip-non-unit-stride-loops" = false} to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
