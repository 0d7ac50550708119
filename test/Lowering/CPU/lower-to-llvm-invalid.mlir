// RUN: heddle-opt %s --heddle-lower-to-llvm -split-input-file -verify-diagnostics

// Payload must be bufferized first.
func.func @tensor(%a: tensor<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{expects bufferized payload, but 'tensor.extract' has no lowering to LLVM}}
  %0 = tensor.extract %a[%c0] : tensor<4xf32>
  return %0 : f32
}
