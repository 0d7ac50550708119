// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: heddle explain --memory %s | FileCheck %s --check-prefix=MEMORY

// Destinations that are slices of a tensor into which the result is put back.

// Two equal results for two slices: two loops, each of which starts from its
// slice, so that neither is taken for the other and copied.
// SAME: equal_results: equal
// MEMORY: memory of @equal_results: 0 allocations, 0 copies
// CHECK-LABEL: func @equal_results(
// CHECK-SAME:    %{{.*}}: tensor<4x8xf32>, %[[OUT:.*]]: tensor<12x8xf32>)
// CHECK:       %[[S0:.*]] = tensor.extract_slice %[[OUT]][0, 0] [4, 8] [1, 1]
// CHECK:       %[[R0:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[S0]])
// CHECK:       %[[O0:.*]] = tensor.insert_slice %[[R0]] into %[[OUT]][0, 0] [4, 8] [1, 1]
// CHECK:       %[[S1:.*]] = tensor.extract_slice %[[O0]][8, 0] [4, 8] [1, 1]
// CHECK:       %[[R1:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[S1]])
// CHECK:       %[[O1:.*]] = tensor.insert_slice %[[R1]] into %[[O0]][8, 0] [4, 8] [1, 1]
// CHECK:       return %[[O1]]
func.func @equal_results(%a: tensor<4x8xf32>, %out: tensor<12x8xf32>) -> tensor<12x8xf32> {
  %s0 = tensor.extract_slice %out[0, 0] [4, 8] [1, 1] : tensor<12x8xf32> to tensor<4x8xf32>
  %r0 = linalg.abs {put_back} ins(%a : tensor<4x8xf32>) outs(%s0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %o0 = tensor.insert_slice %r0 into %out[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<12x8xf32>
  %s1 = tensor.extract_slice %o0[8, 0] [4, 8] [1, 1] : tensor<12x8xf32> to tensor<4x8xf32>
  %r1 = linalg.abs {put_back} ins(%a : tensor<4x8xf32>) outs(%s1 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %o1 = tensor.insert_slice %r1 into %o0[8, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<12x8xf32>
  return %o1 : tensor<12x8xf32>
}

// The tensor is computed in the nest: there is no slice of it before.
// SAME: slice_of_fused: equal
// CHECK-LABEL: func @slice_of_fused(
// CHECK:       %[[E:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK:       scf.for {{.*}} iter_args({{.*}}%[[E]]
// CHECK:         linalg.abs {put_back} ins(
func.func @slice_of_fused(%a: tensor<12x8xf32>) -> tensor<12x8xf32> {
  %e = tensor.empty() : tensor<12x8xf32>
  %t = linalg.negf ins(%a : tensor<12x8xf32>) outs(%e : tensor<12x8xf32>) -> tensor<12x8xf32>
  %x = tensor.extract_slice %t[4, 0] [4, 8] [1, 1] : tensor<12x8xf32> to tensor<4x8xf32>
  %s = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<12x8xf32> to tensor<4x8xf32>
  %r = linalg.abs {put_back} ins(%x : tensor<4x8xf32>) outs(%s : tensor<4x8xf32>) -> tensor<4x8xf32>
  %o = tensor.insert_slice %r into %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<12x8xf32>
  return %o : tensor<12x8xf32>
}

// The source of the slice is computed from a value of the nest.
// SAME: slice_behind_fused: equal
// CHECK-LABEL: func @slice_behind_fused(
// CHECK:       scf.for {{.*}} iter_args(
// CHECK-NOT:     tensor.extract_slice {{.*}}[2, 0]
// CHECK:         linalg.abs {put_back} ins(
func.func @slice_behind_fused(%a: tensor<4x8xf32>, %out: tensor<12x8xf32>) -> (tensor<12x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %t = linalg.negf ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %w = tensor.insert_slice %t into %out[6, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<12x8xf32>
  %s = tensor.extract_slice %w[2, 0] [4, 8] [1, 1] : tensor<12x8xf32> to tensor<4x8xf32>
  %r = linalg.abs {put_back} ins(%t : tensor<4x8xf32>) outs(%s : tensor<4x8xf32>) -> tensor<4x8xf32>
  %o = tensor.insert_slice %r into %w[2, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<12x8xf32>
  return %o, %t : tensor<12x8xf32>, tensor<4x8xf32>
}

// The result goes elsewhere: what is there is not copied first.
// SAME: put_elsewhere: equal
// MEMORY: memory of @put_elsewhere: 1 allocation (128 B, 1 x), 0 copies
// CHECK-LABEL: func @put_elsewhere(
// CHECK:       %[[E:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK:       scf.for {{.*}} iter_args(%{{.*}} = %[[E]])
func.func @put_elsewhere(%a: tensor<4x8xf32>, %out: tensor<12x8xf32>) -> (tensor<12x8xf32>, tensor<4x8xf32>) {
  %s = tensor.extract_slice %out[2, 0] [4, 8] [1, 1] : tensor<12x8xf32> to tensor<4x8xf32>
  %r = linalg.abs {put_back} ins(%a : tensor<4x8xf32>) outs(%s : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %out, %r : tensor<12x8xf32>, tensor<4x8xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %roots = transform.structured.match attributes {put_back} in %module : (!transform.any_op) -> !transform.any_op
  %tiled, %loop = transform.structured.fuse_ext %roots tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
