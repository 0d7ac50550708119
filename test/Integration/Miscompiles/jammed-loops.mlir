// llvm-project #198266.
// Each row is the row above, shifted by one; two rows at a time read what is not written yet.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 2{{$}}
// CHECK-NEXT: upstream: 6{{$}}
// CHECK-NEXT: check: diagonal: different:
// CHECK-NEXT: warning: 'transform.loop.unroll_and_jam' does not check the order of iterations: 'memref.load' may touch what 'memref.store' touches in an earlier iteration
// CHECK-NEXT: strict: 'transform.loop.unroll_and_jam' does not check the order of iterations: 'memref.load' may touch what 'memref.store' touches in an earlier iteration

//--- payload.mlir
func.func @diagonal(%m: memref<5x5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c1 to %c5 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %i0 = arith.subi %i, %c1 : index
      %j1 = arith.addi %j, %c1 : index
      %v = memref.load %m[%i0, %j1] : memref<5x5xi32>
      memref.store %v, %m[%i, %j] : memref<5x5xi32>
    } {inner}
  } {outer}
  return
}
//--- main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index

  %c5 = arith.constant 5 : index
  %m = memref.alloc() : memref<5x5xi32>
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %a = arith.muli %i, %c5 : index
      %b = arith.addi %a, %j : index
      %d = arith.index_cast %b : index to i32
      memref.store %d, %m[%i, %j] : memref<5x5xi32>
    }
  }
  call @diagonal(%m) : (memref<5x5xi32>) -> ()
  %v = memref.load %m[%c2, %c0] : memref<5x5xi32>
  vector.print %v : i32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %l = transform.structured.match ops{["scf.for"]} attributes {outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %l {factor = 2} : !transform.any_op
    transform.yield
  }
}
