// Sums and products of ordinary elements are integer ops. An infinity, a NaN or the
// unknown has bit 31, and then the runtime is called.
//
// RUN: heddle-opt %s --heddle-floats-to-field=inlined -split-input-file \
// RUN:   | FileCheck %s

// The product is reduced in Montgomery's form, for each of the two primes.
// CHECK-LABEL: func @product(
// CHECK-SAME:    %[[X:.*]]: i64, %[[Y:.*]]: i64) -> i64
// CHECK:         %[[BITS:.*]] = arith.ori %[[X]], %[[Y]] : i64
// CHECK:         %[[A:.*]] = arith.andi %[[X]], %{{.*}} : i64
// CHECK:         %[[B:.*]] = arith.andi %[[Y]], %{{.*}} : i64
// CHECK:         %[[AB:.*]] = arith.muli %[[A]], %[[B]] : i64
// CHECK:         %[[P:.*]] = arith.constant 2128558079 : i64
// CHECK:         arith.muli %{{.*}}, %[[P]] : i64
// CHECK:         %[[Q:.*]] = arith.constant 1064279039 : i64
// CHECK:         arith.muli %{{.*}}, %[[Q]] : i64
// CHECK:         %[[MARKS:.*]] = arith.andi %[[BITS]],
// CHECK:         %[[ORDINARY:.*]] = arith.ori %{{.*}}, %[[MARKS]] : i64
// CHECK:         %[[MASK:.*]] = arith.constant 2147483648 : i64
// CHECK:         %[[SPECIAL:.*]] = arith.andi %[[BITS]], %[[MASK]]
// CHECK:         %[[IS:.*]] = arith.cmpi ne, %[[SPECIAL]], %{{.*}}
// CHECK:         %[[R:.*]] = scf.if %[[IS]] -> (i64) {
// CHECK:           %[[CALLED:.*]] = func.call @heddle_field_multiply(%[[X]], %[[Y]])
// CHECK:           scf.yield %[[CALLED]]
// CHECK:         } else {
// CHECK:           scf.yield %[[ORDINARY]]
// CHECK:         return %[[R]]
func.func @product(%x: f32, %y: f32) -> f32 {
  %0 = arith.mulf %x, %y : f32
  return %0 : f32
}

// -----

// One special lane is enough for a call.
// CHECK-LABEL: func @lanes(
// CHECK-SAME:    %[[X:.*]]: vector<8xi64>, %[[Y:.*]]: vector<8xi64>)
// CHECK:         %[[BITS:.*]] = arith.ori %[[X]], %[[Y]] : vector<8xi64>
// CHECK:         arith.addi %{{.*}} : vector<8xi64>
// CHECK:         arith.minui %{{.*}} : vector<8xi64>
// CHECK:         vector.reduction <or>, %[[BITS]] : vector<8xi64> into i64
// CHECK:         scf.if %{{.*}} -> (vector<8xi64>) {
// CHECK:           call @heddle_field_apply_lanes
func.func @lanes(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %0 = arith.addf %x, %y : vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// Other ops are calls.
// CHECK-LABEL: func @quotient(
// CHECK-NOT:     scf.if
// CHECK:         call @heddle_field_apply
func.func @quotient(%x: f32, %y: f32) -> f32 {
  %0 = arith.divf %x, %y : f32
  return %0 : f32
}
