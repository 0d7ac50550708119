// RUN: heddle-opt %s --heddle-widen-floats -split-input-file -verify-diagnostics

// The bits of a number are others in f64.
func.func @bits(%x: f32) -> i32 {
  // expected-error @below {{expects ops that do the same in f64, but 'arith.bitcast' depends on 'f32'}}
  %0 = arith.bitcast %x : f32 to i32
  return %0 : i32
}

// -----

// Bytes that hold floats would be too few.
func.func @bytes(%x: memref<64xi8>) -> memref<16xf32> {
  %c0 = arith.constant 0 : index
  // expected-error @below {{expects a view of a buffer that is allocated in its function and used by views alone, but 'memref.view' shows another one}}
  %0 = memref.view %x[%c0][] : memref<64xi8> to memref<16xf32>
  return %0 : memref<16xf32>
}

// -----

// Code that is elsewhere takes narrow numbers.
// expected-error @below {{expects ops that do the same in f64, but 'func.func' depends on 'f16'}}
func.func private @elsewhere(f16) -> f16

// -----

func.func @vectors(%x: vector<4xbf16>) -> vector<8xi8> {
  // expected-error @below {{expects ops that do the same in f64, but 'vector.bitcast' depends on 'bf16'}}
  %0 = vector.bitcast %x : vector<4xbf16> to vector<8xi8>
  return %0 : vector<8xi8>
}

// -----

// An op of another dialect.
func.func @target(%x: f32) -> f32 {
  // expected-error @below {{expects ops that do the same in f64, but 'llvm.fneg' depends on 'f32'}}
  %0 = llvm.fneg %x : f32
  return %0 : f32
}
