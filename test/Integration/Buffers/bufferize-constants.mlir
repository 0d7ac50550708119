// A callee returns a constant, always or in one branch, and the caller writes
// into the result: the constant stays as it is, with and without deallocation.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir -s %t/free.mlir --function payload \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir -s %t/keep.mlir --function payload \
// RUN:   | FileCheck %s
// RUN: heddle apply %t/payload.mlir -s %t/keep.mlir \
// RUN:   | FileCheck %s --check-prefix=IR
// CHECK: payload: equal:

// IR-LABEL: func.func private @ones(
// IR:         %[[CST:.*]] = memref.get_global
// IR:         %[[COPY:.*]] = memref.alloc()
// IR:         linalg.copy ins(%[[CST]] : {{.*}}) outs(%[[COPY]] :
// IR:         return %[[COPY]]

//--- payload.mlir
func.func @payload(%a: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %0 = func.call @ones() : () -> tensor<3xi32>
  %1 = tensor.insert %seven into %0[%c0] : tensor<3xi32>
  %2 = func.call @onesOr(%a) : (tensor<3xi32>) -> tensor<3xi32>
  %3 = tensor.insert %seven into %2[%c0] : tensor<3xi32>
  %4 = func.call @ones() : () -> tensor<3xi32>
  %5 = linalg.add ins(%1, %4 : tensor<3xi32>, tensor<3xi32>)
    outs(%1 : tensor<3xi32>) -> tensor<3xi32>
  return %3, %5 : tensor<3xi32>, tensor<3xi32>
}
func.func private @ones() -> tensor<3xi32> {
  %0 = arith.constant dense<1> : tensor<3xi32>
  return %0 : tensor<3xi32>
}
// The inputs are 8 at most, so the constant is returned.
func.func private @onesOr(%a: tensor<3xi32>) -> tensor<3xi32> {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %x = tensor.extract %a[%c0] : tensor<3xi32>
  %b = arith.cmpi sge, %x, %nine : i32
  %r = scf.if %b -> (tensor<3xi32>) {
    scf.yield %a : tensor<3xi32>
  } else {
    %k = arith.constant dense<1> : tensor<3xi32>
    scf.yield %k : tensor<3xi32>
  }
  return %r : tensor<3xi32>
}

//--- free.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.consumed}) {
    %buffers = transform.heddle.bufferize %module
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- keep.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.consumed}) {
    %buffers = transform.heddle.bufferize %module {deallocate = false}
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
