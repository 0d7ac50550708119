// Applying a schedule is under --timeout and --memory-limit, too, and the step
// that runs is named. A call that exceeds a limit is the last one of its
// function, whatever sizes are left.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir -s %t/forever.mlir --timeout 1 \
// RUN:   2> %t/err | FileCheck %s --check-prefix=APPLY
// RUN: FileCheck %s --check-prefix=STEP < %t/err
// RUN: not heddle check %t/payload.mlir -s %t/forever.mlir --timeout 1 --json \
// RUN:   --function first 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: not heddle check %t/payload.mlir -s %t/forever.mlir --memory-limit 1 \
// RUN:   --timeout 20 2> %t/err | FileCheck %s --check-prefix=MEMORY
// RUN: FileCheck %s --check-prefix=MEMORY-ERROR < %t/err
// RUN: not heddle bench %t/payload.mlir -s %t/forever.mlir --timeout 1 \
// RUN:   2>&1 | FileCheck %s --check-prefix=STEP
// Eight sizes are drawn, and either version would exceed the limit at each.
// RUN: not heddle check %t/slow.mlir --scheduled %t/fast.mlir --timeout 1 \
// RUN:   | FileCheck %s --check-prefix=PAYLOAD
// RUN: not heddle check %t/fast.mlir --scheduled %t/slow.mlir --timeout 1 \
// RUN:   | FileCheck %s --check-prefix=SCHEDULED

// APPLY:      first: timed out: applying the schedule gave no result within 1 s
// APPLY-NEXT: second: timed out: applying the schedule gave no result within 1 s
// STEP: forever.mlir:[[#]]:[[#]]: error: applying the schedule gave no result within 1 s
// JSON:      "functions": [
// JSON-NEXT:   {
// JSON-NEXT:     "floatRuns": 0,
// JSON-NEXT:     "function": "first",
// JSON-NEXT:     "message": "applying the schedule gave no result within 1 s",
// JSON:          "verdict": "timed out",
// JSON:      "passed": false,
// MEMORY: first: out of memory: applying the schedule needs more than 1 MiB of memory
// MEMORY-ERROR: error: applying the schedule needs more than 1 MiB of memory
// PAYLOAD: count: not checked: the unscheduled function gave no result within 1 s [random data, arg0={{.*}}]
// PAYLOAD-NEXT: other: equal:
// SCHEDULED: count: timed out: the scheduled function gave no result within 1 s [random data, arg0={{.*}}]
// SCHEDULED-NEXT: other: equal:

//--- payload.mlir
func.func @first(%a: f32) -> f32 {
  return %a : f32
}
func.func @second(%a: f32) -> f32 {
  return %a : f32
}

// Each handle has twice the ops of the one before.
//--- forever.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %1 = transform.merge_handles %0, %0, %0, %0 : !transform.any_op
    %2 = transform.merge_handles %1, %1, %1, %1 : !transform.any_op
    %3 = transform.merge_handles %2, %2, %2, %2 : !transform.any_op
    %4 = transform.merge_handles %3, %3, %3, %3 : !transform.any_op
    %5 = transform.merge_handles %4, %4, %4, %4 : !transform.any_op
    transform.foreach %5 : !transform.any_op {
    ^bb0(%i: !transform.any_op):
      transform.foreach %5 : !transform.any_op {
      ^bb0(%j: !transform.any_op):
        transform.foreach %5 : !transform.any_op {
        ^bb0(%k: !transform.any_op):
          %6 = transform.merge_handles %k, %k : !transform.any_op
        }
      }
    }
    transform.yield
  }
}

//--- slow.mlir
func.func @count(%n: index, %m: memref<?xf32>) {
  %from = arith.constant -2000000000000 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %from to %n step %c1 {
    %0 = memref.load %m[%c1] : memref<?xf32>
    %1 = math.exp %0 : f32
    memref.store %1, %m[%c1] : memref<?xf32>
  }
  return
}
func.func @other(%a: f32) -> f32 {
  %0 = arith.negf %a : f32
  %1 = arith.negf %0 : f32
  %2 = arith.negf %1 : f32
  return %2 : f32
}

//--- fast.mlir
func.func @count(%n: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %m[%i] : memref<?xf32>
    %1 = math.exp %0 : f32
    memref.store %1, %m[%i] : memref<?xf32>
  }
  return
}
func.func @other(%a: f32) -> f32 {
  %0 = arith.negf %a : f32
  return %0 : f32
}
