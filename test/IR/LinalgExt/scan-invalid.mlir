// RUN: heddle-opt %s --split-input-file --verify-diagnostics

func.func @dimension(%x: memref<8xf32>, %a: memref<f32>) {
  // expected-error @below {{'linalg_ext.scan' op expects 'dimension' in [0, 1), but got 1}}
  linalg_ext.scan dimension(1) inclusive(true) ins(%x : memref<8xf32>) outs(%x, %a : memref<8xf32>, memref<f32>) {
  ^bb0(%s: f32, %e: f32):
    linalg_ext.yield %s : f32
  }
  return
}

// -----

func.func @accumulator(%x: memref<8x4xf32>, %a: memref<8xf32>) {
  // expected-error @below {{expects dim 0 of operand #2 to have extent 4 like dim 1 of operand #0, but got 8}}
  linalg_ext.scan dimension(0) inclusive(true) ins(%x : memref<8x4xf32>) outs(%x, %a : memref<8x4xf32>, memref<8xf32>) {
  ^bb0(%s: f32, %e: f32):
    linalg_ext.yield %s : f32
  }
  return
}

// -----

func.func @arguments(%x: memref<8xf32>, %a: memref<f32>) {
  // expected-error @below {{expects a body with the arguments ('f32', 'f32'), but got ('f32')}}
  linalg_ext.scan dimension(0) inclusive(true) ins(%x : memref<8xf32>) outs(%x, %a : memref<8xf32>, memref<f32>) {
  ^bb0(%s: f32):
    linalg_ext.yield %s : f32
  }
  return
}

// -----

func.func @yields(%x: memref<8xf32>, %a: memref<f32>) {
  // expected-error @below {{expects a body that yields ('f32'), but got ('f32', 'f32')}}
  linalg_ext.scan dimension(0) inclusive(true) ins(%x : memref<8xf32>) outs(%x, %a : memref<8xf32>, memref<f32>) {
  ^bb0(%s: f32, %e: f32):
    linalg_ext.yield %s, %e : f32, f32
  }
  return
}

// -----

func.func @element_types(%x: memref<8xf32>, %a: memref<f64>) {
  // expected-error @below {{failed to verify that all of {input, output, accumulator} have same element type}}
  linalg_ext.scan dimension(0) inclusive(true) ins(%x : memref<8xf32>) outs(%x, %a : memref<8xf32>, memref<f64>) {
  ^bb0(%s: f32, %e: f32):
    linalg_ext.yield %s : f32
  }
  return
}

// -----

func.func @no_numbers(%x: memref<8xcomplex<f32>>, %a: memref<complex<f32>>) {
  // expected-error @below {{operand #0 must be ranked tensor or memref of integers, indices or floats, but got 'memref<8xcomplex<f32>>'}}
  linalg_ext.scan dimension(0) inclusive(true) ins(%x : memref<8xcomplex<f32>>) outs(%x, %a : memref<8xcomplex<f32>>, memref<complex<f32>>) {
  ^bb0(%s: complex<f32>, %e: complex<f32>):
    linalg_ext.yield %s : complex<f32>
  }
  return
}
