// RUN: heddle-opt %s --split-input-file --verify-diagnostics

func.func @scalar(%x: memref<f32>, %y: memref<4xf32>) {
  // expected-error @below {{'linalg_ext.diag' op expects an input of rank 1 or more, but got 0}}
  linalg_ext.diag ins(%x : memref<f32>) outs(%y : memref<4xf32>)
  return
}

// -----

func.func @offsets(%i: index, %x: memref<4xf32>, %y: memref<4x4xf32>) {
  // expected-error @below {{expects 2 offsets or none, but got 1}}
  linalg_ext.diag ins(%x : memref<4xf32>) offsets(%i) outs(%y : memref<4x4xf32>)
  return
}

// -----

func.func @oblong(%x: memref<4xf32>, %y: memref<4x5xf32>) {
  // expected-error @below {{expects square matrices without offsets, but got 4 x 5}}
  linalg_ext.diag ins(%x : memref<4xf32>) outs(%y : memref<4x5xf32>)
  return
}

// -----

func.func @rank(%x: memref<4xf32>, %y: memref<2x4x4xf32>) {
  // expected-error @below {{expects operand #1 to have rank 2, but got 3}}
  linalg_ext.diag ins(%x : memref<4xf32>) outs(%y : memref<2x4x4xf32>)
  return
}

// -----

func.func @element_types(%x: memref<4xf32>, %y: memref<4x4xf64>) {
  // expected-error @below {{failed to verify that all of {input, output} have same element type}}
  linalg_ext.diag ins(%x : memref<4xf32>) outs(%y : memref<4x4xf64>)
  return
}

// -----

func.func @no_numbers(%x: memref<4xcomplex<f32>>, %y: memref<4x4xcomplex<f32>>) {
  // expected-error @below {{operand #0 must be ranked tensor or memref of integers, indices or floats, but got 'memref<4xcomplex<f32>>'}}
  linalg_ext.diag ins(%x : memref<4xcomplex<f32>>) outs(%y : memref<4x4xcomplex<f32>>)
  return
}
