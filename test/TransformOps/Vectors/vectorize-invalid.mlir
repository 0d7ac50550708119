// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

// Half of the work has no vector form: nothing is changed.
// CHECK-LABEL: func.func @half(
// CHECK:         %[[E:.*]] = linalg.exp
// CHECK:         linalg_ext.scan {{.*}} ins(%[[E]] :
// expected-remark @below {{refused, payload as it was}}
module {
func.func @half(%x: tensor<64x64xf32>, %acc: tensor<64xf32>) -> tensor<64x64xf32> {
  %e = linalg.exp ins(%x : tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-note @below {{'linalg_ext.scan' stays scalar: it has no vector form; decompose it before}}
  %r:2 = linalg_ext.scan dimension(0) inclusive(true) ins(%e : tensor<64x64xf32>) outs(%x, %acc : tensor<64x64xf32>, tensor<64xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      linalg_ext.yield %s : f32
  } -> tensor<64x64xf32>, tensor<64xf32>
  return %r#0 : tensor<64x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{50.0 % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// Where that is asked for, the rest becomes vectors, and a remark says what did
// not.
// CHECK-LABEL: func.func @best_effort(
// CHECK:         math.exp {{.*}} : vector<
// CHECK:         linalg.select {{.*}} tensor<64xi1>
// expected-remark @below {{applied}}
module {
func.func @best_effort(%x: tensor<64xf32>, %b: tensor<64xi1>) -> (tensor<64xf32>, tensor<64xf32>) {
  %e = linalg.exp ins(%x : tensor<64xf32>) outs(%x : tensor<64xf32>) -> tensor<64xf32>
  // expected-note @below {{the op}}
  %r = linalg.select ins(%b, %x, %x : tensor<64xi1>, tensor<64xf32>, tensor<64xf32>) outs(%x : tensor<64xf32>) -> tensor<64xf32>
  return %e, %r : tensor<64xf32>, tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-remark @below {{'linalg.select' stays scalar: elements of 1 bits take a byte each in memory, but not in a vector}}
  transform.heddle.vectorize %root {best_effort} : !transform.any_op
}
}

// -----

// In memory, an element of 24 bits has a fourth byte.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @three_bytes(%x: tensor<64xi24>) -> tensor<64xi24> {
  // expected-note @below {{'linalg.add' stays scalar: elements of 24 bits take 4 bytes each in memory, but not in a vector}}
  %r = linalg.add ins(%x, %x : tensor<64xi24>, tensor<64xi24>) outs(%x : tensor<64xi24>) -> tensor<64xi24>
  return %r : tensor<64xi24>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{100.0 % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// A hash of the position uses each number twice.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @hashed(%t: tensor<?xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  // expected-note @below {{'linalg.generic' stays scalar: an index of its 'tensor.extract' uses earlier numbers in more than 4095 ways}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%o : tensor<64xf32>) {
  ^bb0(%b: f32):
    %h0 = linalg.index 0 : index
    %h1 = arith.addi %h0, %h0 : index
    %h2 = arith.addi %h1, %h1 : index
    %h3 = arith.addi %h2, %h2 : index
    %h4 = arith.addi %h3, %h3 : index
    %h5 = arith.addi %h4, %h4 : index
    %h6 = arith.addi %h5, %h5 : index
    %h7 = arith.addi %h6, %h6 : index
    %h8 = arith.addi %h7, %h7 : index
    %h9 = arith.addi %h8, %h8 : index
    %h10 = arith.addi %h9, %h9 : index
    %h11 = arith.addi %h10, %h10 : index
    %h12 = arith.addi %h11, %h11 : index
    %x = tensor.extract %t[%h12] : tensor<?xf32>
    linalg.yield %x : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{100.0 % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// expected-remark @below {{refused, payload as it was}}
module {
func.func @diagonal(%x: tensor<64xf32>, %o: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-note @below {{'linalg.generic' stays scalar: it writes elements that are no row of a result, by the map (d0) -> (d0, d0)}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]}
    ins(%x : tensor<64xf32>) outs(%o : tensor<64x64xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{100.0 % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// What each element does depends on the element.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @branches(%x: tensor<64xf32>, %c: i1) -> tensor<64xf32> {
  // expected-note @below {{'linalg.generic' stays scalar: its body has a 'scf.if', and each element may take another path}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    outs(%x : tensor<64xf32>) {
    ^bb0(%a: f32):
      %v = scf.if %c -> f32 {
        %e = math.exp %a : f32
        scf.yield %e : f32
      } else {
        scf.yield %a : f32
      }
      linalg.yield %v : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{100.0 % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// Two steps are no combiner of partial results.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @two_steps(%x: tensor<64xf32>, %o: tensor<f32>) -> tensor<f32> {
  // expected-note @below {{'linalg.generic' stays scalar: it does not combine the elements of result 0 by one op}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
    ins(%x : tensor<64xf32>) outs(%o : tensor<f32>) {
    ^bb0(%a: f32, %b: f32):
      %p = arith.mulf %b, %b : f32
      %s = arith.addf %p, %a : f32
      linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{100.0 % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// One combiner, but none that a vector can be reduced by.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @differences(%x: tensor<64xf32>, %o: tensor<f32>) -> tensor<f32> {
  // expected-note @below {{'linalg.generic' stays scalar: its body or its combiner has no vector form}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
    ins(%x : tensor<64xf32>) outs(%o : tensor<f32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.divf %b, %a : f32
      linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error @below {{100.0 % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}

// -----

// What a masked-off element would be used for must not happen: dim 7 of a table is
// none.
// expected-remark @below {{refused, payload as it was}}
module {
func.func @lookup(%table: tensor<?x?xf32>, %x: tensor<?xindex>, %o: tensor<?xindex>) -> tensor<?xindex> {
  // expected-note @below {{'linalg.generic' stays scalar: the tile is partial, and 'tensor.dim' must not be computed beyond it}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%x : tensor<?xindex>) outs(%o : tensor<?xindex>) {
    ^bb0(%i: index, %b: index):
      %v = tensor.dim %table, %i : tensor<?x?xf32>
      linalg.yield %v : index
  } -> tensor<?xindex>
  return %r : tensor<?xindex>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-error-re @below {{{{[0-9.]+}} % of the scalar operations would stay scalar, and at most 1.0 % may; add {best_effort} to leave them so}}
  transform.heddle.vectorize %root : !transform.any_op
}
}
