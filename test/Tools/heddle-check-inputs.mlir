// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged | FileCheck %s
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged --function named --dims M=3,K=5,arg1=6x8 \
// RUN:   | FileCheck %s --check-prefix=NAMED
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --function named --dims M=3x 2>&1 | FileCheck %s --check-prefix=PARSE
// RUN: heddle check %t/tensors.mlir --scheduled %t/buffers.mlir \
// RUN:   | FileCheck %s --check-prefix=BUFFERS
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --function typo 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   -s %t/payload.mlir 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not heddle check %t/calls.mlir --scheduled %t/calls.mlir \
// RUN:   --allow-unchanged 2>&1 | FileCheck %s --check-prefix=CALLS
// RUN: not heddle check %t/empty.mlir --scheduled %t/empty.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE

// A constant that is no whole number is named, with its line.
// CHECK:      tiny: equal: random data bit for bit (1 run); no whole numbers: the constant 1e-05 in line 2 is not a whole number
// CHECK-NEXT: table: equal: random data bit for bit (1 run); no whole numbers: the constant in line 8 is not a whole number
// CHECK-NEXT: same: equal: random data bit for bit (1 run); no whole numbers: the constant 0.3 in line 13 is not a whole number
// Every type of argument is passed and every type of result is compared.
// CHECK-NEXT: types: equal: whole numbers bit for bit ({{[0-9]+}} run{{s?}}); random data bit for bit ({{[0-9]+}} run{{s?}})
// CHECK-NEXT: integers: equal: whole numbers bit for bit (1 run)
// A sum that bf16 cannot hold is not compared on whole numbers, and says why.
// CHECK-NEXT: long: equal: random data bit for bit (1 run); with every float in f64 bit for bit (1 run); no whole numbers: 'arith.addf' may exceed the whole numbers that bf16 holds exactly
// CHECK-NEXT: roots: equal: random data bit for bit (1 run); no whole numbers: 'math.sqrt' does not keep whole numbers
// Strides and offsets of memref arguments are those of their types.
// CHECK-NEXT: strided: equal: whole numbers bit for bit ({{[0-9]+}} runs); random data bit for bit ({{[0-9]+}} runs)
// What overflows, vanishes or has no elements proves nothing.
// CHECK-NEXT: overflow: inconclusive: random data: result 0 is NaN or infinite in 6 of 6 elements
// CHECK-NEXT: zero: inconclusive: {{.*}}: result 0 is zero in all 4 elements
// CHECK-NEXT: nothing: inconclusive: random data: result 0 has no elements
// CHECK-NEXT: void: inconclusive: the function has no results and no memref arguments to compare
// CHECK-NEXT: complex: not checked: argument 0 has type complex<f32>, which cannot be passed from here: complex numbers are not checked
// CHECK-NEXT: unranked: not checked: argument 0 has type tensor<*xf32>, which cannot be passed from here: its rank is not known
// CHECK-NEXT: named: equal: whole numbers bit for bit (8 runs); random data bit for bit (8 runs)

// BUFFERS: softmax: equal: random data bit for bit (9 runs); with every float in f64 bit for bit (9 runs); no whole numbers: 'linalg.softmax' does not keep whole numbers

// NAMED: named: not checked: 'K' is requested to be 5 and dim 0 of 'arg1' to be 6, but their name in 'heddle.dims' makes them equal
// PARSE: heddle: error: --dims expects 'argN=AxB' or 'NAME=N', but got 'M=3x'
// FUNCTION: heddle: error: expects the name of a function of the payload, but got 'typo'
// BOTH: heddle: error: expects '-s' or '--scheduled', but got both
// NONE: heddle: error: expects a public function to check, but the payload has none
// CALLS: calls.mlir:1:1: error: expects payload that can be run, but the function 'elsewhere' has no body

//--- calls.mlir
func.func private @elsewhere(%a: f32) -> f32
func.func @calls(%a: f32) -> f32 {
  %0 = call @elsewhere(%a) : (f32) -> f32
  return %0 : f32
}

