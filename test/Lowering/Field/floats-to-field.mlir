// RUN: heddle-opt %s --heddle-floats-to-field -split-input-file | FileCheck %s
// RUN: heddle-opt %s --heddle-floats-to-field=record -split-input-file \
// RUN:   | FileCheck %s --check-prefix=RECORD

// Types are replaced in place, and so are conversions between floats. A product
// that is added is one call. In f64 nothing of it is recorded.
// CHECK-LABEL: func @sum(
// CHECK-SAME:    %[[A:.*]]: memref<?xi64>, %[[B:.*]]: i64, %[[I:.*]]: index) -> i64
// CHECK:         %[[X:.*]] = memref.load %[[A]][%[[I]]] : memref<?xi64>
// CHECK:         %[[S:.*]] = call @heddle_field_multiply_add(%[[X]], %[[B]], %[[B]])
// CHECK-NEXT:    %[[T:.*]] = call @heddle_field_multiply(%[[S]], %[[S]])
// CHECK-NEXT:    %[[U:.*]] = call @heddle_field_add(%[[T]], %[[B]])
// CHECK-NEXT:    return %[[U]]
// RECORD-LABEL: func @sum(
// RECORD-SAME:    %{{.*}}: memref<?xf64>, %{{.*}}: f64, %{{.*}}: index) -> f64
// RECORD-NOT:     call
func.func @sum(%a: memref<?xf16>, %b: f32, %i: index) -> f32 {
  %0 = memref.load %a[%i] : memref<?xf16>
  %1 = arith.extf %0 : f16 to f32
  %2 = arith.mulf %1, %b : f32
  %3 = arith.addf %b, %2 : f32
  %4 = arith.mulf %3, %3 : f32
  %5 = arith.extf %4 : f32 to f64
  %6 = arith.truncf %5 : f64 to f32
  %7 = arith.addf %6, %b : f32
  return %7 : f32
}

// -----

// A comparison is recorded before it is made, with the magnitude of what its
// operand is the difference of; an exponential after, with its result.
// CHECK-LABEL: func @relu_exp(
// CHECK-SAME:    %[[X:.*]]: i64, %[[Y:.*]]: i64)
// CHECK:         %[[D:.*]] = call @heddle_field_apply(%{{.*}}, %[[X]], %[[Y]], %{{.*}})
// CHECK:         %[[M:.*]] = call @heddle_field_apply(%{{.*}}, %[[D]], %{{.*}}, %{{.*}})
// CHECK:         %[[E:.*]] = call @heddle_field_apply(%{{.*}}, %[[M]], %{{.*}}, %{{.*}})
// CHECK:         %[[C:.*]] = call @heddle_field_apply(%{{.*}}, %[[E]], %[[Y]], %{{.*}})
// CHECK:         %[[B:.*]] = arith.trunci %[[C]] : i64 to i1
// CHECK:         arith.select %[[B]], %[[E]], %[[X]] : i64
// RECORD-LABEL: func @relu_exp(
// RECORD-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64)
// RECORD:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// RECORD:         %[[D:.*]] = arith.subf %[[X]], %[[Y]] : f64
// RECORD:         %[[AX:.*]] = math.absf %[[X]]
// RECORD:         %[[AY:.*]] = math.absf %[[Y]]
// RECORD:         %[[Z:.*]] = arith.addf %[[AX]], %[[AY]]
// RECORD:         call @heddle_field_record(%{{.*}}, %[[D]], %[[ZERO]], %[[Z]])
// RECORD:         %[[M:.*]] = arith.maximumf %[[D]], %[[ZERO]]
// RECORD:         %[[E:.*]] = math.exp %[[M]]
// RECORD:         call @heddle_field_record(%{{.*}}, %[[M]], %[[M]], %[[E]])
// RECORD:         call @heddle_field_record(%{{.*}}, %[[E]], %[[Y]], %{{.*}})
// RECORD:         arith.cmpf ogt, %[[E]], %[[Y]]
func.func @relu_exp(%x: f32, %y: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %d = arith.subf %x, %y : f32
  %m = arith.maximumf %d, %zero : f32
  %e = math.exp %m : f32
  %c = arith.cmpf ogt, %e, %y : f32
  %s = arith.select %c, %e, %x : f32
  return %s : f32
}

// -----

