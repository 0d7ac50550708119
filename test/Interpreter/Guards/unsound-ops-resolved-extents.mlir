// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT: error: 'transform.apply_patterns' applies 'transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims', which takes the extent
// STRICT: error: 'transform.apply_registered_pass' runs 'resolve-ranked-shaped-type-result-dims', which takes the extent
// STRICT-NOT: error: 'transform

// A pattern is known by its name.
module {
  // expected-note@below {{the payload op}}
  func.func @shifted(%x: tensor<?xf32>, %o: tensor<?xf32>) -> index {
    %c0 = arith.constant 0 : index
    %p = linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 1)>],
        iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<?xf32>
    %n = tensor.dim %p, %c0 : tensor<?xf32>
    return %n : index
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.apply_patterns' applies 'transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims', which takes the extent of a result of 'linalg.generic' from its loops, which write a part of it only}}
    transform.apply_patterns to %f {
      transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
    } : !transform.any_op
  }
}

// -----

module {
  // expected-note@below {{the payload op}}
  func.func @diagonal(%x: tensor<?xf32>, %o: tensor<?x9xf32>) -> index {
    %c0 = arith.constant 0 : index
    %p = linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i * 2, i)>],
        iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%o : tensor<?x9xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<?x9xf32>
    %n = tensor.dim %p, %c0 : tensor<?x9xf32>
    return %n : index
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-warning@below {{'transform.apply_registered_pass' runs 'resolve-ranked-shaped-type-result-dims', which takes the extent of a result of 'linalg.generic' from its loops, which write a part of it only}}
    %g = transform.apply_registered_pass "resolve-ranked-shaped-type-result-dims" to %f : (!transform.any_op) -> !transform.any_op
  }
}

// -----

// The loops write all of it, or the extent is in the type.
// CHECK-LABEL: func.func @whole(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[X]]
// CHECK:         return %[[N]]
module {
  func.func @whole(%x: tensor<?xf32>, %o: tensor<?xf32>, %s: tensor<9xf32>) -> (index, tensor<9xf32>) {
    %c0 = arith.constant 0 : index
    %p:2 = linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i + 1)>],
        iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%o, %s : tensor<?xf32>, tensor<9xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      linalg.yield %a, %a : f32, f32
    } -> (tensor<?xf32>, tensor<9xf32>)
    %n = tensor.dim %p#0, %c0 : tensor<?xf32>
    return %n, %p#1 : index, tensor<9xf32>
  }
  transform.sequence failures(propagate) {
  ^bb0(%root: !transform.any_op):
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
    } : !transform.any_op
  }
}
