// RUN: split-file %s %t
// RUN: heddle bench %t/payload.mlir -s %t/rows.mlir -s %t/other/rows.mlir \
// RUN:   --rounds 3 | FileCheck %s
// RUN: heddle bench %t/payload.mlir -s %t/rows.mlir --rounds 3 --json \
// RUN:   --dims arg0=8x4,arg1=4x2 --threads 2 | FileCheck %s --check-prefix=JSON
// RUN: heddle bench %t/payload.mlir -s %t/rows.mlir -s %t/other/rows.mlir \
// RUN:   --rounds 3 --skip-unscheduled | FileCheck %s --check-prefix=SKIP
// RUN: not heddle bench %t/payload.mlir -s %t/wrong.mlir --rounds 3 \
// RUN:   2>/dev/null | FileCheck %s --check-prefix=WRONG
// RUN: not heddle bench %t/payload.mlir -s %t/rows.mlir --rounds 0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROUNDS
// RUN: not heddle bench %t/payload.mlir -s %t/rows.mlir --function no 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUNCTION
// RUN: not heddle bench %t/integers.mlir -s %t/rows.mlir --function part 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PRIVATE
// RUN: not heddle bench %t/payload.mlir -s %t/rows.mlir \
// RUN:   --dims arg0=4x5,arg1=6x2 | FileCheck %s --check-prefix=DIMS
// RUN: not heddle bench %t/payload.mlir -s %t/rows.mlir \
// RUN:   --dims arg2=4x5 | FileCheck %s --check-prefix=ARGUMENT
// RUN: heddle bench %t/integers.mlir -s %t/rows.mlir --rounds 3 \
// RUN:   | FileCheck %s --check-prefix=INTEGERS

// 2 * 256^3 float operations and 256^2 for the fill, which computes nothing.
// CHECK:      matmul (arg0=256x256, arg1=256x256): 33.55 MFLOP, 0.7864 MB, 3 rounds
// CHECK-NEXT:   variant time ratio GFLOP/s GB/s
// CHECK-NEXT:   unscheduled {{ *[0-9.]+ [mu]?s +}}1.00 {{ *[0-9.]+ +[0-9.]+$}}
// CHECK-NEXT:   {{[^ ]*}}/rows.mlir {{ *[0-9.]+ [mu]?s +[0-9.]+ +[0-9.]+ +[0-9.]+(  as fast)?$}}
// CHECK-NEXT:   other/rows.mlir {{ *[0-9.]+ [mu]?s +[0-9.]+ +[0-9.]+ +[0-9.]+(  as fast)?$}}
// CHECK-NEXT:   a variant next to itself: {{[0-9.]+ to [0-9.]+}} in 10 to 90 % of the rounds; a ratio in between is as fast

// JSON:      "bytes": 224,
// JSON-NEXT: "flops": 128,
// JSON:      "sizes": "arg0=8x4, arg1=4x2",
// JSON-NEXT: "spread": [
// JSON-NEXT:   {{[0-9.e-]+}},
// JSON-NEXT:   {{[0-9.e-]+}}
// JSON-NEXT: ],
// JSON:      "agrees": true,
// JSON:      "name": "unscheduled",
// JSON-NEXT: "ratio": 1,
// JSON:      "within_spread": false
// JSON:      "agrees": true,
// JSON:      "name": "rows.mlir",
// JSON:      "threads": 2

// SKIP-NOT: unscheduled
// SKIP:     other/rows.mlir

// Two operations on integers for each of 32 x 16 x 8 products. The conversions
// are none.
// INTEGERS:      matmul: 0.008192 Mop, {{.*}} MB, 3 rounds
// INTEGERS-NEXT:   variant time ratio Gop/s GB/s
// INTEGERS-NEXT:   unscheduled {{ *[0-9.]+ [mu]?s +}}1.00 {{ *([1-9]|0.0*[1-9])}}

// WRONG: wrong.mlir {{.*}}  DIFFERENT RESULTS

// ROUNDS: heddle: error: expects at least 1 thread and 1 round
// FUNCTION: heddle: error: expects the name of a function of the payload, but got 'no'
// PRIVATE: heddle: error: expects a public function to time, but found none
// ARGUMENT: matmul: expects an argument of 'matmul', which has 2, but got 'arg2'
// DIMS: matmul: dim 1 of 'arg0' is requested to be 5 and dim 0 of 'arg1' to be 6, but 'linalg.matmul' makes them equal

//--- payload.mlir
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
                     outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
//--- integers.mlir
func.func private @part(%a: tensor<32x8xi8>) -> tensor<32x8xi8> {
  return %a : tensor<32x8xi8>
}
func.func @matmul(%a: tensor<32x8xi8>, %b: tensor<8x16xi8>,
                  %c: tensor<32x16xi32>) -> tensor<32x16xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<32x8xi8>, tensor<8x16xi8>)
                     outs(%c : tensor<32x16xi32>) -> tensor<32x16xi32>
  return %r : tensor<32x16xi32>
}
//--- rows.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.tile_using_for %0 tile_sizes [32]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
//--- other/rows.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.tile_using_for %0 tile_sizes [64]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
//--- wrong.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %1, %l:3 = transform.structured.fuse %0 tile_sizes [32, 32, 32]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
                                !transform.any_op, !transform.any_op)
    transform.yield
  }
}
