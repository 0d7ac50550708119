// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The shared op is computed once per tile, and both arms read that tile.
// SAME: diamond: equal
// CHECK-LABEL: func.func @diamond(
// CHECK:         scf.for %
// CHECK:           %[[P:.*]] = linalg.negf ins(
// CHECK-NOT:       linalg.negf
// CHECK:           linalg.abs ins(%[[P]] :
// CHECK:           linalg.mul ins(%[[P]],
// CHECK:           linalg.add {diamond}
// CHECK:         return %
func.func @diamond(%a: tensor<30x21xf32>) -> tensor<30x21xf32> {
  %e = tensor.empty() : tensor<30x21xf32>
  %0 = linalg.negf ins(%a : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %1 = linalg.abs ins(%0 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %2 = linalg.mul ins(%0, %a : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %3 = linalg.add {diamond} ins(%1, %2 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %3 : tensor<30x21xf32>
}

// Twelve diamonds in a row: one tiled op per op of the payload.
// SAME: twelve_diamonds: equal
// CHECK-LABEL: func.func @twelve_diamonds(
// CHECK:         scf.for %
// CHECK-COUNT-12:  linalg.negf ins(
// CHECK-NOT:       linalg.negf
// CHECK:           linalg.max {twelve_diamonds}
// CHECK:         return %
func.func @twelve_diamonds(%a: tensor<30x21xf32>) -> tensor<30x21xf32> {
  %e = tensor.empty() : tensor<30x21xf32>
  %l0 = linalg.negf ins(%a : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r0 = linalg.abs ins(%a : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d0 = linalg.sub ins(%l0, %r0 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l1 = linalg.negf ins(%d0 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r1 = linalg.abs ins(%d0 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d1 = linalg.max ins(%l1, %r1 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l2 = linalg.negf ins(%d1 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r2 = linalg.abs ins(%d1 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d2 = linalg.sub ins(%l2, %r2 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l3 = linalg.negf ins(%d2 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r3 = linalg.abs ins(%d2 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d3 = linalg.max ins(%l3, %r3 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l4 = linalg.negf ins(%d3 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r4 = linalg.abs ins(%d3 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d4 = linalg.sub ins(%l4, %r4 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l5 = linalg.negf ins(%d4 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r5 = linalg.abs ins(%d4 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d5 = linalg.max ins(%l5, %r5 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l6 = linalg.negf ins(%d5 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r6 = linalg.abs ins(%d5 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d6 = linalg.sub ins(%l6, %r6 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l7 = linalg.negf ins(%d6 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r7 = linalg.abs ins(%d6 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d7 = linalg.max ins(%l7, %r7 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l8 = linalg.negf ins(%d7 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r8 = linalg.abs ins(%d7 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d8 = linalg.sub ins(%l8, %r8 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l9 = linalg.negf ins(%d8 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r9 = linalg.abs ins(%d8 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d9 = linalg.max ins(%l9, %r9 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l10 = linalg.negf ins(%d9 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r10 = linalg.abs ins(%d9 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d10 = linalg.sub ins(%l10, %r10 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l11 = linalg.negf ins(%d10 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r11 = linalg.abs ins(%d10 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d11 = linalg.max {twelve_diamonds} ins(%l11, %r11 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %d11 : tensor<30x21xf32>
}

// Twenty diamonds after the root, which all read what leaves the nest.
// SAME: downstream: equal
// CHECK-LABEL: func.func @downstream(
// CHECK:         %[[R:.*]] = scf.for
// CHECK:           linalg.negf {downstream}
// CHECK:         }
// CHECK-COUNT-20: linalg.negf ins(
func.func @downstream(%a: tensor<30x21xf32>) -> tensor<30x21xf32> {
  %e = tensor.empty() : tensor<30x21xf32>
  %d = linalg.negf {downstream} ins(%a : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l0 = linalg.negf ins(%d : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r0 = linalg.abs ins(%d : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d0 = linalg.min ins(%l0, %r0 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l1 = linalg.negf ins(%d0 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r1 = linalg.abs ins(%d0 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d1 = linalg.max ins(%l1, %r1 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l2 = linalg.negf ins(%d1 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r2 = linalg.abs ins(%d1 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d2 = linalg.min ins(%l2, %r2 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l3 = linalg.negf ins(%d2 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r3 = linalg.abs ins(%d2 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d3 = linalg.max ins(%l3, %r3 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l4 = linalg.negf ins(%d3 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r4 = linalg.abs ins(%d3 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d4 = linalg.min ins(%l4, %r4 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l5 = linalg.negf ins(%d4 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r5 = linalg.abs ins(%d4 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d5 = linalg.max ins(%l5, %r5 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l6 = linalg.negf ins(%d5 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r6 = linalg.abs ins(%d5 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d6 = linalg.min ins(%l6, %r6 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l7 = linalg.negf ins(%d6 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r7 = linalg.abs ins(%d6 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d7 = linalg.max ins(%l7, %r7 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l8 = linalg.negf ins(%d7 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r8 = linalg.abs ins(%d7 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d8 = linalg.min ins(%l8, %r8 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l9 = linalg.negf ins(%d8 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r9 = linalg.abs ins(%d8 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d9 = linalg.max ins(%l9, %r9 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l10 = linalg.negf ins(%d9 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r10 = linalg.abs ins(%d9 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d10 = linalg.min ins(%l10, %r10 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l11 = linalg.negf ins(%d10 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r11 = linalg.abs ins(%d10 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d11 = linalg.max ins(%l11, %r11 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l12 = linalg.negf ins(%d11 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r12 = linalg.abs ins(%d11 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d12 = linalg.min ins(%l12, %r12 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l13 = linalg.negf ins(%d12 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r13 = linalg.abs ins(%d12 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d13 = linalg.max ins(%l13, %r13 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l14 = linalg.negf ins(%d13 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r14 = linalg.abs ins(%d13 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d14 = linalg.min ins(%l14, %r14 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l15 = linalg.negf ins(%d14 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r15 = linalg.abs ins(%d14 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d15 = linalg.max ins(%l15, %r15 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l16 = linalg.negf ins(%d15 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r16 = linalg.abs ins(%d15 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d16 = linalg.min ins(%l16, %r16 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l17 = linalg.negf ins(%d16 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r17 = linalg.abs ins(%d16 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d17 = linalg.max ins(%l17, %r17 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l18 = linalg.negf ins(%d17 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r18 = linalg.abs ins(%d17 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d18 = linalg.min ins(%l18, %r18 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %l19 = linalg.negf ins(%d18 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %r19 = linalg.abs ins(%d18 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %d19 = linalg.max ins(%l19, %r19 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %d19 : tensor<30x21xf32>
}

// A fork and a join of linalg.map, columns outside.
// SAME: fork_join_of_maps: equal
// CHECK-LABEL: func.func @fork_join_of_maps(
// CHECK-NOT:     linalg.map
// CHECK:         scf.for %
// CHECK:           scf.for %
// CHECK-COUNT-4:     linalg.map {
// CHECK-NOT:     linalg.map
// CHECK:         return %
func.func @fork_join_of_maps(%a: tensor<30x21xf32>) -> tensor<30x21xf32> {
  %e = tensor.empty() : tensor<30x21xf32>
  %0 = linalg.map { math.absf } ins(%a : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>)
  %1 = linalg.map { arith.negf } ins(%0 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>)
  %2 = linalg.map { arith.mulf } ins(%0, %a : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>)
  %3 = linalg.map { arith.addf } ins(%1, %2 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) {fork_join_of_maps}
  return %3 : tensor<30x21xf32>
}

// The producer is also read after the nest: its tiles leave the nest, and the
// other user reads the result.
// SAME: used_afterwards: equal
// CHECK-LABEL: func.func @used_afterwards(
// CHECK-NOT:     linalg.negf
// CHECK:         %[[R:.*]]:2 = scf.for
// CHECK:           scf.for %
// CHECK:             linalg.negf ins(
// CHECK:         linalg.abs ins(%[[R]]#1 :
func.func @used_afterwards(%a: tensor<30x21xf32>) -> (tensor<30x21xf32>, tensor<30x21xf32>) {
  %e = tensor.empty() : tensor<30x21xf32>
  %0 = linalg.negf ins(%a : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %1 = linalg.mul {used_afterwards} ins(%0, %a : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %2 = linalg.abs ins(%0 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %1, %2 : tensor<30x21xf32>, tensor<30x21xf32>
}

// The producer is also read by an op that the nest needs whole: that op keeps
// the original.
// SAME: feeds_the_nest_too: equal
// CHECK-LABEL: func.func @feeds_the_nest_too(
// CHECK:         %[[N:.*]] = linalg.negf ins(
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[N]] :
// CHECK:         scf.for %
// CHECK:           tensor.extract %[[T]][
func.func @feeds_the_nest_too(%a: tensor<30x21xf32>) -> tensor<30x21xf32> {
  %e = tensor.empty() : tensor<30x21xf32>
  %0 = linalg.negf ins(%a : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %t = tensor.empty() : tensor<21x30xf32>
  %1 = linalg.transpose ins(%0 : tensor<30x21xf32>) outs(%t : tensor<21x30xf32>) permutation = [1, 0]
  %s = tensor.empty() : tensor<30x21xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<30x21xf32>) outs(%s : tensor<30x21xf32>) {
  ^bb0(%x: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %y = tensor.extract %1[%j, %i] : tensor<21x30xf32>
    %z = arith.mulf %x, %y : f32
    linalg.yield %z : f32
  } -> tensor<30x21xf32>
  %3 = linalg.add {feeds_the_nest_too} ins(%2, %0 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %3 : tensor<30x21xf32>
}

// Ops of the stop handle stay before the loop. What they share with the fused
// chain is computed in the nest for that chain.
// SAME: stop_two: equal
// CHECK-LABEL: func.func @stop_two(
// CHECK:         linalg.abs {keep_out} ins(%{{.*}} : tensor<30x21xf32>)
// CHECK:         linalg.add {keep_out} ins(%{{.*}} : tensor<30x21xf32>, tensor<30x21xf32>)
// CHECK:         scf.for %
// CHECK-NOT:       {keep_out}
// CHECK:           linalg.max ins(
// CHECK:           linalg.add {stop_two}
func.func @stop_two(%a: tensor<30x21xf32>) -> tensor<30x21xf32> {
  %e = tensor.empty() : tensor<30x21xf32>
  %0 = linalg.negf ins(%a : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %1 = linalg.abs {keep_out} ins(%0 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %2 = linalg.mul ins(%0, %1 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %3 = linalg.add {keep_out} ins(%2, %a : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %4 = linalg.max ins(%2, %3 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %5 = linalg.add {stop_two} ins(%4, %0 : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %5 : tensor<30x21xf32>
}

// First the tail is fused and the op before it kept out; then that op is the
// root of a second nest.
// SAME: chained_schedules: equal
// CHECK-LABEL: func.func @chained_schedules(
// CHECK:         %[[FIRST:.*]] = scf.for
// CHECK:           linalg.negf ins(
// CHECK:           linalg.mul {kept_first}
// CHECK:         scf.for %
// CHECK:           tensor.extract_slice %[[FIRST]][
// CHECK:           linalg.add {chained_schedules}
func.func @chained_schedules(%a: tensor<30x21xf32>) -> tensor<30x21xf32> {
  %e = tensor.empty() : tensor<30x21xf32>
  %0 = linalg.negf ins(%a : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %1 = linalg.mul {kept_first} ins(%0, %a : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %2 = linalg.abs ins(%1 : tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  %3 = linalg.add {chained_schedules} ins(%2, %a : tensor<30x21xf32>, tensor<30x21xf32>) outs(%e : tensor<30x21xf32>) -> tensor<30x21xf32>
  return %3 : tensor<30x21xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %0 = transform.structured.match attributes {diamond} in %module : (!transform.any_op) -> !transform.any_op
  %t0:2 = transform.structured.fuse_ext %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %1 = transform.structured.match attributes {twelve_diamonds} in %module : (!transform.any_op) -> !transform.any_op
  %t1:2 = transform.structured.fuse_ext %1 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %2 = transform.structured.match attributes {downstream} in %module : (!transform.any_op) -> !transform.any_op
  %t2:2 = transform.structured.fuse_ext %2 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %3 = transform.structured.match attributes {fork_join_of_maps} in %module : (!transform.any_op) -> !transform.any_op
  %t3:3 = transform.structured.fuse_ext %3 tile_sizes [4, 8] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %4 = transform.structured.match attributes {used_afterwards} in %module : (!transform.any_op) -> !transform.any_op
  %t4:3 = transform.structured.fuse_ext %4 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %5 = transform.structured.match attributes {feeds_the_nest_too} in %module : (!transform.any_op) -> !transform.any_op
  %t5:2 = transform.structured.fuse_ext %5 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %6 = transform.structured.match attributes {stop_two} in %module : (!transform.any_op) -> !transform.any_op
  %stop6 = transform.structured.match attributes {keep_out} in %module : (!transform.any_op) -> !transform.any_op
  %t6:2 = transform.structured.fuse_ext %6 tile_sizes [4] stop %stop6 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  %7 = transform.structured.match attributes {chained_schedules} in %module : (!transform.any_op) -> !transform.any_op
  %stop7 = transform.structured.match attributes {kept_first} in %module : (!transform.any_op) -> !transform.any_op
  %t7:2 = transform.structured.fuse_ext %7 tile_sizes [4] stop %stop7 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  %u7:2 = transform.structured.fuse_ext %stop7 tile_sizes [7] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
}
