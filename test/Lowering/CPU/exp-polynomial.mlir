// RUN: heddle-opt %s --pass-pipeline='builtin.module(heddle-lower-floats,canonicalize)' \
// RUN:   | FileCheck %s

// The rounded quotient of x and ln 2 is added to the exponent of the polynomial.
// Where the result is not normal, the sum is not used.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: vector<2x8xf32>
// CHECK-DAG:     %[[MAGIC:.*]] = arith.constant dense<0x4B400000> : vector<2x8xf32>
// CHECK-DAG:     %[[SHIFT:.*]] = arith.constant dense<23> : vector<2x8xi32>
// CHECK-DAG:     %[[LEAST:.*]] = arith.constant dense<-87.3365402> : vector<2x8xf32>
// CHECK-DAG:     %[[LARGEST:.*]] = arith.constant dense<88.7228317> : vector<2x8xf32>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<2x8xf32>
// CHECK-DAG:     %[[INF:.*]] = arith.constant dense<0x7F800000> : vector<2x8xf32>
// CHECK:         %[[SUM:.*]] = math.fma %[[X]], %{{.*}}, %[[MAGIC]]
// CHECK:         %[[N:.*]] = arith.subf %[[SUM]], %[[MAGIC]]
// CHECK:         %[[R0:.*]] = math.fma %[[N]], %{{.*}}, %[[X]]
// CHECK:         %[[R:.*]] = math.fma %[[N]], %{{.*}}, %[[R0]]
// CHECK-COUNT-5: math.fma %{{.*}}, %[[R]]
// CHECK:         %[[Y:.*]] = math.fma %{{.*}}, %[[R]]
// CHECK:         %[[BITS:.*]] = arith.bitcast %[[SUM]]
// CHECK:         %[[EXPONENT:.*]] = arith.shli %[[BITS]], %[[SHIFT]]
// CHECK:         %[[FRACTION:.*]] = arith.bitcast %[[Y]]
// CHECK:         %[[SCALED:.*]] = arith.addi %[[FRACTION]], %[[EXPONENT]]
// CHECK:         %[[FLOATS:.*]] = arith.bitcast %[[SCALED]]
// CHECK:         %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[LEAST]]
// CHECK:         %[[NORMAL:.*]] = arith.select %[[BELOW]], %[[ZERO]], %[[FLOATS]]
// CHECK:         %[[ABOVE:.*]] = arith.addf %[[X]], %[[INF]]
// CHECK:         %[[OUTSIDE:.*]] = arith.cmpf ugt, %[[X]], %[[LARGEST]]
// CHECK:         %[[RESULT:.*]] = arith.select %[[OUTSIDE]], %[[ABOVE]], %[[NORMAL]]
// CHECK:         return %[[RESULT]]
func.func @rows(%x: vector<2x8xf32>) -> vector<2x8xf32> {
  %0 = math.exp %x : vector<2x8xf32>
  return %0 : vector<2x8xf32>
}

// A number is computed by the same operations.
// CHECK-LABEL: func.func @number(
// CHECK-NOT:     math.exp
// CHECK:         arith.bitcast %{{.*}} : f32 to i32
// CHECK:         arith.shli %{{.*}}, %{{.*}} : i32
func.func @number(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// f64 is left to the C library.
// CHECK-LABEL: func.func @wide(
// CHECK:         math.exp %{{.*}} : f64
func.func @wide(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}
