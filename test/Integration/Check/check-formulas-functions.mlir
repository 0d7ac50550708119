// Functions that are the same formula in exact numbers: a quotient and a product,
// exponentials, roots and logarithms of other forms, another order of a sum.
// And one in which a term of 4,096 is another, by less than f32 can hold.
// Each function adds up something of its elements, so that a rounding is no
// difference.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/equal.mlir --function third \
// RUN:   --function roots --function logs --function terms \
// RUN:   | FileCheck %s --check-prefix=EQUAL
// RUN: not heddle check %t/payload.mlir --scheduled %t/equal.mlir --json \
// RUN:   --function bases --function hyperbolic | FileCheck %s --check-prefix=SPECIAL
// RUN: not heddle check %t/payload.mlir --scheduled %t/different.mlir \
// RUN:   --function terms | FileCheck %s --check-prefix=DIFFERENT
// RUN: not heddle check %t/payload.mlir --scheduled %t/different.mlir --json \
// RUN:   --function terms | FileCheck %s --check-prefix=JSON

// EQUAL:      third: equal: {{.*}}equal as formulas (30 elements, 14 divisions, 2 points)
// EQUAL-NEXT: roots: equal: {{.*}}equal as formulas (
// EQUAL-NEXT: logs: equal: {{.*}}equal as formulas (
// EQUAL-NEXT: terms: equal: {{.*}}equal as formulas (16386 elements, 16384 functions, 2 points)

// Two are equal as formulas, but not where a number is infinite or overflows.
// SPECIAL: "formulas": {
// SPECIAL: "functions": 42,
// SPECIAL: "outcome": "equal",
// SPECIAL: "function": "bases",
// SPECIAL: "verdict": "different",
// SPECIAL: "formulas": {
// SPECIAL: "outcome": "equal",
// SPECIAL: "function": "hyperbolic",
// SPECIAL: "verdict": "different",

// DIFFERENT: terms: different: different as formulas: result 0 (1 of 1 elements differ); the floats agree: random data

// JSON: "formulas": {
// JSON: "count": 1,
// JSON: "outcome": "different",
// JSON: "result": "result 0",

//--- payload.mlir
func.func @third(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 3.0 : f32
    %r = arith.divf %x, %c : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @roots(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 0.125 : f32
    %p = arith.mulf %x, %y : f32
    %q = math.rsqrt %p : f32
    %r = arith.mulf %q, %c : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @logs(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %p = arith.mulf %x, %y : f32
    %r = math.log %p : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @bases(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %s = arith.addf %x, %y : f32
    %r = math.exp %s : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @hyperbolic(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %r = math.tanh %x : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @terms(%xs: memref<4096xf32>, %ys: memref<4096xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<4096xf32>
    %y = memref.load %ys[%i] : memref<4096xf32>
    %e = math.exp %x : f32
    %r = arith.mulf %e, %y : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

//--- equal.mlir
func.func @third(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 0.333333343 : f32
    %r = arith.mulf %x, %c : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @roots(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %c = arith.constant 64.0 : f32
    %one = arith.constant 1.0 : f32
    %a = math.sqrt %x : f32
    %b = math.sqrt %y : f32
    %d = math.sqrt %c : f32
    %ab = arith.mulf %a, %b : f32
    %p = arith.mulf %ab, %d : f32
    %r = arith.divf %one, %p : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @logs(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %ln2 = arith.constant 0.693147182 : f32
    %a = math.log2 %x : f32
    %b = math.log %y : f32
    %c = arith.mulf %a, %ln2 : f32
    %r = arith.addf %c, %b : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @bases(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %log2e = arith.constant 1.44269504 : f32
    %a = arith.mulf %x, %log2e : f32
    %b = math.exp2 %a : f32
    %c = math.exp %y : f32
    %r = arith.mulf %b, %c : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @hyperbolic(%xs: memref<7xf32>, %ys: memref<7xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<7xf32>
    %y = memref.load %ys[%i] : memref<7xf32>
    %a = math.exp %x : f32
    %neg = arith.negf %x : f32
    %b = math.exp %neg : f32
    %s = arith.subf %a, %b : f32
    %t = arith.addf %a, %b : f32
    %r = arith.divf %s, %t : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @terms(%xs: memref<4096xf32>, %ys: memref<4096xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = arith.constant 4096 : index
  %last = arith.constant 4088 : index
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %sum = scf.for %k = %c0 to %n step %c8 iter_args(%acc = %zero) -> vector<8xf32> {
    %i = arith.subi %last, %k : index
    %x = vector.load %xs[%i] : memref<4096xf32>, vector<8xf32>
    %y = vector.load %ys[%i] : memref<4096xf32>, vector<8xf32>
    %e = math.exp %x : vector<8xf32>
    %next = vector.fma %e, %y, %acc : vector<8xf32>
    scf.yield %next : vector<8xf32>
  }
  %r = vector.reduction <add>, %sum : vector<8xf32> into f32
  return %r : f32
}

//--- different.mlir
func.func @terms(%xs: memref<4096xf32>, %ys: memref<4096xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<4096xf32>
    %y = memref.load %ys[%i] : memref<4096xf32>
    %far = arith.constant 9 : index
    %e = math.exp %x : f32
    %p = arith.mulf %e, %y : f32
    %tiny = arith.constant 0x32000000 : f32
    %d = arith.mulf %p, %tiny : f32
    %here = arith.cmpi eq, %i, %far : index
    %q = arith.subf %p, %d : f32
    %r = arith.select %here, %q, %p : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
