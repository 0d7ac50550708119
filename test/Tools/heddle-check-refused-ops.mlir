// What is not compiled is refused by its name, with the reason and the line,
// before anything is compiled.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir 2>&1 \
// RUN:   | FileCheck %s
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --json \
// RUN:   > %t/out
// RUN: FileCheck %s --check-prefix=JSON < %t/out
// RUN: not heddle bench %t/payload.mlir -s %t/nothing.mlir --rounds 3 \
// RUN:   --function dialect | FileCheck %s --check-prefix=BENCH

// CHECK:      complex: not checked: the unscheduled function: a value of 'complex.create' in line 2 has type complex<f32>, but complex numbers are not compiled
// CHECK-NEXT: narrow: not checked: the unscheduled function: a value of 'arith.truncf' in line 7 has type f8E5M2, but only f16, bf16, f32 and f64 are compiled
// CHECK-NEXT: dialect: not checked: the unscheduled function: 'tosa.add' in line 12 is of the dialect 'tosa', which is not compiled here; lower it to linalg first
// A callee is looked at too.
// CHECK-NEXT: calls: not checked: the unscheduled function: a value of 'complex.create' in line 21 has type complex<f32>, but complex numbers are not compiled
// CHECK-NEXT: vectors: not checked: argument 0 has type tensor<5xvector<4xf32>>, which cannot be passed from here: vectors are not checked
// CHECK-NEXT: int4: not checked: argument 0 has type tensor<5xi4>, which cannot be passed from here: numbers are f16, bf16, f32, f64, index, or integers of 1, 8, 16, 32 or 64 bits
// CHECK-NEXT: packed: not checked: the scheduled function: a value of 'vector.transfer_read' in line {{[0-9]+}} has type vector<8xi4>, but vectors have elements of 1, 8, 16, 32 or 64 bits
// CHECK-NEXT: large: not checked: the scheduled function: a value of 'vector.transfer_read' in line {{[0-9]+}} has type vector<128x129xf32>, but vectors of more than 64 KiB are not compiled; tile before vectorizing
// CHECK-NEXT: endless: not checked: the function never returns
// Its elements would be before the first one.
// CHECK-NEXT: backward: not checked: argument 0 has type memref<4x3xf32, strided<[-3, 1], offset: 9>>, which cannot be passed from here: a stride is negative
// Upstream tells the dims apart by their strides.
// CHECK-NEXT: unclear: not checked: the unscheduled function: 'memref.subview' in line {{[0-9]+}} leaves out some dims of extent 1 and steps in them, which is not compiled; give such dims a step of 1
// CHECK-NEXT: softmax: not checked: the unscheduled function: 'linalg.softmax' in line {{[0-9]+}} is of elements that are no floats, which is not compiled
// CHECK-NEXT: zero: not checked: the unscheduled function: 'arith.floordivsi' in line {{[0-9]+}} divides by 0, which has no result
// CHECK-NEXT: prints: not checked: the unscheduled function: 'vector.print' in line {{[0-9]+}} prints, and what a kernel prints is not compared; remove it
// CHECK-NOT:  {{.}}

// JSON: "message": "the unscheduled function: a value of 'complex.create' in line 2 has type complex<f32>, but complex numbers are not compiled",
// JSON: "verdict": "not checked",
// JSON: "passed": false,

// BENCH: dialect: variant 'unscheduled': 'tosa.add' in line 12 is of the dialect 'tosa', which is not compiled here; lower it to linalg first

