// Upstream's bufferization is right after Heddle's preparing passes, also on
// what CSE and loop-invariant code motion have made of it.
// RUN: heddle-opt %s --cse --loop-invariant-code-motion \
// RUN:     --heddle-expand-index-switches --heddle-separate-results \
// RUN:     --heddle-unshare-destinations --heddle-copy-repeated-destinations \
// RUN:     --heddle-pin-partial-writes \
// RUN:     --one-shot-bufferize="bufferize-function-boundaries=1 allow-return-allocs-from-loops=1 function-boundary-type-conversion=identity-layout-map" \
// RUN:     --heddle-lower-to-llvm \
// RUN:   | mlir-runner -O1 -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_runner_utils.so,%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | grep -v 'base@' | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)

// A fill of each iteration, of which a part is written.
func.func @part_of_fill(%acc0: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %five = arith.constant 5.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %acc0) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %f = linalg.fill ins(%one : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = tensor.extract_slice %f[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %g = linalg.fill ins(%five : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    %w = tensor.insert_slice %g into %f[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    %x = linalg.add ins(%acc, %w : tensor<4xf32>, tensor<4xf32>) outs(%acc : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Two outputs of one loop that start from equal empty tensors.
func.func @two_outputs(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %e0 = tensor.empty() : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c2 iter_args(%p = %e0, %q = %e1) -> (tensor<4xf32>, tensor<4xf32>) {
    %s = tensor.extract_slice %a[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %u = tensor.extract_slice %p[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %v = tensor.extract_slice %q[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %x = linalg.add ins(%s, %s : tensor<2xf32>, tensor<2xf32>) outs(%u : tensor<2xf32>) -> tensor<2xf32>
    %y = linalg.add ins(%x, %s : tensor<2xf32>, tensor<2xf32>) outs(%v : tensor<2xf32>) -> tensor<2xf32>
    %w = tensor.insert_slice %x into %p[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    %z = tensor.insert_slice %y into %q[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    scf.yield %w, %z : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK: {{^}}[8,  12,  12,  8]
// CHECK: {{^}}[2,  2,  2,  2]
// CHECK: {{^}}[3,  3,  3,  3]
func.func @main() {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%one : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = call @part_of_fill(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1:2 = call @two_outputs(%a) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %u0 = tensor.cast %0 : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%u0) : (tensor<*xf32>) -> ()
  %u1 = tensor.cast %1#0 : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%u1) : (tensor<*xf32>) -> ()
  %u2 = tensor.cast %1#1 : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%u2) : (tensor<*xf32>) -> ()
  return
}
