// A payload of arith, math or scatters on tensors alone: no op of linalg loads its dialect.
// RUN: heddle schedule %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: heddle check %s -s %t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: heddle check %s --scheduled=%s --allow-unchanged | FileCheck %s --check-prefix=EQUAL

// CHECK: %structured = transform.apply_registered_pass
// CHECK-NEXT: "heddle-structure-tensors"
// EQUAL-DAG: sum: equal
// EQUAL-DAG: scattered: equal

func.func @sum(%a: tensor<70xf32>, %b: tensor<70xf32>) -> tensor<70xf32> {
  %0 = arith.addf %a, %b : tensor<70xf32>
  %1 = math.exp %0 : tensor<70xf32>
  return %1 : tensor<70xf32>
}

func.func @scattered(%a: tensor<3x4xf32>, %b: tensor<7x4xf32>, %i: tensor<3x1xindex>) -> tensor<7x4xf32> {
  %0 = tensor.scatter %a into %b[%i] scatter_dims([0]) unique : (tensor<3x4xf32>, tensor<7x4xf32>, tensor<3x1xindex>) -> tensor<7x4xf32>
  return %0 : tensor<7x4xf32>
}
