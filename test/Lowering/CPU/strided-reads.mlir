// RUN: heddle-opt %s --pass-pipeline='builtin.module(func.func(heddle-lower-vectors))' | FileCheck %s

// CHECK-DAG: #[[PLACE:.*]] = affine_map<()[s0, s1] -> (s0 * 128 + s1 * 2)>
// CHECK-DAG: #[[PREFIX:.*]] = affine_map<()[s0] -> (s0 * 2 - 1)>
// CHECK-DAG: #[[LEFT:.*]] = affine_map<()[s0, s1] -> (4, s0 - s1)>

// Every second element of a row: one read of twice as many lanes, of which each second
// one is left out, and no loop over the elements.
// CHECK-LABEL: func.func @even(
// CHECK-SAME:    %[[M:.*]]: memref<4x64xf32, strided<[128, 2]>>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK:         %[[MASK:.*]] = arith.constant dense<[true, false, true, false, true, false, true, false]> : vector<8xi1>
// CHECK:         %[[BASE:[^,]*]], %{{.*}} = memref.extract_strided_metadata %[[M]]
// CHECK:         %[[AT:.*]] = affine.apply #[[PLACE]]()[%[[I]], %[[J]]]
// CHECK:         %[[ROW:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [%[[AT]]], sizes: [8], strides: [1] : memref<f32> to memref<8xf32, strided<[1], offset: ?>>
// CHECK:         %[[PADS:.*]] = arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[ALL:.*]] = vector.maskedload %[[ROW]][%[[C0]]], %[[MASK]], %[[PADS]] : memref<8xf32, strided<[1], offset: ?>>, vector<8xi1>, vector<8xf32> into vector<8xf32>
// CHECK:         %[[V:.*]] = vector.shuffle %[[ALL]], %[[ALL]] [0, 2, 4, 6] : vector<8xf32>, vector<8xf32>
// CHECK-NOT:     scf.for
// CHECK:         return %[[V]]
func.func @even(%m: memref<4x64xf32, strided<[128, 2]>>, %i: index, %j: index) -> vector<4xf32> {
  %pad = arith.constant 1.0 : f32
  %v = vector.transfer_read %m[%i, %j], %pad {in_bounds = [true]} : memref<4x64xf32, strided<[128, 2]>>, vector<4xf32>
  return %v : vector<4xf32>
}

// Three of the four lanes exist.
// CHECK-LABEL: func.func @three(
// CHECK:         arith.constant dense<[true, false, false, true, false, false, true, false, false, false, false, false]> : vector<12xi1>
// CHECK:         vector.maskedload {{.*}} into vector<12xf32>
// CHECK:         vector.shuffle {{.*}} [0, 3, 6, 9] : vector<12xf32>, vector<12xf32>
func.func @three(%m: memref<64xf32, strided<[3], offset: ?>>, %i: index) -> vector<4xf32> {
  %pad = arith.constant 0.0 : f32
  %mask = vector.constant_mask [3] : vector<4xi1>
  %v = vector.transfer_read %m[%i], %pad, %mask {in_bounds = [true]} : memref<64xf32, strided<[3], offset: ?>>, vector<4xf32>
  return %v : vector<4xf32>
}

// A number of lanes that is known at run time: of n lanes, the last one is 2 * n - 2.
// CHECK-LABEL: func.func @some(
// CHECK-SAME:    %{{.*}}: index, %[[N:.*]]: index)
// CHECK:         %[[STEPS:.*]] = arith.constant dense<[true, false, true, false, true, false, true, false]> : vector<8xi1>
// CHECK:         %[[END:.*]] = affine.apply #[[PREFIX]]()[%[[N]]]
// CHECK:         %[[IN:.*]] = arith.cmpi sgt, %{{.*}} : vector<8xi64>
// CHECK:         %[[MASK:.*]] = arith.andi %[[IN]], %[[STEPS]] : vector<8xi1>
// CHECK:         vector.maskedload {{.*}}, %[[MASK]], {{.*}} into vector<8xf32>
func.func @some(%m: memref<64xf32, strided<[2], offset: ?>>, %i: index, %n: index) -> vector<4xf32> {
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %n : vector<4xi1>
  %v = vector.transfer_read %m[%i], %pad, %mask {in_bounds = [true]} : memref<64xf32, strided<[2], offset: ?>>, vector<4xf32>
  return %v : vector<4xf32>
}

