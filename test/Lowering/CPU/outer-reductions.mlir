// RUN: heddle-opt %s --pass-pipeline='builtin.module(func.func(heddle-lower-vectors))' | FileCheck %s

// Rows are combined as vectors, in the order of a loop.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:      %[[V:.*]]: vector<3x16xf32>, %[[A:.*]]: vector<16xf32>)
// CHECK:         %[[R0:.*]] = vector.extract %[[V]][0]
// CHECK:         %[[S0:.*]] = arith.addf %[[R0]], %[[A]] : vector<16xf32>
// CHECK:         %[[R1:.*]] = vector.extract %[[V]][1]
// CHECK:         %[[S1:.*]] = arith.addf %[[R1]], %[[S0]] : vector<16xf32>
// CHECK:         %[[R2:.*]] = vector.extract %[[V]][2]
// CHECK:         %[[S2:.*]] = arith.addf %[[R2]], %[[S1]] : vector<16xf32>
// CHECK:         return %[[S2]]
func.func @rows(%v: vector<3x16xf32>, %a: vector<16xf32>) -> vector<16xf32> {
  %r = vector.multi_reduction <add>, %v, %a [0] : vector<3x16xf32> to vector<16xf32>
  return %r : vector<16xf32>
}

// All outer dims are reduced.
// CHECK-LABEL: func.func @two_dims(
// CHECK-COUNT-4: arith.maxui {{.*}} : vector<8xi32>
// CHECK-NOT:     vector.reduction
// CHECK:         return
func.func @two_dims(%v: vector<2x2x8xi32>, %a: vector<8xi32>) -> vector<8xi32> {
  %r = vector.multi_reduction <maxui>, %v, %a [0, 1] : vector<2x2x8xi32> to vector<8xi32>
  return %r : vector<8xi32>
}

// Lanes without mask keep the sum of the rows before.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME:      %[[V:.*]]: vector<2x16xf32>, %[[M:.*]]: vector<2x16xi1>, %[[A:.*]]: vector<16xf32>)
// CHECK:         %[[R0:.*]] = vector.extract %[[V]][0]
// CHECK:         %[[M0:.*]] = vector.extract %[[M]][0]
// CHECK:         %[[S0:.*]] = arith.addf %[[R0]], %[[A]] : vector<16xf32>
// CHECK:         %[[K0:.*]] = arith.select %[[M0]], %[[S0]], %[[A]]
// CHECK:         %[[R1:.*]] = vector.extract %[[V]][1]
// CHECK:         %[[M1:.*]] = vector.extract %[[M]][1]
// CHECK:         %[[S1:.*]] = arith.addf %[[R1]], %[[K0]] : vector<16xf32>
// CHECK:         %[[K1:.*]] = arith.select %[[M1]], %[[S1]], %[[K0]]
// CHECK:         return %[[K1]]
func.func @masked(%v: vector<2x16xf32>, %m: vector<2x16xi1>, %a: vector<16xf32>) -> vector<16xf32> {
  %r = vector.mask %m { vector.multi_reduction <add>, %v, %a [0] : vector<2x16xf32> to vector<16xf32> } : vector<2x16xi1> -> vector<16xf32>
  return %r : vector<16xf32>
}

// The inner dim is reduced, too: these are left to upstream.
// CHECK-LABEL: func.func @inner(
// CHECK-COUNT-2: vector.reduction <add>
// CHECK:         return
func.func @inner(%v: vector<2x16xf32>, %a: vector<2xf32>) -> vector<2xf32> {
  %r = vector.multi_reduction <add>, %v, %a [1] : vector<2x16xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

// CHECK-LABEL: func.func @all(
// CHECK:         vector.reduction <add>
// CHECK:         return
func.func @all(%v: vector<2x16xf32>, %a: f32) -> f32 {
  %r = vector.multi_reduction <add>, %v, %a [0, 1] : vector<2x16xf32> to f32
  return %r : f32
}
