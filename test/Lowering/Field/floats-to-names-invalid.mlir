// RUN: split-file %s %t
// RUN: heddle-opt %t/names.mlir --heddle-floats-to-names --split-input-file --verify-diagnostics
// RUN: heddle-opt %t/ordered.mlir --heddle-floats-to-names=ordered --verify-diagnostics

//--- names.mlir
func.func @branch(%a: f32, %b: f32) -> f32 {
  %c = arith.cmpf ogt, %a, %b : f32
  // expected-error@below {{expects a comparison of floats to choose between floats, but 'scf.if' uses it}}
  %r = scf.if %c -> f32 {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  return %r : f32
}

// -----

func.func @index(%a: f32, %b: f32, %i: index, %j: index) -> index {
  %c = arith.cmpf ogt, %a, %b : f32
  // expected-error@below {{expects a comparison of floats to choose between floats, but 'arith.select' uses it}}
  %r = arith.select %c, %i, %j : index
  return %r : index
}

// -----

func.func @bits(%a: f32) -> i32 {
  // expected-error@below {{expects ops that have a name, but got 'arith.bitcast'}}
  %r = arith.bitcast %a : f32 to i32
  return %r : i32
}

// -----

func.func @whole(%a: f32) -> i32 {
  // expected-error@below {{expects ops that have a name, but got 'arith.fptosi'}}
  %r = arith.fptosi %a : f32 to i32
  return %r : i32
}

// -----

func.func @reduced(%a: vector<4xf32>) -> f32 {
  // expected-error@below {{expects ops that have a name, but got 'vector.reduction'}}
  %r = vector.reduction <add>, %a fastmath<nnan> : vector<4xf32> into f32
  return %r : f32
}

// -----

func.func @product(%a: vector<4xf32>) -> f32 {
  // expected-error@below {{expects ops that have a name, but got 'vector.reduction'}}
  %r = vector.reduction <mul>, %a : vector<4xf32> into f32
  return %r : f32
}

// -----

func.func @updated(%a: f32, %m: memref<f32>) -> f32 {
  // expected-error@below {{expects ops that have a name, but got 'memref.atomic_rmw'}}
  %r = memref.atomic_rmw addf %a, %m[] : (f32, memref<f32>) -> f32
  return %r : f32
}

// -----

func.func @whole_memory(%a: f32, %b: f32, %x: memref<4xf32>, %y: memref<4xf32>) -> memref<4xf32> {
  %c = arith.cmpf ogt, %a, %b : f32
  // expected-error@below {{expects a comparison of floats to choose between floats, but 'arith.select' uses it}}
  %r = arith.select %c, %x, %y : memref<4xf32>
  return %r : memref<4xf32>
}

// -----

func.func @scalable(%a: vector<[4]xf32>) -> vector<[4]xf32> {
  // expected-error@below {{expects ops that have a name, but got 'arith.addf'}}
  %r = arith.addf %a, %a : vector<[4]xf32>
  return %r : vector<[4]xf32>
}

//--- ordered.mlir
func.func @unordered(%a: vector<4xf32>) -> f32 {
  // expected-error@below {{expects ops that have a name, but got 'vector.reduction'}}
  %r = vector.reduction <add>, %a : vector<4xf32> into f32
  return %r : f32
}
