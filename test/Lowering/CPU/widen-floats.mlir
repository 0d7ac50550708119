// RUN: heddle-opt %s --heddle-widen-floats | FileCheck %s

// Memory, arguments, results, types of vectors and the body of a structured op;
// the conversions between the two narrow types are gone.
// CHECK-LABEL: func @casts(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf64>, %[[B:.*]]: memref<4xf64>, %[[V:.*]]: vector<4xf64>)
// CHECK-SAME:    -> (tensor<?xf64>, vector<4xf64>)
// CHECK-NOT:   arith.extf
// CHECK-NOT:   arith.truncf
// CHECK:       %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<?xf64>) outs(%[[A]] : tensor<?xf64>)
// CHECK-NEXT:  ^bb0(%[[IN:.*]]: f64, %{{.*}}: f64):
// CHECK-NEXT:    %[[E:.*]] = math.exp %[[IN]] : f64
// CHECK-NEXT:    linalg.yield %[[E]] : f64
// CHECK:       %[[W:.*]] = arith.mulf %[[V]], %[[V]] : vector<4xf64>
// CHECK:       return %[[R]], %[[W]]
func.func @casts(%a: tensor<?xf16>, %b: memref<4xbf16>, %v: vector<4xf16>)
    -> (tensor<?xf16>, vector<4xf32>) {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%a : tensor<?xf16>) outs(%a : tensor<?xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.extf %in : f16 to f32
    %1 = math.exp %0 : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<?xf16>
  %w = arith.extf %v : vector<4xf16> to vector<4xf32>
  %x = arith.mulf %w, %w : vector<4xf32>
  return %r, %x : tensor<?xf16>, vector<4xf32>
}

// A constant keeps the number that the narrow type holds, not the one that was
// written.
// CHECK-LABEL: func @constants(
// CHECK:         %[[TENTH:.*]] = arith.constant 0.10000000149011612 : f64
// CHECK:         %[[SOME:.*]] = arith.constant dense<[0.0999755859375, 0xFFF0000000000000]> : tensor<2xf64>
// CHECK:         %[[INTEGERS:.*]] = arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK:         return %[[TENTH]], %[[SOME]], %[[INTEGERS]] : f64, tensor<2xf64>, tensor<2xi32>
func.func @constants() -> (f32, tensor<2xf16>, tensor<2xi32>) {
  %0 = arith.constant 0.1 : f32
  %1 = arith.constant dense<[0.1, 0xFC00]> : tensor<2xf16>
  %2 = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %0, %1, %2 : f32, tensor<2xf16>, tensor<2xi32>
}

// Functions are called, and branches taken, with wide numbers.
// CHECK-LABEL: func @caller(
// CHECK-SAME:    %[[X:.*]]: f64, %[[C:.*]]: i1) -> f64
// CHECK:         %[[Y:.*]] = call @callee(%[[X]]) : (f64) -> f64
// CHECK:         cf.cond_br %[[C]], ^[[ONE:bb[0-9]]](%[[X]] : f64), ^[[ONE]](%[[Y]] : f64)
// CHECK:       ^[[ONE]](%[[Z:.*]]: f64):
// CHECK:         return %[[Z]] : f64
func.func @caller(%x: bf16, %c: i1) -> bf16 {
  %y = call @callee(%x) : (bf16) -> bf16
  cf.cond_br %c, ^bb1(%x : bf16), ^bb1(%y : bf16)
^bb1(%z: bf16):
  return %z : bf16
}
// CHECK-LABEL: func private @callee(
// CHECK-SAME:    %[[X:.*]]: f64) -> f64
// CHECK:         %[[F:.*]] = arith.negf %[[X]] : f64
// CHECK:         return %[[F]] : f64
func.func private @callee(%x: bf16) -> bf16 {
  %0 = arith.negf %x : bf16
  return %0 : bf16
}

// Any op without narrow floats stays.
// CHECK-LABEL: func @bits(
// CHECK-SAME:    %[[X:.*]]: f64) -> i64
// CHECK:         %[[B:.*]] = arith.bitcast %[[X]] : f64 to i64
// CHECK:         return %[[B]] : i64
func.func @bits(%x: f64) -> i64 {
  %0 = arith.bitcast %x : f64 to i64
  return %0 : i64
}

// CHECK: memref.global "private" constant @table : memref<2xf64> = dense<[5.000000e-01, 1.000000e+00]>
memref.global "private" constant @table : memref<2xf16> = dense<[0.5, 1.0]>