//--- payload.mlir
func.func @complex(%a: f32) -> f32 {
  %0 = complex.create %a, %a : complex<f32>
  %1 = complex.re %0 : complex<f32>
  return %1 : f32
}
func.func @narrow(%a: f32) -> f32 {
  %0 = arith.truncf %a : f32 to f8E5M2
  %1 = arith.extf %0 : f8E5M2 to f32
  return %1 : f32
}
func.func @dialect(%a: tensor<5xf32>) -> tensor<5xf32> {
  %0 = tosa.add %a, %a : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func @calls(%a: f32) -> f32 {
  %0 = func.call @callee(%a) : (f32) -> f32
  return %0 : f32
}
func.func private @callee(%a: f32) -> f32 {
  // The type of this value is what is refused.
  %0 = complex.create %a, %a : complex<f32>
  %1 = complex.re %0 : complex<f32>
  return %1 : f32
}
func.func @vectors(%a: tensor<5xvector<4xf32>>) -> tensor<5xvector<4xf32>> {
  return %a : tensor<5xvector<4xf32>>
}
func.func @int4(%a: tensor<5xi4>) -> tensor<5xi4> {
  return %a : tensor<5xi4>
}
func.func @packed(%a: f32) -> f32 {
  return %a : f32
}
func.func @large(%a: memref<128x129xf32>) {
  return
}
func.func @endless(%a: f32) -> f32 {
  cf.br ^again
^again:
  cf.br ^again
}
func.func @backward(%a: memref<4x3xf32, strided<[-3, 1], offset: 9>>) {
  return
}
func.func @unclear(%t: memref<4x32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %t[2, 0] [1, 1] [1, 2] : memref<4x32xf32> to memref<1xf32, strided<[2], offset: 64>>
  memref.store %x, %0[%c0] : memref<1xf32, strided<[2], offset: 64>>
  return
}
func.func @softmax(%a: tensor<3x5xi1>) -> tensor<3x5xi1> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<3x5xi1>) outs(%a : tensor<3x5xi1>) -> tensor<3x5xi1>
  return %0 : tensor<3x5xi1>
}
func.func @zero(%a: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = arith.floordivsi %a, %c0 : index
  return %0 : index
}
func.func @prints(%a: f32) -> f32 {
  vector.print %a : f32
  return %a : f32
}

//--- scheduled.mlir
func.func @complex(%a: f32) -> f32 {
  return %a : f32
}
func.func @narrow(%a: f32) -> f32 {
  return %a : f32
}
func.func @dialect(%a: tensor<5xf32>) -> tensor<5xf32> {
  return %a : tensor<5xf32>
}
func.func @calls(%a: f32) -> f32 {
  return %a : f32
}
func.func @vectors(%a: tensor<5xvector<4xf32>>) -> tensor<5xvector<4xf32>> {
  return %a : tensor<5xvector<4xf32>>
}
func.func @int4(%a: tensor<5xi4>) -> tensor<5xi4> {
  return %a : tensor<5xi4>
}
func.func @packed(%a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<8xi4>
  %z = arith.constant 0 : i4
  %v = vector.transfer_read %m[%c0], %z : memref<8xi4>, vector<8xi4>
  vector.transfer_write %v, %m[%c0] : vector<8xi4>, memref<8xi4>
  return %a : f32
}
func.func @large(%a: memref<128x129xf32>) {
  %c0 = arith.constant 0 : index
  %z = ub.poison : f32
  %v = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]}
    : memref<128x129xf32>, vector<128x129xf32>
  vector.transfer_write %v, %a[%c0, %c0] {in_bounds = [true, true]}
    : vector<128x129xf32>, memref<128x129xf32>
  return
}
func.func @endless(%a: f32) -> f32 {
  return %a : f32
}
func.func @backward(%a: memref<4x3xf32, strided<[-3, 1], offset: 9>>) {
  return
}
func.func @unclear(%t: memref<4x32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %t[2, 0] [1, 1] [1, 1] : memref<4x32xf32> to memref<1xf32, strided<[1], offset: 64>>
  memref.store %x, %0[%c0] : memref<1xf32, strided<[1], offset: 64>>
  return
}
func.func @softmax(%a: tensor<3x5xi1>) -> tensor<3x5xi1> {
  return %a : tensor<3x5xi1>
}
func.func @zero(%a: index) -> index {
  return %a : index
}
func.func @prints(%a: f32) -> f32 {
  return %a : f32
}

//--- nothing.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    transform.yield
  }
}
