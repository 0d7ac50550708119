// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   | FileCheck %s

// Each operation on floats gets the flags, and keeps those that it had. NaN is
// the neutral element of a maximum that passes over it, so that it is not told
// that there is none. Conversions keep their roundings.
// CHECK-LABEL: func.func @flags(
// CHECK:         ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f16, %[[O:.*]]: f32):
// CHECK:           %[[W:.*]] = arith.extf %[[Y]] : f16 to f32
// CHECK:           %[[M:.*]] = arith.maximumf %[[X]], %[[W]] fastmath<nnan,nsz> : f32
// CHECK:           %[[N:.*]] = arith.maxnumf %[[M]], %[[O]] fastmath<nsz> : f32
// CHECK:           %[[E:.*]] = math.exp %[[N]] fastmath<nnan,nsz> : f32
// CHECK:           %[[D:.*]] = arith.divf %[[E]], %[[W]] fastmath<nnan,nsz,arcp> : f32
// CHECK:           linalg.yield %[[D]] : f32
// CHECK:         linalg.reduce { arith.addf {fastmath = #arith.fastmath<nnan,nsz>} }
func.func @flags(%x: tensor<8x16xf32>, %y: tensor<8x16xf16>, %o: tensor<8x16xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<8x16xf32>, tensor<8x16xf16>) outs(%o : tensor<8x16xf32>) {
    ^bb0(%a: f32, %b: f16, %c: f32):
      %w = arith.extf %b : f16 to f32
      %m = arith.maximumf %a, %w : f32
      %n = arith.maxnumf %m, %c : f32
      %e = math.exp %n : f32
      %d = arith.divf %e, %w fastmath<arcp> : f32
      linalg.yield %d : f32
  } -> tensor<8x16xf32>
  %t = linalg.reduce { arith.addf } ins(%r : tensor<8x16xf32>) outs(%s : tensor<8xf32>) dimensions = [1]
  return %t : tensor<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // Twice is as good as once.
  transform.heddle.fast_math %root fastmath<nnan,nsz> : !transform.any_op
  transform.heddle.fast_math %root fastmath<nsz> : !transform.any_op
}

// -----

// The body of a named op is not printed, and would lose its flags: the remark
// names it. The copy has no operation that could get one.
// CHECK-LABEL: func.func @named(
// CHECK:         %[[E:.*]] = linalg.exp ins(
// CHECK:         %[[C:.*]] = linalg.copy ins(%[[E]]
// CHECK:         linalg.map { arith.mulf {fastmath = #arith.fastmath<contract>} } ins(%[[C]], %[[E]]
func.func @named(%x: tensor<16xf32>, %o: tensor<16xf32>) -> tensor<16xf32> {
  // expected-note @below {{the op}}
  %e = linalg.exp ins(%x : tensor<16xf32>) outs(%o : tensor<16xf32>) -> tensor<16xf32>
  %c = linalg.copy ins(%e : tensor<16xf32>) outs(%o : tensor<16xf32>) -> tensor<16xf32>
  %m = linalg.map { arith.mulf } ins(%c, %e : tensor<16xf32>, tensor<16xf32>) outs(%o : tensor<16xf32>)
  return %m : tensor<16xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  // expected-remark @below {{'linalg.exp' gets no flag: it has no body that could show one}}
  transform.heddle.fast_math %root fastmath<contract> : !transform.any_op
}

// -----

// As vectors, the operations of a softmax are in the open. Its maximum passes
// over NaN.
// CHECK-LABEL: func.func @softmax(
// CHECK:         arith.maxnumf %{{.*}}, %{{.*}} fastmath<nsz,arcp> : vector<64xf32>
// CHECK:         %[[D:.*]] = arith.subf %{{.*}}, %{{.*}} fastmath<nnan,nsz,arcp> : vector<64xf32>
// CHECK:         math.exp %[[D]] fastmath<nnan,nsz,arcp> : vector<64xf32>
// CHECK:         %[[S:.*]] = vector.broadcast %{{.*}} : vector<f32> to vector<64xf32>
// CHECK:         arith.divf %{{.*}}, %[[S]] fastmath<nnan,nsz,arcp> : vector<64xf32>
func.func @softmax(%x: tensor<4x640xf32>, %o: tensor<4x640xf32>) -> tensor<4x640xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<4x640xf32>) outs(%o : tensor<4x640xf32>) -> tensor<4x640xf32>
  return %r : tensor<4x640xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
  transform.heddle.fast_math %root fastmath<nnan,nsz,arcp> : !transform.any_op
}