// A vector is passed in memory; a reduction takes halves, then single lanes.
// CHECK-LABEL: func @lanes(
// CHECK-SAME:    %[[V:.*]]: vector<6xi64>) -> i64
// CHECK:         memref.store %[[V]], %{{.*}}[] : memref<vector<6xi64>>
// CHECK:         %[[SIX:.*]] = arith.constant 6 : i64
// CHECK:         %[[EIGHT:.*]] = arith.constant 8 : i64
// CHECK:         call @heddle_field_apply_lanes({{.*}}, %[[SIX]], %[[EIGHT]])
// CHECK:         %[[R:.*]] = memref.load %{{.*}}[] : memref<vector<6xi64>>
// CHECK:         %[[LOW:.*]] = vector.shuffle %[[R]], %[[R]] [0, 1, 2]
// CHECK:         %[[HIGH:.*]] = vector.shuffle %[[R]], %[[R]] [3, 4, 5]
// CHECK:         memref.store %[[LOW]], %{{.*}}[] : memref<vector<3xi64>>
// CHECK:         memref.store %[[HIGH]], %{{.*}}[] : memref<vector<3xi64>>
// CHECK:         call @heddle_field_apply_lanes
// CHECK:         %[[H:.*]] = memref.load %{{.*}}[] : memref<vector<3xi64>>
// CHECK:         %[[L0:.*]] = vector.extract %[[H]][0]
// CHECK:         %[[L1:.*]] = vector.extract %[[H]][1]
// CHECK:         %[[S:.*]] = call @heddle_field_add(%[[L0]], %[[L1]])
// CHECK:         %[[L2:.*]] = vector.extract %[[H]][2]
// CHECK:         call @heddle_field_add(%[[S]], %[[L2]])
// RECORD-LABEL: func @lanes(
// RECORD-SAME:    %[[V:.*]]: vector<6xf64>) -> f64
// RECORD:         memref.store %[[V]], %{{.*}}[] : memref<vector<6xf64>>
// RECORD:         call @heddle_field_record_lanes
func.func @lanes(%v: vector<6xf32>) -> f32 {
  %a = math.absf %v : vector<6xf32>
  %s = vector.reduction <add>, %a : vector<6xf32> into f32
  return %s : f32
}

// -----

// Masked lanes get the number that changes nothing.
// CHECK-LABEL: func @masked(
// CHECK-SAME:    %[[V:.*]]: vector<2xi64>, %[[M:.*]]: vector<2xi1>)
// CHECK:         %[[Z:.*]] = arith.constant dense<0> : vector<2xi64>
// CHECK:         %[[S:.*]] = arith.select %[[M]], %[[V]], %[[Z]]
// CHECK:         vector.extract %[[S]][0]
// RECORD-LABEL: func @masked(
func.func @masked(%v: vector<2xf32>, %m: vector<2xi1>) -> f32 {
  %s = vector.mask %m { vector.reduction <add>, %v : vector<2xf32> into f32 } : vector<2xi1> -> f32
  return %s : f32
}

// -----

// Constants mean fractions: in f64 the nearest number, in the field n / d. An
// infinity has a code.
// CHECK-LABEL: func @constants(
// CHECK-DAG:     %[[THIRD:.*]] = arith.constant [[N:[0-9]+]] : i64
// CHECK-DAG:     %[[INF:.*]] = arith.constant dense<[2147483650, [[N]]]> : vector<2xi64>
// CHECK:         return %[[THIRD]], %[[INF]]
// RECORD-LABEL: func @constants(
// RECORD-DAG:     %[[THIRD:.*]] = arith.constant 0.33333333333333331 : f64
// RECORD-DAG:     %[[INF:.*]] = arith.constant dense<[0xFFF0000000000000, 0.33333333333333331]> : vector<2xf64>
// RECORD:         return %[[THIRD]], %[[INF]]
func.func @constants() -> (f32, vector<2xf16>) {
  %third = arith.constant 0.333333343 : f32
  %inf = arith.constant dense<[0xFC00, 0.33325]> : vector<2xf16>
  return %third, %inf : f32, vector<2xf16>
}

// -----

// Integers of floats and floats of integers.
// CHECK-LABEL: func @integers(
// CHECK-SAME:    %[[N:.*]]: i8) -> i32
// CHECK:         %[[W:.*]] = arith.extui %[[N]] : i8 to i64
// CHECK:         %[[F:.*]] = call @heddle_field_apply(%{{.*}}, %[[W]], %{{.*}}, %{{.*}})
// CHECK:         %[[I:.*]] = call @heddle_field_apply(%{{.*}}, %[[F]], %{{.*}}, %{{.*}})
// CHECK:         arith.trunci %[[I]] : i64 to i32
// RECORD-LABEL: func @integers(
func.func @integers(%n: i8) -> i32 {
  %0 = arith.uitofp %n : i8 to f32
  %1 = arith.fptosi %0 : f32 to i32
  return %1 : i32
}

// -----

