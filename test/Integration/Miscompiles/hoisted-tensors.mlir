// llvm-project #218091.
// Each iteration begins with a fresh tensor and writes one element of it; the first element must not stay.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 11{{$}}
// CHECK-NEXT: upstream: 21{{$}}
// CHECK-NEXT: check: carried: different:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'sparsification-and-bufferization', which may take 'tensor.from_elements' out of 'scf.for', which writes into the tensor; 'transform.heddle.bufferize' does not
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'sparsification-and-bufferization', which may take 'tensor.from_elements' out of 'scf.for', which writes into the tensor; 'transform.heddle.bufferize' does not
// CHECK-NEXT: heddle: 11{{$}}
// CHECK-NEXT: heddle check: carried: equal:

//--- payload.mlir
func.func @carried(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %a) -> (i32) {
    %t = tensor.from_elements %a, %a, %a, %a : tensor<4xi32>
    %s = arith.addi %acc, %b : i32
    %u = tensor.insert %s into %t[%k] : tensor<4xi32>
    %x = tensor.extract %u[%c0] : tensor<4xi32>
    %y = arith.addi %x, %b : i32
    scf.yield %y : i32
  }
  return %r : i32
}
//--- main.mlir
func.func @main() {
  %a = arith.constant 1 : i32
  %b = arith.constant 10 : i32
  %r = call @carried(%a, %b) : (i32, i32) -> i32
  vector.print %r : i32
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["builtin.module"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "sparsification-and-bufferization" to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
//--- heddle.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["builtin.module"]} in %root : (!transform.any_op) -> !transform.any_op
    %m = transform.heddle.bufferize %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
