// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle explain --memory %s | FileCheck %s --check-prefix=MEMORY

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// Readers before and after the pad read the new op: it is computed once.
// SAME: readers: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @readers(
// CHECK:         %[[R:.*]] = linalg.negf
// CHECK-NOT:     linalg.negf
// CHECK:         linalg.abs ins(%[[R]] :
// CHECK:         tensor.insert_slice %[[R]]
// CHECK:         linalg.mul ins(%[[R]], %{{.*}} :
func.func @readers(%a: tensor<6x5xf32>) -> (tensor<9x10xf32>, tensor<6x5xf32>, tensor<6x5xf32>) {
  %c = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.negf ins(%a : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %1 = linalg.abs ins(%0 : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %2 = tensor.pad %0 low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<9x10xf32>
  %3 = linalg.mul ins(%0, %a : tensor<6x5xf32>, tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  return %2, %1, %3 : tensor<9x10xf32>, tensor<6x5xf32>, tensor<6x5xf32>
}

// The result itself is returned too, and so is the value computed from the
// padded tensor.
// SAME: returned: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @returned(
// CHECK:         %[[R:.*]] = linalg.negf
// CHECK:         %[[P:.*]] = tensor.insert_slice %[[R]]
// CHECK:         %[[Q:.*]] = linalg.generic {{.*}} outs(%[[P]] :
// CHECK:         return %[[Q]], %[[R]]
func.func @returned(%a: tensor<6x5xf32>) -> (tensor<9x10xf32>, tensor<6x5xf32>) {
  %c = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.negf ins(%a : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %2 = tensor.pad %0 low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<9x10xf32>
  %3 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%2 : tensor<9x10xf32>) {
  ^bb0(%o: f32):
    %s = arith.addf %o, %o : f32
    linalg.yield %s : f32
  } -> tensor<9x10xf32>
  return %3, %0 : tensor<9x10xf32>, tensor<6x5xf32>
}

// Three pads of one result: it is written into the last one and copied from
// there.
// SAME: three_pads: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @three_pads(
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[F:.*]][2, 2] [6, 5]
// CHECK:         %[[R:.*]] = linalg.negf ins({{.*}}) outs(%[[S]] :
// CHECK-NOT:     linalg.negf
// CHECK:         %[[P0:.*]] = tensor.insert_slice %[[R]] into %{{.*}}[1, 2] [6, 5]
// CHECK:         %[[P1:.*]] = tensor.insert_slice %[[R]] into %{{.*}}[0, 0] [6, 5]
// CHECK:         %[[P2:.*]] = tensor.insert_slice %[[R]] into %[[F]][2, 2] [6, 5]
// CHECK:         return %[[P0]], %[[P1]], %[[P2]]
func.func @three_pads(%a: tensor<6x5xf32>, %v: f32) -> (tensor<9x10xf32>, tensor<9x10xf32>, tensor<8x7xf32>) {
  %c = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.negf ins(%a : tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %1 = tensor.pad %0 low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<9x10xf32>
  %2 = tensor.pad %0 low[0, 0] high[3, 5] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<6x5xf32> to tensor<9x10xf32>
  %w = arith.negf %v : f32
  %3 = tensor.pad %0 low[2, 2] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %w : f32
  } : tensor<6x5xf32> to tensor<8x7xf32>
  return %1, %2, %3 : tensor<9x10xf32>, tensor<9x10xf32>, tensor<8x7xf32>
}

// Two results, one of them transposed, each with a pad, and a third one that is
// a sum and has none.
// SAME: three_results: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @three_results(
// CHECK:         %[[S0:.*]] = tensor.extract_slice %[[F0:.*]][1, 2] [6, 5]
// CHECK:         %[[S1:.*]] = tensor.extract_slice %[[F1:.*]][0, 1] [5, 6]
// CHECK:         %[[R:.*]]:3 = linalg.generic {{.*}} outs(%[[S0]], %[[S1]], %{{.*}} :
// CHECK:         tensor.insert_slice %[[R]]#0 into %[[F0]][1, 2] [6, 5]
// CHECK:         tensor.insert_slice %[[R]]#1 into %[[F1]][0, 1] [5, 6]
func.func @three_results(%a: tensor<6x5xf32>, %b: tensor<6x5xf32>, %o: tensor<6x5xf32>) -> (tensor<9x10xf32>, tensor<5x8xf32>, tensor<6x5xf32>) {
  %c = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<6x5xf32>
  %f = tensor.empty() : tensor<5x6xf32>
  %0:3 = linalg.generic {indexing_maps = [#id, #id, #id, #swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<6x5xf32>, tensor<6x5xf32>) outs(%e, %f, %o : tensor<6x5xf32>, tensor<5x6xf32>, tensor<6x5xf32>) {
  ^bb0(%x: f32, %y: f32, %o0: f32, %o1: f32, %o2: f32):
    %s = arith.addf %x, %y : f32
    %d = arith.subf %x, %y : f32
    %t = arith.addf %s, %o2 : f32
    linalg.yield %s, %d, %t : f32, f32, f32
  } -> (tensor<6x5xf32>, tensor<5x6xf32>, tensor<6x5xf32>)
  %1 = tensor.pad %0#0 low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<9x10xf32>
  %2 = tensor.pad %0#1 low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<5x6xf32> to tensor<5x8xf32>
  return %1, %2, %0#2 : tensor<9x10xf32>, tensor<5x8xf32>, tensor<6x5xf32>
}

// A pad whose result is computed with and padded again.
// SAME: one_after_the_other: equal: whole numbers bit for bit
// CHECK-LABEL: func.func @one_after_the_other(
// CHECK:         %[[R:.*]] = linalg.negf
// CHECK:         %[[P:.*]] = tensor.insert_slice %[[R]]
// CHECK:         %[[Q:.*]] = linalg.abs ins(%[[P]] :
// CHECK:         tensor.insert_slice %[[Q]]
func.func @one_after_the_other(%a: tensor<?x5xf32>) -> tensor<?x12xf32> {
  %c = arith.constant 7.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x5xf32>
  %e = tensor.empty(%m) : tensor<?x5xf32>
  %0 = linalg.negf ins(%a : tensor<?x5xf32>) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %1 = tensor.pad %0 low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x5xf32> to tensor<?x10xf32>
  %n = tensor.dim %1, %c0 : tensor<?x10xf32>
  %f = tensor.empty(%n) : tensor<?x10xf32>
  %2 = linalg.abs ins(%1 : tensor<?x10xf32>) outs(%f : tensor<?x10xf32>) -> tensor<?x10xf32>
  %p = tensor.dim %2, %c0 : tensor<?x10xf32>
  %3 = tensor.pad %2 low[%p, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<?x10xf32> to tensor<?x12xf32>
  return %3 : tensor<?x12xf32>
}

// Sizes of the padded tensor are those of what all of it starts from: the ones
// that were asked of what the sum starts from, too, so that it goes into the
// slice as well.
// SAME: sizes_of_start: equal: whole numbers bit for bit
// MEMORY: memory of @sizes_of_start: 1 allocation ({{.*}}), 0 copies
// CHECK-LABEL: func.func @sizes_of_start(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: tensor<?x32xf32>
// CHECK-NOT:     linalg.copy
// CHECK:         %[[N:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?x32xf32>
// CHECK-NOT:     tensor.dim
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[T:.*]][%[[N]]] [%[[N]]] [1]
// CHECK:         %[[A:.*]] = linalg.abs {{.*}} outs(%[[S]] : tensor<?xf32>)
// CHECK:         %[[R:.*]] = linalg.reduce {{.*}} outs(%[[A]] : tensor<?xf32>)
// CHECK:         tensor.insert_slice %[[R]] into %[[T]][%[[N]]] [%[[N]]] [1]
func.func @sizes_of_start(%x: tensor<?x32xf32>, %s: tensor<?xf32>) -> tensor<?xf32> {
  %c = arith.constant 7.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x32xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.abs ins(%s : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.reduce { arith.addf } ins(%x : tensor<?x32xf32>) outs(%0 : tensor<?xf32>) dimensions = [1]
  %p = tensor.dim %0, %c0 : tensor<?xf32>
  %q = tensor.dim %1, %c0 : tensor<?xf32>
  %2 = tensor.pad %1 low[%p] high[%q] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %2 : tensor<?xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %pads = transform.structured.match ops{["tensor.pad"]} in %module : (!transform.any_op) -> !transform.any_op
  %fills, %producers = transform.heddle.fuse_pad %pads : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  cleanup
}
