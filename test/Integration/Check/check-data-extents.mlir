// The extents of a result that follow from data are not known before the call:
// no argument can be made for it.
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: not heddle check %s -s %S/../Inputs/bufferize-out-params.mlir \
// RUN:   | FileCheck %s --check-prefix=OUT

// CHECK: reshaped: equal
// OUT: reshaped: not checked: the scheduled function leaves result 1 in an argument, and the extents 2x4 follow from data; return it
func.func @reshaped(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<?x?xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %shape = tensor.from_elements %c2, %c4 : tensor<2xindex>
  %e = tensor.empty() : tensor<8xf32>
  %n = linalg.negf ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %v = tensor.reshape %n(%shape) : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %r = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r, %v : tensor<8xf32>, tensor<?x?xf32>
}
