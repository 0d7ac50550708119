// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir -s %t/good.mlir \
// RUN:   | FileCheck %s --check-prefix=GOOD
// RUN: heddle check %t/payload.mlir -s %t/good.mlir -O0 --seed 9 \
// RUN:   | FileCheck %s --check-prefix=GOOD
// RUN: heddle check %t/payload.mlir -s %t/parallel.mlir --openmp -O2 \
// RUN:   | FileCheck %s --check-prefix=GOOD
// RUN: not heddle check %t/payload.mlir -s %t/wrong.mlir 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=WRONG
// RUN: not heddle check %t/payload.mlir -s %t/nothing.mlir \
// RUN:   | FileCheck %s --check-prefix=NOTHING
// RUN: heddle check %t/payload.mlir -s %t/nothing.mlir --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=ALLOWED
// RUN: not heddle check %t/payload.mlir -s %t/wrong.mlir --json 2>/dev/null \
// RUN:   --function static | FileCheck %s --check-prefix=JSON

// The sum is done in the payload's order, so random data agrees bit for bit
// too; the dynamic function is run on several sizes.
// GOOD:      static: equal: whole numbers bit for bit (1 run); random data bit for bit (1 run)
// GOOD-NEXT: dynamic: equal: whole numbers bit for bit (8 runs); random data bit for bit (8 runs)

// Upstream's fusion pulls the fill into the k loop. The difference names the
// function, the result, the element and both values.
// WRONG:      static: different: result 0[0, 0] is {{-?[0-9]+}}, expected {{-?[0-9]+}} ({{[0-9]+}} of 63 elements differ) [whole numbers]
// WRONG-NEXT: dynamic: different: result 0[0, 0] is {{-?[0-9]+}}, expected {{-?[0-9]+}} ({{[0-9]+}} of 77 elements differ) [whole numbers, arg0=7x17, arg1=17x11]

// NOTHING:      static: unchanged: the schedule left this function as it was (--allow-unchanged accepts that)
// NOTHING-NEXT: dynamic: unchanged:

// ALLOWED:      static: equal:
// ALLOWED-NEXT: dynamic: equal:

// JSON-NOT:  "dynamic"
// JSON:      "count": [[N:[0-9]+]],
// JSON:      "expected": "{{-?[0-9]+}}",
// JSON-NEXT: "floatRuns": 0,
// JSON-NEXT: "found": "{{-?[0-9]+}}",
// JSON-NEXT: "function": "static",
// JSON-NEXT: "index": "[0, 0]",
// JSON-NEXT: "inputs": "whole numbers",
// JSON-NEXT: "memory": {
// JSON-NEXT:   "accesses": {{[1-9][0-9]*}},
// JSON-NEXT:   "parallelLoops": [],
// JSON-NEXT:   "runs": 1
// JSON-NEXT: },
// JSON-NEXT: "message": "result 0[0, 0] is {{.*}} ([[N]] of 63 elements differ)",
// JSON:      "result": "result 0",
// JSON:      "total": 63,
// JSON-NEXT: "verdict": "different",
// JSON:      "passed": false

//--- payload.mlir
func.func @static(%a: tensor<7x13xf32>, %b: tensor<13x9xf32>)
    -> tensor<7x9xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x9xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %r = linalg.matmul ins(%a, %b : tensor<7x13xf32>, tensor<13x9xf32>)
                     outs(%f : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %r : tensor<7x9xf32>
}
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>)
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

//--- good.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %t, %l:3 = transform.structured.tile_using_for %mm tile_sizes [2, 4, 5]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
                                !transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- wrong.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %t, %l:3 = transform.structured.fuse %mm tile_sizes [2, 4, 5]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
                                !transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- nothing.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.yield
  }
}

//--- parallel.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse_ext %mm tile_sizes [2, 4, 5]
        {use_forall}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
                                !transform.any_op)
    transform.yield
  }
}
