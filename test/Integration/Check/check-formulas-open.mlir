// What is not decided as formulas: an error function has no rule, bits are no
// number, a constant is a rounded product, a comparison is of numbers that are
// too near, there are no results. Then the floats decide.
//
// RUN: split-file %s %t
// RUN: heddle check %t/open.mlir --scheduled %t/other.mlir | FileCheck %s
// RUN: not heddle check %t/empty.mlir --scheduled %t/empty2.mlir --json \
// RUN:   | FileCheck %s --check-prefix=EMPTY

// CHECK:      opaque: equal: {{.*}}not decided as formulas: result 0 depends on something that the field does not know
// CHECK-NEXT: bits: equal: {{.*}}not decided as formulas: expects ops that have a meaning in a finite field, but got 'arith.bitcast' (line {{[0-9]+}})
// CHECK-NEXT: folded: equal: {{.*}}not decided as formulas: the scheduled function has a constant that the payload lacks and that may be rounded
// CHECK-NEXT: computed: equal: {{.*}}not decided as formulas: the scheduled function has a constant that the payload lacks and that may be rounded
// CHECK-NEXT: near: equal: {{.*}}not decided as formulas: a comparison is of numbers that f64 does not tell apart

// EMPTY: "outcome": "not decided",
// EMPTY: "reason": "the results have no elements",

//--- open.mlir
func.func @opaque(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %a = math.erf %x : f32
    %r = arith.mulf %a, %y : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @bits(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %b = arith.bitcast %x : f32 to i32
    %c = arith.bitcast %b : i32 to f32
    %r = arith.mulf %c, %y : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @folded(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 0.1 : f32
    %d = arith.constant 0.7 : f32
    %a = arith.mulf %x, %c : f32
    %r = arith.mulf %a, %d : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
// Lowering computes exp of a number that a structured op is given.
func.func @computed(%ys: tensor<7xf32>) -> tensor<7xf32> {
  %c = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<7xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %x = linalg.exp ins(%f : tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %0 = linalg.mul ins(%x, %ys : tensor<7xf32>, tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
func.func @near(%xs: memref<7xf64>, %ys: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %one = arith.constant 1.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %one) -> f64 {
    %x = memref.load %xs[%i] : memref<7xf64>
    %y = memref.load %ys[%i] : memref<7xf64>
    %tiny = arith.constant 1.0e-13 : f64
    %z = arith.addf %x, %tiny : f64
    %r = arith.maximumf %x, %z : f64
    %next = arith.addf %acc, %r : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

//--- other.mlir
func.func @opaque(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %m = arith.negf %x : f32
    %a = math.erf %m : f32
    %b = arith.mulf %a, %y : f32
    %r = arith.negf %b : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @bits(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %r = arith.mulf %y, %x : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @folded(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 0x3D8F5C2A : f32
    %r = arith.mulf %x, %c : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @computed(%ys: tensor<7xf32>) -> tensor<7xf32> {
  %c = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%c, %ys : f32, tensor<7xf32>) outs(%e : tensor<7xf32>) {
  ^bb0(%a: f32, %y: f32, %o: f32):
    %x = math.exp %a : f32
    %r = arith.mulf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
func.func @near(%xs: memref<7xf64>, %ys: memref<7xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %one = arith.constant 1.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %one) -> f64 {
    %x = memref.load %xs[%i] : memref<7xf64>
    %y = memref.load %ys[%i] : memref<7xf64>
    %tiny = arith.constant 1.0e-13 : f64
    %z = arith.addf %x, %tiny : f64
    %r = arith.minimumf %x, %z : f64
    %next = arith.addf %acc, %r : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

//--- empty.mlir
func.func @none(%x: memref<0xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c0 step %c1 {
    %a = memref.load %x[%i] : memref<0xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %x[%i] : memref<0xf32>
  }
  return
}

//--- empty2.mlir
func.func @none(%x: memref<0xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c0 step %c1 {
    %a = memref.load %x[%i] : memref<0xf32>
    %b = arith.mulf %a, %a : f32
    memref.store %b, %x[%i] : memref<0xf32>
  }
  return
}
