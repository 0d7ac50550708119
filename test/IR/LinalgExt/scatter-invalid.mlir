// RUN: heddle-opt %s --split-input-file --verify-diagnostics

func.func @no_index(%i: memref<i32>, %u: memref<4xf32>, %s: memref<8x4xf32>) {
  // expected-error @below {{'linalg_ext.scatter' op expects indices of rank 1 or more, but got 0}}
  linalg_ext.scatter ins(%i, %u : memref<i32>, memref<4xf32>) outs(%s : memref<8x4xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  }
  return
}

// -----

func.func @dynamic_depth(%i: memref<4x?xi32>, %u: memref<4xf32>, %s: memref<8xf32>) {
  // expected-error @below {{expects a static last dim of the indices}}
  linalg_ext.scatter ins(%i, %u : memref<4x?xi32>, memref<4xf32>) outs(%s : memref<8xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  }
  return
}

// -----

func.func @updates(%i: memref<4x3x1xi32>, %u: memref<4xf32>, %s: memref<8xf32>) {
  // expected-error @below {{expects updates of rank 2 or more, but got 1}}
  linalg_ext.scatter ins(%i, %u : memref<4x3x1xi32>, memref<4xf32>) outs(%s : memref<8xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  }
  return
}

// -----

func.func @source(%i: memref<4x2xi32>, %u: memref<4x5xf32>, %s: memref<8x5xf32>) {
  // expected-error @below {{expects operand #2 to have rank 3, but got 2}}
  linalg_ext.scatter ins(%i, %u : memref<4x2xi32>, memref<4x5xf32>) outs(%s : memref<8x5xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  }
  return
}

// -----

func.func @batch(%i: memref<4x1xi32>, %u: memref<3x5xf32>, %s: memref<8x5xf32>) {
  // expected-error @below {{expects dim 0 of operand #1 to have extent 4 like dim 0 of operand #0, but got 3}}
  linalg_ext.scatter ins(%i, %u : memref<4x1xi32>, memref<3x5xf32>) outs(%s : memref<8x5xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  }
  return
}

// -----

func.func @element_types(%i: memref<4x1xi32>, %u: memref<4xf32>, %s: memref<8xf64>) {
  // expected-error @below {{failed to verify that all of {updates, source} have same element type}}
  linalg_ext.scatter ins(%i, %u : memref<4x1xi32>, memref<4xf32>) outs(%s : memref<8xf64>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  }
  return
}

// -----

func.func @float_indices(%i: memref<4x1xf32>, %u: memref<4xf32>, %s: memref<8xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor or memref of integers or indices, but got 'memref<4x1xf32>'}}
  linalg_ext.scatter ins(%i, %u : memref<4x1xf32>, memref<4xf32>) outs(%s : memref<8xf32>) {
  ^bb0(%c: f32, %n: f32):
    linalg_ext.yield %n : f32
  }
  return
}
