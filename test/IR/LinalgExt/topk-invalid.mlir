// RUN: heddle-opt %s --split-input-file --verify-diagnostics

func.func @dimension(%x: memref<8xf32>, %v: memref<2xf32>, %i: memref<2xi32>) {
  // expected-error @below {{'linalg_ext.topk' op expects 'dimension' in [0, 1), but got 1}}
  linalg_ext.topk dimension(1) ins(%x : memref<8xf32>) outs(%v, %i : memref<2xf32>, memref<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  }
  return
}

// -----

func.func @rows(%x: memref<4x8xf32>, %v: memref<5x2xf32>, %i: memref<4x2xi32>) {
  // expected-error @below {{expects dim 0 of operand #1 to have extent 4 like dim 0 of operand #0, but got 5}}
  linalg_ext.topk dimension(1) ins(%x : memref<4x8xf32>) outs(%v, %i : memref<5x2xf32>, memref<4x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  }
  return
}

// -----

func.func @slots(%x: memref<8xf32>, %v: memref<2xf32>, %i: memref<3xi32>) {
  // expected-error @below {{expects as many slots for indices as for values, 2, but got 3}}
  linalg_ext.topk dimension(0) ins(%x : memref<8xf32>) outs(%v, %i : memref<2xf32>, memref<3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  }
  return
}

// -----

func.func @index_types(%x: memref<8xf32>, %n: memref<8xi64>, %v: memref<2xf32>, %i: memref<2xi32>) {
  // expected-error @below {{expects indices of one type, but got 'i64' and 'i32'}}
  linalg_ext.topk dimension(0) ins(%x, %n : memref<8xf32>, memref<8xi64>) outs(%v, %i : memref<2xf32>, memref<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  }
  return
}

// -----

func.func @base(%b: index, %x: memref<8xf32>, %n: memref<8xi32>, %v: memref<2xf32>, %i: memref<2xi32>) {
  // expected-error @below {{expects no 'base' for indices that are given}}
  linalg_ext.topk dimension(0) ins(%x, %n : memref<8xf32>, memref<8xi32>) base(%b) outs(%v, %i : memref<2xf32>, memref<2xi32>) {
  ^bb0(%p: f32, %q: f32):
    %c = arith.cmpf ogt, %p, %q : f32
    linalg_ext.yield %c : i1
  }
  return
}

// -----

func.func @yields(%x: memref<8xf32>, %v: memref<2xf32>, %i: memref<2xi32>) {
  // expected-error @below {{expects a body that yields ('i1'), but got ('f32')}}
  linalg_ext.topk dimension(0) ins(%x : memref<8xf32>) outs(%v, %i : memref<2xf32>, memref<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    linalg_ext.yield %a : f32
  }
  return
}

// -----

func.func @values(%x: memref<8xf32>, %v: memref<2xf16>, %i: memref<2xi32>) {
  // expected-error @below {{failed to verify that all of {values, output_values} have same element type}}
  linalg_ext.topk dimension(0) ins(%x : memref<8xf32>) outs(%v, %i : memref<2xf16>, memref<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  }
  return
}

// -----

func.func @float_slots(%x: memref<8xf32>, %v: memref<2xf32>, %i: memref<2xf32>) {
  // expected-error @below {{operand #2 must be ranked tensor or memref of integers or indices, but got 'memref<2xf32>'}}
  linalg_ext.topk dimension(0) ins(%x : memref<8xf32>) outs(%v, %i : memref<2xf32>, memref<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  }
  return
}

// -----

func.func @float_indices(%x: memref<8xf32>, %n: memref<8xf32>, %v: memref<2xf32>, %i: memref<2xi32>) {
  // expected-error @below {{operand #1 must be ranked tensor or memref of integers or indices, but got 'memref<8xf32>'}}
  linalg_ext.topk dimension(0) ins(%x, %n : memref<8xf32>, memref<8xf32>) outs(%v, %i : memref<2xf32>, memref<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  }
  return
}
