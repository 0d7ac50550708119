// RUN: heddle-opt %s --heddle-lower-to-llvm --split-input-file | FileCheck %s

// A reduction under a mask becomes one of all lanes, so that the processor may
// combine them in any order, in the logarithm of their number.

// The lanes under no mask are -inf, which no maximum is below. What was loaded
// is frozen, so that LLVM does not load it later.
// CHECK-LABEL: llvm.func @maximum(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<4xf32>, %[[M:[a-z0-9]+]]: vector<4xi1>
// CHECK-DAG:     %[[INF:.*]] = llvm.mlir.constant(dense<0xFF800000> : vector<4xf32>)
// CHECK-DAG:     %[[LOADED:.*]] = llvm.freeze %[[V]] : vector<4xf32>
// CHECK:         %[[LANES:.*]] = llvm.select %[[M]], %[[LOADED]], %[[INF]]
// CHECK:         llvm.intr.vector.reduce.fmaximum(%[[LANES]])
func.func @maximum(%v: vector<4xf32>, %m: vector<4xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <maximumf>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}

// -----

// They are -0.0 for a sum: with 0.0, a sum of -0.0 alone would be 0.0.
// CHECK-LABEL: llvm.func @sum(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<4xf64>, %[[A:[a-z0-9]+]]: f64, %[[M:[a-z0-9]+]]: vector<4xi1>
// CHECK-DAG:     %[[ZERO:.*]] = llvm.mlir.constant(dense<-0.000000e+00> : vector<4xf64>)
// CHECK-DAG:     %[[LOADED:.*]] = llvm.freeze %[[V]] : vector<4xf64>
// CHECK:         %[[LANES:.*]] = llvm.select %[[M]], %[[LOADED]], %[[ZERO]]
// CHECK:         "llvm.intr.vector.reduce.fadd"(%[[A]], %[[LANES]]) <{fastmathFlags = #llvm.fastmath<reassoc>}>
func.func @sum(%v: vector<4xf64>, %a: f64, %m: vector<4xi1>) -> f64 {
  %0 = vector.mask %m { vector.reduction <add>, %v, %a : vector<4xf64> into f64 } : vector<4xi1> -> f64
  return %0 : f64
}

// -----

// A product of no elements is 1.
// CHECK-LABEL: llvm.func @product(
// CHECK-DAG:     %[[NEUTRAL:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf16>)
// CHECK:         %[[LANES:.*]] = llvm.select %{{.*}}, %{{.*}}, %[[NEUTRAL]]
// CHECK:         "llvm.intr.vector.reduce.fmul"(%{{.*}}, %[[LANES]]) <{fastmathFlags = #llvm.fastmath<reassoc>}>
func.func @product(%v: vector<4xf16>, %m: vector<4xi1>) -> f16 {
  %0 = vector.mask %m { vector.reduction <mul>, %v : vector<4xf16> into f16 } : vector<4xi1> -> f16
  return %0 : f16
}

// -----

// A minimum that passes over NaN takes it for lanes that are missing.
// CHECK-LABEL: llvm.func @number_minimum(
// CHECK-DAG:     %[[NAN:.*]] = llvm.mlir.constant(dense<0x7FC00000> : vector<4xf32>)
// CHECK:         %[[LANES:.*]] = llvm.select %{{.*}}, %{{.*}}, %[[NAN]]
// CHECK:         llvm.intr.vector.reduce.fmin(%[[LANES]])
func.func @number_minimum(%v: vector<4xf32>, %m: vector<4xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <minnumf>, %v : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %0 : f32
}

// -----

// A sum of bf16 is made in f32, and rounded once.
// CHECK-LABEL: llvm.func @sum_bf16(
// CHECK:         %[[SUM:.*]] = "llvm.intr.vector.reduce.fadd"(%{{.*}}) <{{.*}}> : (f32, vector<4xf32>) -> f32
// CHECK:         llvm.bitcast %[[SUM]] : f32 to i32
func.func @sum_bf16(%v: vector<4xbf16>, %a: bf16, %m: vector<4xi1>) -> bf16 {
  %0 = vector.mask %m { vector.reduction <add>, %v, %a : vector<4xbf16> into bf16 } : vector<4xi1> -> bf16
  return %0 : bf16
}

// -----

// Integers need no order: upstream lowers them.
// CHECK-LABEL: llvm.func @integers(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<4xi32>, %[[A:[a-z0-9]+]]: i32, %[[M:[a-z0-9]+]]: vector<4xi1>
// CHECK:         %[[SUM:.*]] = "llvm.intr.vp.reduce.add"(%[[A]], %[[V]], %[[M]], %{{.*}})
// CHECK:         llvm.return %[[SUM]]
func.func @integers(%v: vector<4xi32>, %a: i32, %m: vector<4xi1>) -> i32 {
  %0 = vector.mask %m { vector.reduction <add>, %v, %a : vector<4xi32> into i32 } : vector<4xi1> -> i32
  return %0 : i32
}
