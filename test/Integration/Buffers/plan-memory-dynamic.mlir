// Buffers of dynamic sizes in an arena hold the right numbers, at extents of 0
// and 1, too; nothing leaks, and nothing is accessed beyond the arena.
// RUN: heddle check %s --entry @function | FileCheck %s
// RUN: heddle check %s --entry @argument | FileCheck %s
// RUN: heddle check %s --entry @argument --dims arg0=1x1 | FileCheck %s
// RUN: not heddle check %s --entry @argument --dims arg0=0x1 | FileCheck %s --check-prefix=EMPTY
// RUN: heddle apply %s --entry @function | FileCheck %s --check-prefix=PLANNED

// A chain of three buffers of two sizes next to a static one.
// CHECK: chain: equal
// EMPTY: chain: inconclusive: {{.*}} result 0 has no elements
// PLANNED-LABEL: func.func @chain(
// PLANNED:         %[[ARENA:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi8>
// PLANNED-NOT:     memref.alloc
// PLANNED:         memref.dealloc %[[ARENA]]
func.func @chain(%a: tensor<?x?xf32>, %w: tensor<?x5xf32>, %o: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %k = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %k) : tensor<?x?xf32>
  %0 = linalg.floor ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.abs ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.sub ins(%0, %1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %f = tensor.empty(%m) : tensor<?x5xf32>
  %g = linalg.fill ins(%z : f32) outs(%f : tensor<?x5xf32>) -> tensor<?x5xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<?x?xf32>, tensor<?x5xf32>) outs(%g : tensor<?x5xf32>) -> tensor<?x5xf32>
  %h = tensor.empty() : tensor<5xf32>
  %i = linalg.fill ins(%z : f32) outs(%h : tensor<5xf32>) -> tensor<5xf32>
  %4 = linalg.reduce ins(%3 : tensor<?x5xf32>) outs(%i : tensor<5xf32>) dimensions = [0]
    (%x: f32, %y: f32) {
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    }
  %5 = linalg.broadcast ins(%4 : tensor<5xf32>) outs(%o : tensor<?x5xf32>) dimensions = [0]
  %6 = linalg.add ins(%3, %5 : tensor<?x5xf32>, tensor<?x5xf32>) outs(%o : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %6 : tensor<?x5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @function(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.heddle.plan_memory %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @argument(%root: !transform.any_op {transform.consumed}) {
    %0 = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.heddle.plan_memory %0 {arena = "argument"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
