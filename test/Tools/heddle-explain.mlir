// RUN: heddle explain %s | FileCheck %s
// RUN: heddle explain %s --memory | FileCheck %s --check-prefix=MEMORY
// RUN: heddle explain %s --memory --json | %python -c \
// RUN:   "import json, sys; json.load(sys.stdin)"
// RUN: heddle explain %s --memory --json | FileCheck %s --check-prefix=JSON
// RUN: heddle explain %s --entry @stopped \
// RUN:   | FileCheck %s --check-prefix=STOPPED
// RUN: heddle explain %s --entry @nothing \
// RUN:   | FileCheck %s --check-prefix=NOTHING
// RUN: not heddle explain %s --entry @typo 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TYPO

// Each op of the function is there, with its loop and what it costs.
// The schedule is named as it was given.
// CHECK:      {{^/.*}}/heddle-explain.mlir:[[# @LINE + 53]]:10: transform.structured.fuse_ext in @matmul_bias
// CHECK-NEXT: loop 0: dim 0, 0 to 32 step 8, parallel, working set {{[0-9]+}} bytes
// CHECK-NEXT: loop 1: dim 1, 0 to 48 step 16, parallel, working set {{[0-9]+}} bytes
// CHECK-DAG:  fused: linalg.matmul in loop 1, box [i0 : i0 + 8, i1 : i1 + 16, 0 : 64], tile 8x16x64, recompute 1.00, 512 bytes
// CHECK-DAG:  fused: linalg.add in loop 1, box [i0 : i0 + 8, i1 : i1 + 16], tile 8x16, recompute 1.00, 512 bytes, root

// The schedule does not bufferize; what it would cost is shown all the same.
// MEMORY: transform.structured.fuse_ext in @matmul_bias
// MEMORY: bufferized as 'transform.heddle.bufferize' would, since the schedule does not bufferize
// MEMORY: memory of @matmul_bias: 1 allocation (512 B, 1 x), 0 copies
// MEMORY-NEXT:   alloc memref<8x16xf32>: 512 B x 1 at {{.*}}heddle-explain.mlir:[[# @LINE + 28]]:8
// MEMORY-NEXT:     because it holds what 'linalg.matmul' computes for 'linalg.add', made at {{.*}}heddle-explain.mlir:[[# @LINE + 42]]:10
// MEMORY-NEXT:     computed here: {{.*}}heddle-explain.mlir:[[# @LINE + 28]]:8
// MEMORY-NEXT:     read here: {{.*}}heddle-explain.mlir:[[# @LINE + 29]]:8

// JSON:      "bufferizedByDefault": true,
// JSON:      "copies": 0,
// JSON:      "cause": {
// JSON:        "text": "computed here"
// JSON:        "text": "it holds what 'linalg.matmul' computes for 'linalg.add'"
// JSON:      "schedule": {
// JSON:      "function": "matmul_bias",
// JSON:      "op": "transform.structured.fuse_ext",
// JSON:      "schedule": "{{.*}}/heddle-explain.mlir:{{[0-9]+}}:10"

// An op that stays before the nest is named with the reason.
// STOPPED:     fused: linalg.add in loop 1, {{.*}} root
// STOPPED:     not fused: linalg.matmul: it is a stop op

// NOTHING: the schedule fuses nothing with transform.structured.fuse_ext or transform.heddle.fuse_elementwise

// TYPO: heddle-explain.mlir:0:0: error: schedule has no entry point '@typo'; it has '@__transform_main', '@stopped', '@nothing'

func.func @matmul_bias(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>,
                       %bias: tensor<32x48xf32>, %o: tensor<32x48xf32>)
    -> tensor<32x48xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x48xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<32x48xf32>)
    -> tensor<32x48xf32>
  %m = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>)
                     outs(%f : tensor<32x48xf32>) -> tensor<32x48xf32>
  %s = linalg.add ins(%m, %bias : tensor<32x48xf32>, tensor<32x48xf32>)
                  outs(%o : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %s : tensor<32x48xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %add = transform.structured.match ops{["linalg.add"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 =
         transform.structured.fuse_ext %add tile_sizes [8, 16]
      : (!transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @stopped(
      %root: !transform.any_op {transform.readonly}) {
    %add = transform.structured.match ops{["linalg.add"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 =
         transform.structured.fuse_ext %add tile_sizes [8, 16] stop %matmul
      : (!transform.any_op, !transform.any_op)
      -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @nothing(
      %root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
