// RUN: heddle-opt %s --heddle-floats-to-names --split-input-file | FileCheck %s
// RUN: heddle-opt %s --heddle-floats-to-names=ordered --split-input-file | FileCheck %s --check-prefix=ORDERED

// A sum is the sum of the names, but for the names of 0 and -0.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[A:.*]]: i64, %[[B:.*]]: i64) -> i64
// CHECK-DAG:     %[[NONE:.*]] = arith.constant 0 : i64
// CHECK:         %[[START:.*]] = arith.addi %{{.*}}, %{{.*}} : i64
// CHECK:         %[[ISZERO:.*]] = arith.cmpi eq, %[[START]], %{{.*}} : i64
// CHECK:         arith.select %[[ISZERO]], %[[NONE]], %{{.*}} : i64
// CHECK:         %[[SUM:.*]] = arith.addi %{{.*}}, %{{.*}} : i64
// CHECK:         return %[[SUM]]
// In order, it is a hash of both operands, and -0 is a number.
// ORDERED-LABEL: func.func @sum(
// ORDERED-NOT:     arith.select
// ORDERED:         arith.ori %{{.*}}, %{{.*}} : i64
// ORDERED:         return
func.func @sum(%a: f32, %b: f32) -> f32 {
  %zero = arith.constant -0.0 : f32
  %s = arith.addf %zero, %a : f32
  %t = arith.addf %s, %b : f32
  return %t : f32
}

// -----

// All but sums are hashes: an f32 and the bf16 that it becomes are two names.
// CHECK-LABEL: func.func @rounded(
// CHECK:         %[[NAME:.*]] = arith.shli %{{.*}}, %c3_i64 : i64
// CHECK-NOT:     truncf
// CHECK:         memref.store %[[NAME]], %arg1[] : memref<i64>
func.func @rounded(%a: f32, %b: memref<bf16>) {
  %t = arith.truncf %a : f32 to bf16
  memref.store %t, %b[] : memref<bf16>
  return
}

// -----

// A choice by a comparison is a hash, one by an index is a choice.
// CHECK-LABEL: func.func @choices(
// CHECK-NOT:     arith.cmpf
// CHECK:         arith.cmpi ult, %arg2, %{{.*}} : index
// CHECK:         arith.select %{{.*}} : i64
func.func @choices(%a: vector<4xf32>, %b: f32, %i: index) -> (vector<4xf32>, f32) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %two = arith.constant dense<2.0> : vector<4xf32>
  %c = arith.cmpf ogt, %a, %zero : vector<4xf32>
  %d = arith.cmpf olt, %a, %two : vector<4xf32>
  %e = arith.andi %c, %d : vector<4xi1>
  %f = arith.select %e, %a, %zero : vector<4xi1>, vector<4xf32>
  %c8 = arith.constant 8 : index
  %isFirst = arith.cmpi ult, %i, %c8 : index
  %one = arith.constant 1.0 : f32
  %g = arith.select %isFirst, %b, %one : f32
  return %f, %g : vector<4xf32>, f32
}

// -----

// An index as a float has the name of the number.
// CHECK-LABEL: func.func @number(
// CHECK:         %[[F:.*]] = arith.sitofp %arg0 : i32 to f32
// CHECK:         %[[D:.*]] = arith.extf %[[F]] : f32 to f64
// CHECK:         arith.bitcast %[[D]] : f64 to i64
func.func @number(%i: i32) -> f32 {
  %f = arith.sitofp %i : i32 to f32
  return %f : f32
}

// -----

// What may have any value has a name of its own in each version.
// CHECK-LABEL: func.func @any(
// CHECK-NEXT:    %[[C:.*]] = arith.constant {{-?[0-9]+}} : i64
// CHECK-NEXT:    return %[[C]]
func.func @any() -> f32 {
  %p = ub.poison : f32
  return %p : f32
}
