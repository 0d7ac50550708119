// arith and math on tensors are payload like any other: heddle schedule writes the step
// that makes structured ops of them, and they are fused and vectorized after it.

// RUN: heddle schedule %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=WRITTEN --input-file=%t.mlir
// RUN: heddle check %s -s %t.mlir | FileCheck %s
// RUN: not heddle check %s -s %t.mlir --function dynamic --dims arg0=0x5,arg1=0x5 | FileCheck %s --check-prefix=EMPTY
// RUN: heddle check %s -s %t.mlir --function dynamic --dims arg0=1x1,arg1=1x1 | FileCheck %s --check-prefix=DYNAMIC
// RUN: heddle apply %s -s %t.mlir | FileCheck %s --check-prefix=APPLIED

// WRITTEN:      %[[FUNCTIONS:.*]] = transform.structured.match ops{["func.func"]} in %module
// WRITTEN:      %{{.*}} = transform.apply_registered_pass
// WRITTEN-NEXT: "heddle-structure-tensors" to %[[FUNCTIONS]]
// WRITTEN:      // @chain
// WRITTEN:      // {{.*}}heddle-schedule-arith.mlir:[[#@LINE+24]]:8: linalg.generic, 37x21, after 3 ops of its group
// WRITTEN:      transform.heddle.vectorize %module {best_effort}

// CHECK-DAG: chain: equal
// CHECK-DAG: dynamic: equal
// CHECK-DAG: scalars: equal
// CHECK-DAG: beside: equal
// DYNAMIC: dynamic: equal
// EMPTY: dynamic: inconclusive: random data, arg0=0x5, arg1=0x5: result 0 has no elements

// One nest computes the chain in vectors.
// APPLIED-LABEL: func.func @chain(
// APPLIED-NOT:     memref.alloc
// APPLIED:         arith.addf {{.*}} : vector<
// APPLIED:         math.exp {{.*}} : vector<
// APPLIED-NOT:     linalg.generic
// APPLIED-LABEL: func.func @dynamic(

// A mask, a choice, a constant.
func.func @chain(%x: tensor<37x21xf32>, %y: tensor<37x21xf32>) -> tensor<37x21xf32> {
  %two = arith.constant dense<2.0> : tensor<37x21xf32>
  %a = arith.addf %x, %y : tensor<37x21xf32>
  %m = arith.cmpf ogt, %a, %two : tensor<37x21xf32>
  %b = arith.select %m, %x, %a : tensor<37x21xi1>, tensor<37x21xf32>
  %c = math.exp %b : tensor<37x21xf32>
  return %c : tensor<37x21xf32>
}

// Integers that become floats, of extents that are known at run time.
func.func @dynamic(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>) -> (tensor<?x?xf32>, tensor<?x?xi64>) {
  %a = arith.muli %x, %y : tensor<?x?xi32>
  %b = arith.sitofp %a : tensor<?x?xi32> to tensor<?x?xf32>
  %c = arith.extsi %x : tensor<?x?xi32> to tensor<?x?xi64>
  return %b, %c : tensor<?x?xf32>, tensor<?x?xi64>
}

// Without dims, and one choice for a whole tensor.
func.func @scalars(%x: tensor<f32>, %y: tensor<f32>, %which: i1) -> (tensor<f32>, tensor<f32>) {
  %a = arith.subf %x, %y : tensor<f32>
  %b = math.absf %a : tensor<f32>
  %c = arith.select %which, %a, %b : tensor<f32>
  return %b, %c : tensor<f32>, tensor<f32>
}

// Next to structured ops, and read by one that reads its destination.
func.func @beside(%x: tensor<13x40xf32>, %y: tensor<40x9xf32>, %z: tensor<13x9xf32>) -> tensor<13x9xf32> {
  %n = arith.negf %z : tensor<13x9xf32>
  %p = linalg.matmul ins(%x, %y : tensor<13x40xf32>, tensor<40x9xf32>) outs(%n : tensor<13x9xf32>) -> tensor<13x9xf32>
  %q = arith.mulf %p, %z : tensor<13x9xf32>
  return %q : tensor<13x9xf32>
}
