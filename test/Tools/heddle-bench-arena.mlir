// A function whose arena is an argument is timed like one without: the arena has the
// size that the companion function returns, here from dynamic extents, or a constant
// size.
// RUN: split-file %s %t
// RUN: heddle apply %t/payload.mlir -s %t/argument.mlir | FileCheck %s --check-prefix=IR
// RUN: heddle bench %t/payload.mlir -s %t/argument.mlir -s %t/function.mlir --rounds 2 \
// RUN:   --json --function dynamic --dims arg0=37x5 | FileCheck %s
// RUN: heddle bench %t/payload.mlir -s %t/argument.mlir --rounds 2 --json \
// RUN:   --function static | FileCheck %s --check-prefix=STATIC
// RUN: heddle check %t/payload.mlir -s %t/argument.mlir | FileCheck %s --check-prefix=CHECK-ALL

// IR-DAG: func.func @dynamic_arena_size(%{{.*}}: memref<?x5xf32>) -> index
// IR-DAG: func.func @dynamic(%{{.*}}: memref<?x5xf32> {heddle.results = array<i64: 0>}, %{{.*}}: memref<?xi8> {heddle.arena})
// IR-DAG: func.func @static_arena_size() -> index

// CHECK:     "sizes": "arg0=37x5"
// CHECK:     "agrees": true,
// CHECK:     "name": "unscheduled",
// CHECK:     "agrees": true,
// CHECK:     "name": "argument.mlir",
// CHECK:     "agrees": true,
// CHECK:     "name": "function.mlir",

// STATIC:     "agrees": true,
// STATIC:     "name": "unscheduled",
// STATIC:     "agrees": true,
// STATIC:     "name": "argument.mlir",

// CHECK-ALL-NOT: different
// CHECK-ALL: dynamic: equal
// CHECK-ALL: static: equal

//--- payload.mlir
func.func @dynamic(%a: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x5xf32>
  %e = tensor.empty(%n) : tensor<?x5xf32>
  %0 = linalg.exp ins(%a : tensor<?x5xf32>) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %1 = linalg.add ins(%0, %0 : tensor<?x5xf32>, tensor<?x5xf32>) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %2 = linalg.sub ins(%1, %0 : tensor<?x5xf32>, tensor<?x5xf32>) outs(%a : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %2 : tensor<?x5xf32>
}
func.func @static(%a: tensor<9x5xf32>) -> tensor<9x5xf32> {
  %e = tensor.empty() : tensor<9x5xf32>
  %0 = linalg.exp ins(%a : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  %1 = linalg.add ins(%0, %0 : tensor<9x5xf32>, tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  %2 = linalg.sub ins(%1, %0 : tensor<9x5xf32>, tensor<9x5xf32>) outs(%a : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %2 : tensor<9x5xf32>
}
//--- argument.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.heddle.plan_memory %0 {arena = "argument"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
//--- function.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.heddle.plan_memory %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