// Bytes that are viewed as floats get room for wider ones; one factor for all
// views of a buffer, so that they do not overlap.
// CHECK-LABEL: func @bytes(
// CHECK-SAME:    %[[N:.*]]: index, %[[SHIFT:.*]]: index)
// CHECK:         %[[SIZE:.*]] = arith.muli %[[N]], %{{.*}} : index
// CHECK:         %[[BUFFER:.*]] = memref.alloc(%[[SIZE]]) : memref<?xi8>
// CHECK:         %[[WIDE:.*]] = arith.muli %[[SHIFT]], %{{.*}} : index
// CHECK:         memref.view %[[BUFFER]][%[[WIDE]]][] : memref<?xi8> to memref<4xi64>
// CHECK:         memref.alloca() : memref<128xi8>
// RECORD-LABEL: func @bytes(
func.func @bytes(%n: index, %shift: index) -> (f16, f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xi8>
  %v = memref.view %a[%shift][] : memref<?xi8> to memref<4xf16>
  %x = memref.load %v[%c0] : memref<4xf16>
  %b = memref.alloca() : memref<32xi8>
  %w = memref.view %b[%c0][] : memref<32xi8> to memref<8xf32>
  %y = memref.load %w[%c0] : memref<8xf32>
  memref.dealloc %a : memref<?xi8>
  return %x, %y : f16, f32
}

// -----

// The bytes of a part of a buffer, of fixed or dynamic size.
// CHECK-LABEL: func @parts(
// CHECK-SAME:    %[[N:.*]]: index)
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<128xi8>
// CHECK:         %[[SHIFT:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK:         %[[PART:.*]] = memref.view %[[BUFFER]][%[[SHIFT]]][] : memref<128xi8> to memref<32xi8>
// CHECK:         %[[SIZE:.*]] = arith.muli %[[N]], %{{.*}} : index
// CHECK:         %[[OTHER:.*]] = memref.view %[[BUFFER]][%{{.*}}][%[[SIZE]]] : memref<128xi8> to memref<?xi8>
// CHECK:         memref.view %[[PART]][%{{.*}}][] : memref<32xi8> to memref<4xi64>
// CHECK:         memref.view %[[OTHER]][%{{.*}}][] : memref<?xi8> to memref<2xi64>
// RECORD-LABEL: func @parts(
func.func @parts(%n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %a = memref.alloc() : memref<64xi8>
  %p = memref.view %a[%c8][] : memref<64xi8> to memref<16xi8>
  %q = memref.view %a[%c32][%n] : memref<64xi8> to memref<?xi8>
  %v = memref.view %p[%c0][] : memref<16xi8> to memref<4xf32>
  %w = memref.view %q[%c0][] : memref<?xi8> to memref<2xf32>
  %x = memref.load %v[%c0] : memref<4xf32>
  %y = memref.load %w[%c0] : memref<2xf32>
  memref.dealloc %a : memref<64xi8>
  return %x, %y : f32, f32
}

// -----

// One thread runs the code: an atomic update needs no atomic op.
// CHECK-LABEL: func @atomic(
// CHECK-SAME:    %[[A:.*]]: memref<4xi64>, %[[X:.*]]: i64, %[[I:.*]]: index)
// CHECK:         %[[OLD:.*]] = memref.load %[[A]][%[[I]]]
// CHECK:         %[[NEW:.*]] = call @heddle_field_add(%[[OLD]], %[[X]])
// CHECK:         memref.store %[[NEW]], %[[A]][%[[I]]]
// CHECK-NOT:     atomic
// RECORD-LABEL: func @atomic(
func.func @atomic(%a: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %0 = memref.atomic_rmw addf %x, %a[%i] : (f32, memref<4xf32>) -> f32
  %1 = memref.generic_atomic_rmw %a[%i] : memref<4xf32> {
  ^bb0(%old: f32):
    %2 = arith.mulf %old, %x : f32
    memref.atomic_yield %2 : f32
  }
  %3 = arith.subf %0, %1 : f32
  return %3 : f32
}

// -----

// Floats that may be anything are 1, in lanes that are masked off too.
// CHECK-LABEL: func @undefined(
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 162569408454168578 : i64
// CHECK-DAG:     %[[ONES:.*]] = arith.constant dense<162569408454168578> : vector<4xi64>
// CHECK:         %[[X:.*]] = vector.transfer_read %{{.*}}[%{{.*}}], %[[ONE]], %{{.*}} :
// CHECK:         return %[[X]], %[[ONES]]
// RECORD-LABEL: func @undefined(
// RECORD:         arith.constant 1.000000e+00 : f64
func.func @undefined(%a: memref<?xf32>, %m: vector<4xi1>, %i: index) -> (vector<4xf32>, vector<4xf32>) {
  %p = ub.poison : f32
  %q = ub.poison : vector<4xf32>
  %x = vector.transfer_read %a[%i], %p, %m : memref<?xf32>, vector<4xf32>
  return %x, %q : vector<4xf32>, vector<4xf32>
}
