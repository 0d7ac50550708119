// RUN: heddle-opt %s --split-input-file --verify-diagnostics

func.func @layout(%a: memref<2x3x4xf32>, %b: memref<2x4x5xf32>, %c: memref<2x3x5xf32>) {
  // expected-error @below {{'linalg_ext.batch_matmul' op attribute 'layout' failed to satisfy constraint: one of "nn", "nt", "tn", "tt"}}
  linalg_ext.batch_matmul ins(%a, %b : memref<2x3x4xf32>, memref<2x4x5xf32>) outs(%c : memref<2x3x5xf32>) layout = "mn"
  return
}

// -----

func.func @no_batch(%a: memref<3x4xf32>, %b: memref<4x5xf32>, %c: memref<3x5xf32>) {
  // expected-error @below {{expects operands of rank 3 or more, but got 2}}
  linalg_ext.batch_matmul ins(%a, %b : memref<3x4xf32>, memref<4x5xf32>) outs(%c : memref<3x5xf32>) layout = "nn"
  return
}

// -----

func.func @ranks(%a: memref<2x3x4xf32>, %b: memref<4x5xf32>, %c: memref<2x3x5xf32>) {
  // expected-error @below {{expects operand #1 to have rank 3, but got 2}}
  linalg_ext.batch_matmul ins(%a, %b : memref<2x3x4xf32>, memref<4x5xf32>) outs(%c : memref<2x3x5xf32>) layout = "nn"
  return
}

// -----

// In the layout "nt", k is the last dim of both.
func.func @reduced(%a: memref<2x3x4xf32>, %b: memref<2x4x5xf32>, %c: memref<2x3x5xf32>) {
  // expected-error @below {{expects dim 2 of operand #1 to have extent 4 like dim 2 of operand #0, but got 5}}
  linalg_ext.batch_matmul ins(%a, %b : memref<2x3x4xf32>, memref<2x4x5xf32>) outs(%c : memref<2x3x5xf32>) layout = "nt"
  return
}

// -----

func.func @batch(%a: memref<2x3x4xf32>, %b: memref<1x4x5xf32>, %c: memref<2x3x5xf32>) {
  // expected-error @below {{expects dim 0 of operand #1 to have extent 2 like dim 0 of operand #0, but got 1}}
  linalg_ext.batch_matmul ins(%a, %b : memref<2x3x4xf32>, memref<1x4x5xf32>) outs(%c : memref<2x3x5xf32>) layout = "nn"
  return
}

// -----

func.func @numbers(%a: memref<2x3x4xi32>, %b: memref<2x4x5xf32>, %c: memref<2x3x5xf32>) {
  // expected-error @below {{expects all elements to be floats or all to be integers, but got 'i32' and 'f32'}}
  linalg_ext.batch_matmul ins(%a, %b : memref<2x3x4xi32>, memref<2x4x5xf32>) outs(%c : memref<2x3x5xf32>) layout = "nn"
  return
}
