// RUN: heddle-opt %s --split-input-file --verify-diagnostics

func.func @dimension(%x: memref<4x8xf32>, %m: memref<4xf32>) {
  // expected-error @below {{'linalg_ext.softmax' op expects 'dimension' in [0, 2), but got 2}}
  linalg_ext.softmax dimension(2) ins(%x : memref<4x8xf32>) outs(%x, %m, %m, %m : memref<4x8xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>)
  return
}

// -----

func.func @negative_dimension(%x: memref<4x8xf32>, %m: memref<4xf32>) {
  // expected-error @below {{'linalg_ext.unnorm_softmax' op expects 'dimension' in [0, 2), but got -1}}
  linalg_ext.unnorm_softmax dimension(-1) ins(%x : memref<4x8xf32>) outs(%x, %m, %m, %m : memref<4x8xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>)
  return
}

// -----

// A scalar has no dim to reduce.
func.func @no_dimension(%x: memref<f32>) {
  // expected-error @below {{expects 'dimension' in [0, 0), but got 0}}
  linalg_ext.softmax dimension(0) ins(%x : memref<f32>) outs(%x, %x, %x, %x : memref<f32>, memref<f32>, memref<f32>, memref<f32>)
  return
}

// -----

func.func @mixed(%x: tensor<4x8xf32>, %m: memref<4xf32>) {
  // expected-error @below {{expects its operands to be all tensors or all memrefs}}
  linalg_ext.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%x, %m, %m, %m : tensor<4x8xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>)
  return
}

// -----

func.func @rank(%x: memref<4x8xf32>, %m: memref<4xf32>) {
  // expected-error @below {{expects operand #3 to have rank 1, but got 2}}
  linalg_ext.softmax dimension(1) ins(%x : memref<4x8xf32>) outs(%x, %m, %x, %m : memref<4x8xf32>, memref<4xf32>, memref<4x8xf32>, memref<4xf32>)
  return
}

// -----

// The rows are dim 1 here.
func.func @row_extent(%x: memref<4x8xf32>, %m: memref<8xf32>, %s: memref<4xf32>) {
  // expected-error @below {{expects dim 0 of operand #4 to have extent 8 like dim 1 of operand #0, but got 4}}
  linalg_ext.softmax dimension(0) ins(%x : memref<4x8xf32>) outs(%x, %m, %m, %s : memref<4x8xf32>, memref<8xf32>, memref<8xf32>, memref<4xf32>)
  return
}

// -----

// What the input leaves open, the output says.
func.func @dynamic_extent(%x: memref<?x?xf32>, %y: memref<?x8xf32>, %m: memref<7xf32>) {
  // expected-error @below {{expects dim 0 of operand #2 to have extent 8 like dim 1 of operand #1, but got 7}}
  linalg_ext.softmax dimension(0) ins(%x : memref<?x?xf32>) outs(%y, %m, %m, %m : memref<?x8xf32>, memref<7xf32>, memref<7xf32>, memref<7xf32>)
  return
}

// -----

func.func @results_on_memrefs(%x: memref<4x8xf32>, %m: memref<4xf32>) {
  // expected-error @below {{expects 0 results on memrefs, but got 1}}
  %0 = linalg_ext.softmax dimension(1) ins(%x : memref<4x8xf32>) outs(%x, %m, %m, %m : memref<4x8xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>) : tensor<4x8xf32>
  return
}

// -----

func.func @results_on_tensors(%x: tensor<4x8xf32>, %m: tensor<4xf32>) {
  // expected-error @below {{expects 4 results on tensors, but got 1}}
  %0 = linalg_ext.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%x, %m, %m, %m : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) : tensor<4x8xf32>
  return
}

// -----

func.func @result_type(%x: tensor<4x8xf32>, %m: tensor<4xf32>) {
  // expected-error @below {{expects result #2 to have the type of its destination, 'tensor<4xf32>', but got 'tensor<?xf32>'}}
  %0:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%x, %m, %m, %m : tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) : tensor<4x8xf32>, tensor<4xf32>, tensor<?xf32>, tensor<4xf32>
  return
}

// -----

func.func @element_types(%x: memref<4x8xf32>, %m: memref<4xf16>) {
  // expected-error @below {{failed to verify that all of {input, output, max, accumulator, scale} have same element type}}
  linalg_ext.softmax dimension(1) ins(%x : memref<4x8xf32>) outs(%x, %m, %m, %m : memref<4x8xf32>, memref<4xf16>, memref<4xf16>, memref<4xf16>)
  return
}

// -----

func.func @no_float(%x: memref<4x8xi32>, %m: memref<4xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor or memref of f16, bf16, f32 or f64, but got 'memref<4x8xi32>'}}
  linalg_ext.softmax dimension(1) ins(%x : memref<4x8xi32>) outs(%x, %m, %m, %m : memref<4x8xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>)
  return
}
