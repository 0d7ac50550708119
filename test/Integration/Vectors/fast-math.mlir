// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir -s %t/flags.mlir | FileCheck %s
// RUN: not heddle check %t/payload.mlir --scheduled %t/wrong.mlir \
// RUN:   | FileCheck %s --check-prefix=WRONG

// The report of a check names what the schedule allows, and passes nothing that
// it declares away.

// Without flags every kind of numbers is passed.
// CHECK:      unflagged: equal: {{.*}} runs on special values{{$}}
// CHECK-NEXT: softmax: equal: {{.*}}; no zeros and ties, zeros alone, equal elements: the schedule allows nsz; no infinities, NaN, large numbers and denormals: the schedule allows nnan; the schedule allows arcp, so that results may be rounded in another way
// A product is added without being rounded before, which the payload does not
// do. Special values are compared as floats, not bit for bit.
// CHECK-NEXT: axpy: equal: {{.*}} runs on special values{{.*}}; the schedule allows contract, so that results may be rounded in another way
// Zeros give no NaN in a sum, and are passed.
// CHECK-NEXT: sum: equal: {{.*}} on special values{{.*}}; no infinities, NaN, large numbers and denormals, zeros alone, equal elements: the schedule allows nnan
// They do in a quotient.
// CHECK-NEXT: quotient: equal: {{.*}}; no zeros and ties, infinities, NaN, large numbers and denormals, zeros alone, equal elements: the schedule allows nnan

// Flags excuse no error in a number, and no NaN where a number is expected.
// WRONG: axpy: different: {{.*}} is {{.*}}, expected {{.*}}
// WRONG: sum: different: {{.*}} is {{.*}}, expected {{.*}}

//--- payload.mlir
func.func @unflagged(%x: tensor<40xf32>, %o: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.map { arith.maximumf } ins(%x, %o : tensor<40xf32>, tensor<40xf32>) outs(%o : tensor<40xf32>)
  return %r : tensor<40xf32>
}
func.func @softmax(%x: tensor<?x77xf32>, %o: tensor<?x77xf32>) -> tensor<?x77xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x77xf32>) outs(%o : tensor<?x77xf32>) -> tensor<?x77xf32>
  return %r : tensor<?x77xf32>
}
func.func @axpy(%x: tensor<90xf32>, %y: tensor<90xf32>) -> tensor<90xf32> {
  %r = linalg.map ins(%x, %y : tensor<90xf32>, tensor<90xf32>) outs(%y : tensor<90xf32>)
    (%a: f32, %b: f32, %o: f32) {
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %p, %b : f32
      linalg.yield %s : f32
    }
  return %r : tensor<90xf32>
}
func.func @sum(%x: tensor<3x900xf32>, %m: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<3x900xf32>) outs(%m : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}
func.func @quotient(%x: tensor<40xf32>, %y: tensor<40xf32>) -> tensor<40xf32> {
  %r = linalg.map { arith.divf } ins(%x, %y : tensor<40xf32>, tensor<40xf32>) outs(%y : tensor<40xf32>)
  return %r : tensor<40xf32>
}
//--- flags.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    transform.heddle.vectorize %module : !transform.any_op
    %softmax = transform.structured.match ops{["func.func"]} attributes {sym_name = "softmax"} in %module
      : (!transform.any_op) -> !transform.any_op
    transform.heddle.fast_math %softmax fastmath<nnan,nsz,arcp> : !transform.any_op
    %axpy = transform.structured.match ops{["func.func"]} attributes {sym_name = "axpy"} in %module
      : (!transform.any_op) -> !transform.any_op
    transform.heddle.fast_math %axpy fastmath<contract> : !transform.any_op
    %sum = transform.structured.match ops{["func.func"]} attributes {sym_name = "sum"} in %module
      : (!transform.any_op) -> !transform.any_op
    transform.heddle.fast_math %sum fastmath<nnan> : !transform.any_op
    %quotient = transform.structured.match ops{["func.func"]} attributes {sym_name = "quotient"} in %module
      : (!transform.any_op) -> !transform.any_op
    transform.heddle.fast_math %quotient fastmath<nnan> : !transform.any_op
    transform.yield
  }
}
//--- wrong.mlir
func.func @axpy(%x: tensor<90xf32>, %y: tensor<90xf32>) -> tensor<90xf32> {
  %r = linalg.map ins(%x, %y : tensor<90xf32>, tensor<90xf32>) outs(%y : tensor<90xf32>)
    (%a: f32, %b: f32, %o: f32) {
      %c = arith.constant 1.00001 : f32
      %p = arith.mulf %a, %b fastmath<contract> : f32
      %q = arith.mulf %p, %c fastmath<contract> : f32
      %s = arith.addf %q, %b fastmath<contract> : f32
      linalg.yield %s : f32
    }
  return %r : tensor<90xf32>
}
func.func @sum(%x: tensor<3x900xf32>, %m: tensor<3xf32>) -> tensor<3xf32> {
  %nan = arith.constant 0x7FC00000 : f32
  %f = linalg.fill ins(%nan : f32) outs(%m : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.reduce { arith.addf {fastmath = #arith.fastmath<reassoc>} } ins(%x : tensor<3x900xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}
