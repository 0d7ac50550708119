// One fill starts several contractions, in nests of their own: each nest fills
// its own tile. Nothing is copied, and nothing is filled in vain.
//
// RUN: split-file %s %t
// RUN: heddle-opt %t/payload.mlir \
// RUN:     --apply-schedule=schedule=%t/schedule.mlir --test-memory-report \
// RUN:     -o /dev/null | FileCheck %t/payload.mlir
// RUN: heddle check %t/payload.mlir -s %t/schedule.mlir \
// RUN:   | FileCheck %t/payload.mlir --check-prefix=EQUAL
// RUN: heddle explain %t/payload.mlir -s %t/schedule.mlir \
// RUN:   | FileCheck %t/payload.mlir --check-prefix=PLAN

//--- payload.mlir
// Each fill is kept for the next nest, and the last one has the fill alone.
// PLAN-COUNT-2: kept: linalg.fill also stays outside: it reads no tensor, and each of its uses starts from a value of its own
// CHECK: memory of @layers: 6 allocations ({{.*}}), 0 copies
// EQUAL: layers: equal: whole
func.func @layers(%a: tensor<33x17xf32>, %b: tensor<17x33xf32>, %c: tensor<33x33xf32>) -> tensor<33x33xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x33xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<33x33xf32>) -> tensor<33x33xf32>
  %m1 = linalg.matmul ins(%a, %b : tensor<33x17xf32>, tensor<17x33xf32>) outs(%init : tensor<33x33xf32>) -> tensor<33x33xf32>
  %r1 = linalg.abs {root} ins(%m1 : tensor<33x33xf32>) outs(%e : tensor<33x33xf32>) -> tensor<33x33xf32>
  %m2 = linalg.matmul ins(%r1, %c : tensor<33x33xf32>, tensor<33x33xf32>) outs(%init : tensor<33x33xf32>) -> tensor<33x33xf32>
  %r2 = linalg.abs {root} ins(%m2 : tensor<33x33xf32>) outs(%e : tensor<33x33xf32>) -> tensor<33x33xf32>
  %m3 = linalg.matmul ins(%c, %r2 : tensor<33x33xf32>, tensor<33x33xf32>) outs(%init : tensor<33x33xf32>) -> tensor<33x33xf32>
  %r3 = linalg.negf {root} ins(%m3 : tensor<33x33xf32>) outs(%e : tensor<33x33xf32>) -> tensor<33x33xf32>
  return %r3 : tensor<33x33xf32>
}

// A contraction outside all nests starts from the fill, too, and the function
// returns it: the value that is returned is not the one that is added up.
// CHECK: memory of @returned: {{.*}}, 0 copies
// EQUAL: returned: equal: whole
func.func @returned(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %zero = arith.constant 3.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %m1 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r1 = linalg.abs {root} ins(%m1 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %m2 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r1, %m2, %init : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// A destination that is only read as a value leaves as before: nobody writes
// over it.
// PLAN: fused: linalg.fill in loop 0, {{.*}} leaves the nest
// CHECK: memory of @only_read: {{.*}}, 0 copies
// EQUAL: only_read: equal: whole
func.func @only_read(%a: tensor<13xf32>) -> (tensor<13xf32>, tensor<13xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<13xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %r = linalg.add {root} ins(%a, %ones : tensor<13xf32>, tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  return %r, %ones : tensor<13xf32>, tensor<13xf32>
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %roots = transform.structured.match attributes {root} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %roots tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %b = transform.heddle.bufferize %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