//--- payload.mlir
func.func @tiny(%a: f32) -> f32 {
  %eps = arith.constant 1.0e-5 : f32
  %0 = arith.addf %a, %eps : f32
  return %0 : f32
}
func.func @table(%a: tensor<2xf32>) -> tensor<2xf32> {
  // The first one is whole.
  %t = arith.constant dense<[1.0, 0.3]> : tensor<2xf32>
  %0 = linalg.add ins(%a, %t : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @same(%a: tensor<2xf32>) -> tensor<2xf32> {
  %t = arith.constant dense<0.3> : tensor<2xf32>
  %0 = linalg.add ins(%a, %t : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @types(%a: f16, %b: bf16, %c: f32, %d: f64, %j: index,
                 %k: tensor<2xf16>, %l: tensor<2xbf16>, %n: tensor<4xindex>)
    -> (f16, bf16, f32, f64, index, tensor<2xf16>, tensor<2xbf16>,
        tensor<4xindex>) {
  %c9 = arith.constant 9 : index
  %0 = arith.addf %a, %a : f16
  %1 = arith.mulf %b, %b : bf16
  %2 = arith.extf %a : f16 to f32
  %3 = arith.subf %2, %c : f32
  %4 = arith.maximumf %d, %d : f64
  %5 = arith.addi %j, %c9 : index
  %6 = linalg.add ins(%k, %k : tensor<2xf16>, tensor<2xf16>)
                  outs(%k : tensor<2xf16>) -> tensor<2xf16>
  %7 = linalg.mul ins(%l, %l : tensor<2xbf16>, tensor<2xbf16>)
                  outs(%l : tensor<2xbf16>) -> tensor<2xbf16>
  %8 = linalg.fill ins(%5 : index) outs(%n : tensor<4xindex>) -> tensor<4xindex>
  return %0, %1, %3, %4, %5, %6, %7, %8
    : f16, bf16, f32, f64, index, tensor<2xf16>, tensor<2xbf16>, tensor<4xindex>
}
func.func @integers(%e: i8, %f: i16, %g: i32, %h: i64, %i: i1,
                    %m: tensor<9xi1>, %o: memref<3xi64>)
    -> (i8, i16, i32, i64, i1, tensor<9xi1>) {
  %0 = arith.addi %e, %e : i8
  %1 = arith.muli %f, %f : i16
  %2 = arith.subi %0, %e : i8
  %3 = arith.extsi %2 : i8 to i32
  %4 = arith.maxsi %g, %3 : i32
  linalg.fill ins(%h : i64) outs(%o : memref<3xi64>)
  return %0, %1, %4, %h, %i, %m : i8, i16, i32, i64, i1, tensor<9xi1>
}
func.func @long(%a: tensor<2x300xbf16>, %b: tensor<300x3xbf16>,
                %c: tensor<2x3xbf16>) -> tensor<2x3xbf16> {
  %0 = linalg.matmul ins(%a, %b : tensor<2x300xbf16>, tensor<300x3xbf16>)
                     outs(%c : tensor<2x3xbf16>) -> tensor<2x3xbf16>
  return %0 : tensor<2x3xbf16>
}
func.func @roots(%a: tensor<9xf32>) -> tensor<9xf32> {
  %0 = linalg.sqrt ins(%a : tensor<9xf32>) outs(%a : tensor<9xf32>)
    -> tensor<9xf32>
  return %0 : tensor<9xf32>
}
func.func @strided(%a: memref<3x?xf32, strided<[64, 2], offset: 5>>,
                   %b: memref<3x?xf32, strided<[?, 1], offset: ?>>) {
  linalg.add ins(%a, %b : memref<3x?xf32, strided<[64, 2], offset: 5>>,
                          memref<3x?xf32, strided<[?, 1], offset: ?>>)
             outs(%b : memref<3x?xf32, strided<[?, 1], offset: ?>>)
  return
}
func.func @overflow(%a: tensor<2x3xf16>) -> tensor<2x3xf16> {
  %big = arith.constant 65504.0 : f16
  %f = linalg.fill ins(%big : f16) outs(%a : tensor<2x3xf16>) -> tensor<2x3xf16>
  %e = linalg.exp ins(%a : tensor<2x3xf16>) outs(%a : tensor<2x3xf16>)
    -> tensor<2x3xf16>
  %s = linalg.add ins(%f, %f : tensor<2x3xf16>, tensor<2x3xf16>)
                  outs(%a : tensor<2x3xf16>) -> tensor<2x3xf16>
  %0 = linalg.mul ins(%s, %e : tensor<2x3xf16>, tensor<2x3xf16>)
                  outs(%a : tensor<2x3xf16>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}
func.func @zero(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.sub ins(%a, %a : tensor<4xf32>, tensor<4xf32>)
                  outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @nothing(%a: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %0 = linalg.exp ins(%a : tensor<0x4xf32>) outs(%a : tensor<0x4xf32>)
    -> tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
func.func @void(%a: f32) {
  return
}
func.func @complex(%a: complex<f32>) -> complex<f32> {
  return %a : complex<f32>
}
func.func @unranked(%a: tensor<*xf32>) -> f32 {
  %0 = arith.constant 1.0 : f32
  return %0 : f32
}
func.func @named(%a: tensor<?x?xf32> {heddle.dims = ["M", "K"]},
                 %b: tensor<?x?xf32> {heddle.dims = ["K", "N"]},
                 %c: tensor<?x?xf32> {heddle.dims = ["M", "N"]})
    -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
                     outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

//--- empty.mlir
func.func private @only_private(%a: f32) -> f32 {
  return %a : f32
}

//--- tensors.mlir
func.func @softmax(%a: tensor<4x?x3xf32>, %o: tensor<4x?x3xf32>)
    -> tensor<4x?x3xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<4x?x3xf32>)
                      outs(%o : tensor<4x?x3xf32>) -> tensor<4x?x3xf32>
  return %0 : tensor<4x?x3xf32>
}

//--- buffers.mlir
// The same on buffers, with its result in an argument.
func.func @softmax(%a: memref<4x?x3xf32>,
                   %o: memref<4x?x3xf32> {heddle.results = array<i64: 0>}) {
  linalg.softmax dimension(1) ins(%a : memref<4x?x3xf32>)
                 outs(%o : memref<4x?x3xf32>)
  return
}
