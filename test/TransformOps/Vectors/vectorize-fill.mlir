// RUN: heddle-opt %s --apply-schedule --split-input-file | FileCheck %s
// RUN: heddle-opt %s --apply-schedule --split-input-file --heddle-bufferize \
// RUN:   | FileCheck %s --check-prefix=BUFFERS

// Two products start from one fill. Each tile of registers starts from a constant:
// nothing is filled and nothing is copied. Sizes that the tiles do not divide.
// CHECK-LABEL: func @products(
// CHECK-DAG:     %[[START:.*]] = arith.constant dense<0.000000e+00> : vector<8x32xf32>
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[START]])
// BUFFERS-LABEL: func @products(
// BUFFERS-NOT:     linalg.copy
// BUFFERS-NOT:     memref.copy
module attributes {transform.with_named_sequence} {
  func.func @products(%a: tensor<67x33xf32>, %b: tensor<33x70xf32>,
                      %c: tensor<33x70xf32>) -> (tensor<67x70xf32>, tensor<67x70xf32>) {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<67x70xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<67x70xf32>) -> tensor<67x70xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<67x33xf32>, tensor<33x70xf32>)
        outs(%z : tensor<67x70xf32>) -> tensor<67x70xf32>
    %1 = linalg.matmul ins(%a, %c : tensor<67x33xf32>, tensor<33x70xf32>)
        outs(%z : tensor<67x70xf32>) -> tensor<67x70xf32>
    return %0, %1 : tensor<67x70xf32>, tensor<67x70xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.heddle.vectorize %m
    transform.yield
  }
}
