// llvm-project #218191.
// 4 shifted right by 33 bits is 0; in 32 bits the amount is taken modulo 32.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 0{{$}}
// CHECK-NEXT: upstream: 2{{$}}
// CHECK-NEXT: check: shifted: different:
// CHECK-NEXT: warning: 'transform.apply_registered_pass' runs 'arith-int-range-narrowing', which may give 'arith.shrsi' fewer bits than the amount by which it shifts
// CHECK-NEXT: strict: 'transform.apply_registered_pass' runs 'arith-int-range-narrowing', which may give 'arith.shrsi' fewer bits than the amount by which it shifts

//--- payload.mlir
func.func @shifted(%a: i64) -> i64 {
  %mask = arith.constant 63 : i64
  %four = arith.constant 4 : i64
  %n = arith.andi %a, %mask : i64
  %r = arith.shrsi %four, %n : i64
  return %r : i64
}
//--- main.mlir
func.func @main() {
  %a = arith.constant 33 : i64
  %r = call @shifted(%a) : (i64) -> i64
  vector.print %r : i64
  return
}
//--- upstream.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %p0 = transform.apply_registered_pass "arith-int-range-narrowing" with options = {"int-bitwidths-supported" = [32]} to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
