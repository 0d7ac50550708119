// Variants that cannot be timed.
//
// RUN: split-file %s %t
// RUN: not heddle bench %t/payload.mlir -s %t/nothing.mlir --rounds 3 \
// RUN:   --timeout 1 | FileCheck %s
// RUN: not heddle bench %t/one.mlir -s %t/renaming.mlir --rounds 3 \
// RUN:   | FileCheck %s --check-prefix=RENAMED
// RUN: not heddle bench %t/payload.mlir -s %t/nothing.mlir --rounds 3 \
// RUN:   --function add --dims arg0=x 2>&1 | FileCheck %s --check-prefix=DIMS
// RUN: not heddle bench %t/payload.mlir -s %t/nothing.mlir --rounds 3 --json \
// RUN:   --function dies | FileCheck %s --check-prefix=JSON
// RUN: not heddle bench %t/lowering.mlir -s %t/nothing.mlir --rounds 3 \
// RUN:   2>&1 | FileCheck %s --check-prefix=LOWERING
// RUN: not heddle bench %t/shape.mlir -s %t/nothing.mlir --rounds 3 \
// RUN:   2>&1 | FileCheck %s --check-prefix=BUFFERS

// CHECK:      typed: argument 0 has type complex<f32>, which cannot be passed from here: complex numbers are not checked
// CHECK-NEXT: dies: a variant crashed with SIGABRT (Aborted)
// CHECK-NEXT: hangs: a variant gave no result within 1 s
// CHECK-NEXT: add{{.*}}: {{.*}} MFLOP, {{.*}} MB, 3 rounds

// RENAMED: add: variant 'renaming.mlir' has no such function with the payload's arguments
// DIMS: heddle: error: --dims expects 'argN=AxB' or 'NAME=N', but got 'arg0=x'

// JSON:      "error": "a variant crashed with SIGABRT (Aborted)",
// JSON-NEXT: "flops": 0,
// JSON-NEXT: "function": "dies",

// LOWERING: lowering.mlir:1:1: error: expects payload that can be run, but the function 'missing' has no body

// BUFFERS: shape.mlir:2:8: error: 'memref.expand_shape' op rank 0 memrefs can only be extended/collapsed with/from ones

//--- shape.mlir
func.func @shape(%a: tensor<f32>) -> tensor<2xf32> {
  %0 = tensor.expand_shape %a [] output_shape [2]
      : tensor<f32> into tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- payload.mlir
func.func @typed(%a: complex<f32>) {
  return
}
func.func @dies(%a: memref<8xf32>) {
  %false = arith.constant false
  cf.assert %false, "asserts are kept"
  return
}
func.func @hangs(%m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  scf.while : () -> () {
    %f = memref.load %m[%c0] : memref<8xf32>
    memref.store %f, %m[%c0] : memref<8xf32>
    func.call @touch(%m) : (memref<8xf32>) -> ()
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}
func.func private @touch(%m: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  memref.store %f, %m[%c1] : memref<8xf32>
  return
}
func.func @add(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>)
                  outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- one.mlir
func.func @add(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}

//--- lowering.mlir
func.func private @missing(f32) -> f32
func.func @add(%a: f32) -> f32 {
  %0 = func.call @missing(%a) : (f32) -> f32
  return %0 : f32
}

//--- nothing.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    transform.yield
  }
}

//--- renaming.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %name = transform.param.constant "renamed" -> !transform.any_param
    transform.annotate %f "sym_name" = %name
      : !transform.any_op, !transform.any_param
    transform.yield
  }
}
