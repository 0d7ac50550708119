// RUN: heddle-opt %s --heddle-floats-to-field -split-input-file -verify-diagnostics
// RUN: heddle-opt %s --heddle-floats-to-field=record -split-input-file -verify-diagnostics

// The bits of a float are no number of the field.
func.func @bits(%x: f32) -> i32 {
  // expected-error @below {{expects ops that have a meaning in a finite field, but got 'arith.bitcast'}}
  %0 = arith.bitcast %x : f32 to i32
  return %0 : i32
}

// -----

func.func @vector_bits(%x: vector<4xf32>) -> vector<4xi32> {
  // expected-error @below {{expects ops that have a meaning in a finite field, but got 'vector.bitcast'}}
  %0 = vector.bitcast %x : vector<4xf32> to vector<4xi32>
  return %0 : vector<4xi32>
}

// -----

// Code that is elsewhere takes floats.
// expected-error @below {{expects ops that have a meaning in a finite field, but got 'func.func'}}
func.func private @elsewhere(f32) -> f32

// -----

// An op of a target.
func.func @target(%x: f32) -> f32 {
  // expected-error @below {{expects ops that have a meaning in a finite field, but got 'llvm.intr.sqrt'}}
  %0 = llvm.intr.sqrt(%x) : (f32) -> f32
  return %0 : f32
}

// -----

// Structured ops are lowered before.
func.func @structured(%x: memref<4xf32>, %f: f32) {
  // expected-error @below {{expects ops that have a meaning in a finite field, but got 'linalg.fill'}}
  linalg.fill ins(%f : f32) outs(%x : memref<4xf32>)
  return
}

// -----

func.func @scalable(%x: vector<[4]xf32>) -> vector<[4]xf32> {
  // expected-error @below {{expects ops that have a meaning in a finite field, but got 'arith.addf'}}
  %0 = arith.addf %x, %x : vector<[4]xf32>
  return %0 : vector<[4]xf32>
}

// -----

// How large the bytes of an argument are is decided elsewhere.
func.func @bytes(%x: memref<64xi8>) -> memref<16xf32> {
  %c0 = arith.constant 0 : index
  // expected-error @below {{expects a view of a buffer that is allocated in its function and used by views alone, but 'memref.view' shows another one}}
  %0 = memref.view %x[%c0][] : memref<64xi8> to memref<16xf32>
  return %0 : memref<16xf32>
}