// The same of elements that no processor reads under a mask: all lanes are read by a mask
// that is known, which needs no branches, and fewer by a loop.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:    %[[M:.*]]: memref<64xi8, strided<[2], offset: ?>>, %[[I:.*]]: index, %[[N:.*]]: index)
// CHECK:         %[[WHOLE:.*]] = arith.cmpi sge, %[[N]], %{{.*}} : index
// CHECK:         scf.if %[[WHOLE]] -> (vector<4xi8>)
// CHECK:           vector.maskedload {{.*}} into vector<8xi8>
// CHECK:         } else {
// CHECK:           scf.for %[[LANE:.*]] = %{{.*}} to %[[N]] step %{{.*}} iter_args(%[[ROW:.*]] = %{{.*}}) -> (vector<4xi8>)
// CHECK:             %[[AT:.*]] = arith.addi %[[I]], %[[LANE]] : index
// CHECK:             %[[X:.*]] = memref.load %[[M]][%[[AT]]]
// CHECK:             vector.insert %[[X]], %[[ROW]] [%[[LANE]]]
// CHECK-NOT:     memref.alloca
// CHECK:         return
func.func @narrow(%m: memref<64xi8, strided<[2], offset: ?>>, %i: index, %n: index) -> vector<4xi8> {
  %pad = arith.constant 0 : i8
  %mask = vector.create_mask %n : vector<4xi1>
  %v = vector.transfer_read %m[%i], %pad, %mask {in_bounds = [true]} : memref<64xi8, strided<[2], offset: ?>>, vector<4xi8>
  return %v : vector<4xi8>
}

// A read that may leave the row.
// CHECK-LABEL: func.func @leaves(
// CHECK-SAME:    %[[M:.*]]: memref<?xf64, strided<[2]>>, %[[I:.*]]: index)
// CHECK:         %[[DIM:.*]] = memref.dim %[[M]], %{{.*}}
// CHECK:         affine.min #[[LEFT]](){{\[}}%[[DIM]], %[[I]]]
// CHECK:         vector.maskedload {{.*}} into vector<8xf64>
func.func @leaves(%m: memref<?xf64, strided<[2]>>, %i: index) -> vector<4xf64> {
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %m[%i], %pad : memref<?xf64, strided<[2]>>, vector<4xf64>
  return %v : vector<4xf64>
}

// Rows of a mask of several.
// CHECK-LABEL: func.func @rows(
// CHECK-COUNT-2: vector.maskedload {{.*}} into vector<8xf32>
// CHECK-NOT:     memref.load
// CHECK:         return
func.func @rows(%m: memref<4x64xf32, strided<[128, 2]>>, %i: index, %r: index, %n: index) -> vector<2x4xf32> {
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %r, %n : vector<2x4xi1>
  %v = vector.transfer_read %m[%i, %i], %pad, %mask {in_bounds = [true, true]} : memref<4x64xf32, strided<[128, 2]>>, vector<2x4xf32>
  return %v : vector<2x4xf32>
}

// Steps that are large, or not known, and any mask: element by element, as before.
// CHECK-LABEL: func.func @large(
// CHECK-NOT:     vector.maskedload
// CHECK:         return
func.func @large(%m: memref<64xf32, strided<[5]>>, %n: memref<64xf32, strided<[?]>>, %o: memref<64xf32, strided<[2]>>, %i: index, %mask: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i], %pad {in_bounds = [true]} : memref<64xf32, strided<[5]>>, vector<4xf32>
  %w = vector.transfer_read %n[%i], %pad {in_bounds = [true]} : memref<64xf32, strided<[?]>>, vector<4xf32>
  %x = vector.transfer_read %o[%i], %pad, %mask {in_bounds = [true]} : memref<64xf32, strided<[2]>>, vector<4xf32>
  return %v, %w, %x : vector<4xf32>, vector<4xf32>, vector<4xf32>
}
