// RUN: heddle-opt %s --heddle-lower-to-llvm --split-input-file | FileCheck %s

// A maximum of many lanes is that of two halves, and so on, as it would wait for
// each lane otherwise.

// The last 128 bits exchange lanes in one register. What was found before is
// combined last.
// CHECK-LABEL: llvm.func @number_maximum(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<16xf32>, %[[A:[a-z0-9]+]]: f32
// CHECK:         %[[L8:.*]] = llvm.shufflevector %[[V]], %[[V]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK:         %[[H8:.*]] = llvm.shufflevector %[[V]], %[[V]] [8, 9, 10, 11, 12, 13, 14, 15]
// CHECK:         %[[M8:.*]] = llvm.intr.maxnum(%[[L8]], %[[H8]])
// CHECK:         %[[L4:.*]] = llvm.shufflevector %[[M8]], %[[M8]] [0, 1, 2, 3]
// CHECK:         %[[H4:.*]] = llvm.shufflevector %[[M8]], %[[M8]] [4, 5, 6, 7]
// CHECK:         %[[M4:.*]] = llvm.intr.maxnum(%[[L4]], %[[H4]])
// CHECK:         %[[X2:.*]] = llvm.shufflevector %[[M4]], %[[M4]] [2, 3, 0, 1]
// CHECK:         %[[M2:.*]] = llvm.intr.maxnum(%[[M4]], %[[X2]])
// CHECK:         %[[X1:.*]] = llvm.shufflevector %[[M2]], %[[M2]] [1, 0, 3, 2]
// CHECK:         %[[M1:.*]] = llvm.intr.maxnum(%[[M2]], %[[X1]])
// CHECK:         %[[E:.*]] = llvm.extractelement %[[M1]]
// CHECK:         %[[R:.*]] = llvm.intr.maxnum(%[[E]], %[[A]]) : (f32, f32) -> f32
// CHECK:         llvm.return %[[R]]
func.func @number_maximum(%v: vector<16xf32>, %a: f32) -> f32 {
  %0 = vector.reduction <maxnumf>, %v, %a : vector<16xf32> into f32
  return %0 : f32
}

// -----

// Two lanes of f64 are 128 bits; the flags stay.
// CHECK-LABEL: llvm.func @minimum(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<4xf64>
// CHECK:         %[[M2:.*]] = llvm.intr.minimum(%{{.*}}, %{{.*}}) {fastmathFlags = #llvm.fastmath<nnan, nsz>} : (vector<2xf64>, vector<2xf64>)
// CHECK:         %[[X1:.*]] = llvm.shufflevector %[[M2]], %[[M2]] [1, 0]
// CHECK:         llvm.intr.minimum(%[[M2]], %[[X1]]) {fastmathFlags = #llvm.fastmath<nnan, nsz>} : (vector<2xf64>, vector<2xf64>)
// CHECK-NOT:     llvm.intr.vector.reduce{{.*}}
// CHECK:         llvm.return %{{.*}}
func.func @minimum(%v: vector<4xf64>) -> f64 {
  %0 = vector.reduction <minimumf>, %v fastmath<nnan, nsz> : vector<4xf64> into f64
  return %0 : f64
}

// -----

// Lanes that are masked off got -inf before.
// CHECK-LABEL: llvm.func @masked(
// CHECK:         %[[LANES:.*]] = llvm.select
// CHECK:         llvm.shufflevector %[[LANES]], %[[LANES]] [0, 1, 2, 3]
// CHECK-NOT:     llvm.intr.vector.reduce{{.*}}
// CHECK:         llvm.return %{{.*}}
func.func @masked(%v: vector<8xf32>, %m: vector<8xi1>) -> f32 {
  %0 = vector.mask %m { vector.reduction <maximumf>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %0 : f32
}

// -----

// Few lanes, a number of lanes that has no halves, sums, integers and other
// floats are LLVM's.
// CHECK-LABEL: llvm.func @left(
// CHECK-NOT:     = llvm.shufflevector
// CHECK:         llvm.intr.vector.reduce.fmax(%arg0)
// CHECK:         llvm.intr.vector.reduce.fmax(%arg1)
// CHECK:         "llvm.intr.vector.reduce.fadd"(%{{.*}}, %arg2)
// CHECK:         "llvm.intr.vector.reduce.smax"(%arg3)
// CHECK:         llvm.intr.vector.reduce.fmax(%arg4)
// CHECK-NOT:     = llvm.shufflevector
// CHECK:         llvm.return %{{.*}}
func.func @left(%a: vector<4xf32>, %b: vector<12xf32>, %c: vector<16xf32>, %d: vector<16xi32>, %e: vector<16xf16>) -> (f32, f32, f32, i32, f16) {
  %0 = vector.reduction <maxnumf>, %a : vector<4xf32> into f32
  %1 = vector.reduction <maxnumf>, %b : vector<12xf32> into f32
  %2 = vector.reduction <add>, %c : vector<16xf32> into f32
  %3 = vector.reduction <maxsi>, %d : vector<16xi32> into i32
  %4 = vector.reduction <maxnumf>, %e : vector<16xf16> into f16
  return %0, %1, %2, %3, %4 : f32, f32, f32, i32, f16
}
