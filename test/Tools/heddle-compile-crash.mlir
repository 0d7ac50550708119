// LLVM ends the process when a target lacks an intrinsic. That costs the
// function that has it, and nothing else.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/crashes.mlir \
// RUN:   > %t/out 2> %t/err
// RUN: FileCheck %s --check-prefix=SCHEDULED < %t/out
// RUN: FileCheck %s --check-prefix=ERROR < %t/err
// RUN: not heddle check %t/crashes.mlir --scheduled %t/payload.mlir \
// RUN:   2>/dev/null | FileCheck %s --check-prefix=PAYLOAD
// RUN: heddle check %t/crashes.mlir --scheduled %t/payload.mlir \
// RUN:   --function after | FileCheck %s --check-prefix=ALONE
// RUN: not heddle check %t/crashes.mlir --scheduled %t/payload.mlir --json \
// RUN:   2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: not heddle bench %t/crashes.mlir --function thread --rounds 3 \
// RUN:   -s %t/nothing.mlir 2> %t/err | FileCheck %s --check-prefix=BENCH
// RUN: FileCheck %s --check-prefix=BENCH-ERROR < %t/err

// SCHEDULED:      before: equal: whole numbers bit for bit (1 run); random data bit for bit (1 run)
// SCHEDULED-NEXT: thread: crashed: compiling the scheduled function crashed with SIGABRT (Aborted)
// SCHEDULED-NEXT: after: equal: whole numbers bit for bit (1 run); random data bit for bit (1 run)

// ERROR: payload.mlir:5:1: error: 'thread': compiling the scheduled function crashed with SIGABRT (Aborted)

// PAYLOAD:      before: equal:
// PAYLOAD-NEXT: thread: not checked: compiling the unscheduled function crashed with SIGABRT (Aborted)
// PAYLOAD-NEXT: after: equal:

// ALONE:     after: equal: {{.*}}
// ALONE-NOT: thread

// JSON:      "function": "before",
// JSON:      "verdict": "equal",
// JSON-NEXT: "wholeRuns": 1
// JSON:      "function": "thread",
// JSON-NEXT: "message": "compiling the unscheduled function crashed with SIGABRT (Aborted)",
// JSON:      "verdict": "not checked",

// BENCH: thread: compiling variant 'unscheduled' crashed with SIGABRT (Aborted)
// BENCH-ERROR: crashes.mlir:5:1: error: 'thread': compiling variant 'unscheduled' crashed with SIGABRT (Aborted)

//--- payload.mlir
func.func @before(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %b, %a : f32
  return %0 : f32
}
func.func @thread(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func @after(%a: f32, %b: f32) -> f32 {
  %0 = func.call @mul(%b, %a) : (f32, f32) -> f32
  return %0 : f32
}
// A callee is compiled with its caller.
func.func private @mul(%a: f32, %b: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  return %0 : f32
}

//--- crashes.mlir
func.func @before(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  return %0 : f32
}
func.func @thread(%a: i32) -> i32 {
  %0 = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
  %1 = arith.addi %0, %a : i32
  return %1 : i32
}
func.func @after(%a: f32, %b: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  return %0 : f32
}

//--- nothing.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    transform.yield
  }
}
