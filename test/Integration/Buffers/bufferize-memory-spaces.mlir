// Tensors in memory spaces compute the same after bufferization, which keeps the
// spaces: extents that are dynamic, odd, 1 and 0.
// RUN: heddle check %s -s %S/../Inputs/bufferize.mlir | FileCheck %s
// RUN: heddle-opt %s --apply-schedule=schedule=%S/../Inputs/bufferize.mlir \
// RUN:   | FileCheck %s --check-prefix=SPACE

// CHECK-NOT: different
// CHECK: dynamic: equal
// SPACE: func.func @dynamic(%{{.*}}: memref<?x?xf32, 3>, %{{.*}}: memref<?x?xf32, 3>
func.func @dynamic(%a: tensor<?x?xf32, 3>, %d: tensor<?x?xf32, 3>) -> (tensor<?x?xf32, 3>, tensor<?x?xf32, 3>) {
  %0 = linalg.add ins(%a, %d : tensor<?x?xf32, 3>, tensor<?x?xf32, 3>) outs(%d : tensor<?x?xf32, 3>) -> tensor<?x?xf32, 3>
  %1 = linalg.mul ins(%0, %a : tensor<?x?xf32, 3>, tensor<?x?xf32, 3>) outs(%0 : tensor<?x?xf32, 3>) -> tensor<?x?xf32, 3>
  return %0, %1 : tensor<?x?xf32, 3>, tensor<?x?xf32, 3>
}

// CHECK: odd: equal
// SPACE: func.func @odd(%{{.*}}: memref<5x1xf32, 1>, %{{.*}}: memref<5x1xf32>
func.func @odd(%a: tensor<5x1xf32, 1>, %d: tensor<5x1xf32>, %n: index) -> tensor<5x1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant dense<3.0> : tensor<5x1xf32, 1>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %a) -> tensor<5x1xf32, 1> {
    %s = tensor.extract_slice %acc[2, 0] [3, 1] [1, 1] : tensor<5x1xf32, 1> to tensor<3x1xf32, 1>
    %x = linalg.add ins(%s, %s : tensor<3x1xf32, 1>, tensor<3x1xf32, 1>) outs(%s : tensor<3x1xf32, 1>) -> tensor<3x1xf32, 1>
    %w = tensor.insert_slice %x into %acc[1, 0] [3, 1] [1, 1] : tensor<3x1xf32, 1> into tensor<5x1xf32, 1>
    %y = linalg.max ins(%w, %k : tensor<5x1xf32, 1>, tensor<5x1xf32, 1>) outs(%w : tensor<5x1xf32, 1>) -> tensor<5x1xf32, 1>
    scf.yield %y : tensor<5x1xf32, 1>
  }
  %o = linalg.add ins(%r, %r : tensor<5x1xf32, 1>, tensor<5x1xf32, 1>) outs(%d : tensor<5x1xf32>) -> tensor<5x1xf32>
  return %o : tensor<5x1xf32>
}

// CHECK: none: equal
// SPACE: func.func @none(%{{.*}}: memref<0xf32, 1>
func.func @none(%a: tensor<0xf32, 1>, %d: tensor<f32, 1>) -> tensor<f32, 1> {
  %e = tensor.empty() : tensor<0xf32, 1>
  %0 = linalg.negf ins(%a : tensor<0xf32, 1>) outs(%e : tensor<0xf32, 1>) -> tensor<0xf32, 1>
  %1 = linalg.add ins(%0, %a : tensor<0xf32, 1>, tensor<0xf32, 1>) outs(%0 : tensor<0xf32, 1>) -> tensor<0xf32, 1>
  %s = linalg.reduce ins(%1 : tensor<0xf32, 1>) outs(%d : tensor<f32, 1>) dimensions = [0]
    (%x: f32, %acc: f32) {
      %y = arith.addf %x, %acc : f32
      linalg.yield %y : f32
    }
  return %s : tensor<f32, 1>
}
