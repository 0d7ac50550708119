// Attention in the loop over the keys with a deliberate mistake in what the loop
// carries: heddle check notices each. Without a mistake the same schedule passes.
//
// RUN: heddle check %s | FileCheck %s --check-prefix=NONE
// RUN: not heddle check %s --test-break=max_not_carried \
// RUN:   | FileCheck %s --check-prefix=MAX
// RUN: not heddle check %s --test-break=sum_not_rescaled \
// RUN:   | FileCheck %s --check-prefix=SUM
// RUN: not heddle check %s --test-break=rescaled_twice \
// RUN:   | FileCheck %s --check-prefix=TWICE

// The same with the recurrence that divides each tile.
//
// RUN: sed 's/{online}/{online, recurrence = "normalized"}/' %s > %t.mlir
// RUN: heddle check %t.mlir | FileCheck %s --check-prefix=NONE
// RUN: not heddle check %t.mlir --test-break=max_not_carried \
// RUN:   | FileCheck %s --check-prefix=MAX
// RUN: not heddle check %t.mlir --test-break=sum_not_rescaled \
// RUN:   | FileCheck %s --check-prefix=SUM
// RUN: not heddle check %t.mlir --test-break=rescaled_twice \
// RUN:   | FileCheck %s --check-prefix=TWICE

// NONE: attention: equal: {{.*}}equal as formulas

// Each tile starts from the maximum -inf: what was summed before is lost.
// MAX: attention: different: result 0[{{[0-9]}}, {{[0-9]}}] is

// The sums of the tiles are added, whatever their maximum is.
// SUM: attention: different: result 0[{{[0-9]}}, {{[0-9]}}] is

// The weight of a tile is applied to the accumulator twice.
// TWICE: attention: different: result 0[{{[0-9]}}, {{[0-9]}}] is
func.func @attention(%q: tensor<9x8xf32>, %k: tensor<8x11xf32>, %v: tensor<11x6xf32>, %z: tensor<9x11xf32>, %o: tensor<9x6xf32>) -> tensor<9x6xf32> {
  %s = linalg.matmul ins(%q, %k : tensor<9x8xf32>, tensor<8x11xf32>) outs(%z : tensor<9x11xf32>) -> tensor<9x11xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<9x11xf32>) outs(%z : tensor<9x11xf32>) -> tensor<9x11xf32>
  %r = linalg.matmul {target} ins(%p, %v : tensor<9x11xf32>, tensor<11x6xf32>) outs(%o : tensor<9x6xf32>) -> tensor<9x6xf32>
  return %r : tensor<9x6xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match attributes {target} in %root : (!transform.any_op) -> !transform.any_op
  transform.structured.fuse_ext %0 tile_sizes [4, 0, 3] {online} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}
