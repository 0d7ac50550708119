// What takes too long or too much memory ends, and the limit is named. Compiling
// counts.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged --function sum --timeout 0.001 2> %t/err \
// RUN:   | FileCheck %s --check-prefix=TIME
// RUN: FileCheck %s --check-prefix=TIME-ERROR < %t/err
// RUN: not heddle bench %t/payload.mlir -s %t/nothing.mlir --rounds 3 \
// RUN:   --function sum --timeout 0.001 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BENCH
// RUN: not heddle check %t/payload.mlir --scheduled %t/hungry.mlir \
// RUN:   --memory-limit 500 --function sum \
// RUN:   | FileCheck %s --check-prefix=MEMORY
// RUN: not heddle check %t/hungry.mlir --scheduled %t/payload.mlir \
// RUN:   --memory-limit 500 --function sum --json \
// RUN:   | FileCheck %s --check-prefix=JSON
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged --memory-limit 100 --dims M=5000,N=8000 \
// RUN:   --function sum | FileCheck %s --check-prefix=LARGE
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged --memory-limit 100 --function counted \
// RUN:   --function made | FileCheck %s --check-prefix=STATIC
// RUN: not heddle bench %t/payload.mlir -s %t/nothing.mlir --rounds 3 \
// RUN:   --function counted | FileCheck %s --check-prefix=COUNTED
// RUN: not heddle check %t/payload.mlir -s %t/nothing.mlir --timeout 0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZERO

// TIME: sum: {{(timed out|not checked)}}: {{.*}} gave no result within 0.001 s
// TIME-ERROR: payload.mlir:1:1: error: 'sum': {{.*}} gave no result within 0.001 s
// BENCH: {{applying the schedule|compiling variant 'unscheduled'}} gave no result within 0.001 s
// MEMORY: sum: out of memory: the scheduled function needs more than 500 MiB of memory
// JSON:      "function": "sum",
// JSON-NEXT: "inputs":
// JSON-NEXT: "message": "the unscheduled function needs more than 500 MiB of memory",
// JSON:      "verdict": "not checked",
// LARGE: sum: not checked: argument 0 is too large: 5000x8000xf32 takes more than 100 MiB of memory
// An extent whose bytes cannot be counted, and a result.
// STATIC: counted: not checked: argument 0 is too large: 9223372036854775807xf32 takes more than 100 MiB of memory
// STATIC-NEXT: made: not checked: result 0 is too large: 4000000000x4000000000xf64 takes more than 100 MiB of memory
// COUNTED: counted: argument 0 is too large: 9223372036854775807xf32 takes more than {{[0-9]+}} MiB of memory
// ZERO: heddle: error: expects a positive number of seconds for --timeout, but got 0

//--- payload.mlir
func.func @sum(%a: tensor<?x?xf32> {heddle.dims = ["M", "N"]},
               %o: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<?x?xf32>)
       outs(%o : tensor<?xf32>) dimensions = [1]
  return %0 : tensor<?xf32>
}
func.func @counted(%a: tensor<9223372036854775807xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract %a[%c1] : tensor<9223372036854775807xf32>
  return %0 : f32
}
func.func @made(%a: f32) -> tensor<4000000000x4000000000xf64> {
  %0 = tensor.empty() : tensor<4000000000x4000000000xf64>
  return %0 : tensor<4000000000x4000000000xf64>
}

//--- hungry.mlir
func.func @sum(%a: memref<?x?xf32>, %o: memref<?xf32>) -> memref<?xf32> {
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  %x = memref.load %a[%c1, %c1] : memref<?x?xf32>
  %m = memref.alloc() : memref<600000000xf32>
  linalg.fill ins(%x : f32) outs(%m : memref<600000000xf32>)
  %0 = memref.load %m[%n] : memref<600000000xf32>
  memref.store %0, %o[%c1] : memref<?xf32>
  memref.dealloc %m : memref<600000000xf32>
  return %o : memref<?xf32>
}

//--- nothing.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    transform.yield
  }
}
