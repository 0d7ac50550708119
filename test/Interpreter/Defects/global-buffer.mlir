// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// What a call keeps in its buffer is overwritten by the call inside of it.
func.func private @sum(%n: i32) -> i32 {
  %t = memref.alloca() : memref<i32>
  memref.store %n, %t[] : memref<i32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %more = arith.cmpi sgt, %n, %zero : i32
  %rest = scf.if %more -> i32 {
    %m = arith.subi %n, %one : i32
    %s = func.call @sum(%m) : (i32) -> i32
    scf.yield %s : i32
  } else {
    scf.yield %zero : i32
  }
  %kept = memref.load %t[] : memref<i32>
  %r = arith.addi %rest, %kept : i32
  return %r : i32
}
func.func @main() {
  %n = arith.constant 4 : i32
  %s = call @sum(%n) : (i32) -> i32
  vector.print %s : i32
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["memref.alloca"]} in %root : (!transform.any_op) -> !transform.op<"memref.alloca">
    %get, %global = transform.memref.alloca_to_global %0 : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
