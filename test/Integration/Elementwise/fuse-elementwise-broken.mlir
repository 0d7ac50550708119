// fuse_elementwise with a deliberate mistake in it, four times: heddle check
// notices each of them and says where. Without a mistake the schedule passes.
//
// RUN: heddle check %s | FileCheck %s --check-prefix=NONE
// RUN: not heddle check --test-break=dropped_result %s \
// RUN:   | FileCheck %s --check-prefix=DROPPED
// RUN: not heddle check --test-break=unmapped_index %s \
// RUN:   | FileCheck %s --check-prefix=INDEX
// RUN: not heddle check --test-break=unmapped_operand %s \
// RUN:   | FileCheck %s --check-prefix=OPERAND
// RUN: not heddle check --test-break=shifted_results %s \
// RUN:   | FileCheck %s --check-prefix=SHIFTED

// NONE: kept: equal: whole numbers bit for bit
// NONE: index: equal: whole numbers bit for bit
// NONE: operand: equal: whole numbers bit for bit

// DROPPED: kept: memory error: {{.*}}, which it never wrote; result 0[0, 0] depends on it
// INDEX: index: different: result 0[{{.*}}] is {{-?[0-9]+}}, expected {{-?[0-9]+}}
// OPERAND: operand: different: result 0[{{.*}}] is {{-?[0-9]+}}, expected {{-?[0-9]+}}
// SHIFTED: kept: different: result 0[0, 0] is {{-?[0-9]+}}, expected {{-?[0-9]+}}

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
!t = tensor<6x6xf32>

// The first of two results is unused, the second kept.
func.func @kept(%a: !t) -> (!t, !t) {
  %e = tensor.empty() : !t
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : !t) outs(%e, %e : !t, !t) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %s = arith.addf %x, %x : f32
    %t = arith.mulf %x, %s : f32
    linalg.yield %s, %t : f32, f32
  } -> (!t, !t)
  %1 = linalg.sub ins(%0#1, %a : !t, !t) outs(%e : !t) -> !t
  return %0#1, %1 : !t, !t
}

// The producer's result is transposed, and its index counts.
func.func @index(%a: tensor<6x6xi32>) -> tensor<6x6xi32> {
  %e = tensor.empty() : tensor<6x6xi32>
  %0 = linalg.generic {indexing_maps = [#swap, #swap], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<6x6xi32>) outs(%e : tensor<6x6xi32>) {
  ^bb0(%x: i32, %o: i32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    %s = arith.addi %x, %c : i32
    linalg.yield %s : i32
  } -> tensor<6x6xi32>
  %1 = linalg.add ins(%0, %a : tensor<6x6xi32>, tensor<6x6xi32>) outs(%e : tensor<6x6xi32>) -> tensor<6x6xi32>
  return %1 : tensor<6x6xi32>
}

// The producer's input is not transposed, its result is.
func.func @operand(%a: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = linalg.negf ins(%a : !t) outs(%e : !t) -> !t
  %1 = linalg.transpose ins(%0 : !t) outs(%e : !t) permutation = [1, 0]
  return %1 : !t
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.heddle.fuse_elementwise %module : (!transform.any_op) -> !transform.any_op
}
