// llvm-project #219456.
// The second of the two equal values becomes the one of the other branch, which is beyond the limit.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %python %heddle_src/test/run-miscompile.py %t %llvm_tools %mlir_libs \
// RUN:   | FileCheck %s
//
// CHECK: payload: 8{{$}}
// CHECK-NEXT: upstream: 50{{$}}
// CHECK-NEXT: check: last: different:
// CHECK-NEXT: warning: 'transform.apply_patterns' applies 'transform.apply_patterns.canonicalization', which takes the other branch of an 'scf.if' whose result 'scf.condition' passes on twice; 'transform.cleanup' does not
// CHECK-NEXT: strict: 'transform.apply_patterns' applies 'transform.apply_patterns.canonicalization', which takes the other branch of an 'scf.if' whose result 'scf.condition' passes on twice; 'transform.cleanup' does not
// CHECK-NEXT: heddle: 8{{$}}
// CHECK-NEXT: heddle check: last: equal:

//--- payload.mlir
func.func @last(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %far = arith.constant 50 : i32
  %r:3 = scf.while (%x = %zero) : (i32) -> (i32, i32, i32) {
    %more = arith.cmpi slt, %x, %n : i32
    %y = scf.if %more -> i32 {
      %s = arith.addi %x, %two : i32
      scf.yield %s : i32
    } else {
      scf.yield %far : i32
    }
    scf.condition(%more) %y, %y, %x : i32, i32, i32
  } do {
  ^bb0(%a: i32, %b: i32, %c: i32):
    scf.yield %b : i32
  }
  return %r#2 : i32
}
//--- main.mlir
func.func @main() {
  %n = arith.constant 7 : i32
  %r = call @last(%n) : (i32) -> i32
  vector.print %r : i32
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
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.cleanup %f : !transform.any_op
    transform.yield
  }
}
