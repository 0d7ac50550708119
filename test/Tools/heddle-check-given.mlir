// Arguments from files, with --inputs. The scheduled functions are wrong for a
// number that no run draws by chance.

// RUN: split-file %s %t
// RUN: %python %S/Inputs/write-npy.py %t/x.npy '<f4' '(3,)' C 1 2 42.5
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function floats --inputs arg0=%t/x.npy | FileCheck %s
// CHECK: floats: different: result 0[2] is 0, expected 43.5 (1 of 3 elements differ) [random data, arg0 from {{.*}}x.npy, arg0=3]

// Without the file they are equal; with another one too, and the report names it.
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function floats
// RUN: %python %S/Inputs/write-npy.py %t/y.npy '<f4' '(4,)' C 1 2 3 -0.0
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function floats --inputs arg0=%t/y.npy | FileCheck %s --check-prefix=EQUAL
// EQUAL: floats: equal: {{.*}}; arg0 from {{.*}}y.npy
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --json \
// RUN:   --function floats --inputs arg0=%t/y.npy | FileCheck %s --check-prefix=JSON
// JSON: "given": "arg0 from {{.*}}y.npy"

// A file in column-major order: the element is at [0, 1], second of its row.
// RUN: %python %S/Inputs/write-npy.py %t/c.npy '<f8' '(2, 3)' F 1 2 42.5 3 4 5
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function matrix --inputs arg0=%t/c.npy | FileCheck %s --check-prefix=ORDER
// ORDER: matrix: different: result 0[0, 1] is 0, expected 43.5 (1 of 6 elements differ)

// Integers from a file are in all runs, those on whole numbers too. The scalar
// decides how often the loop runs.
// RUN: %python %S/Inputs/write-npy.py %t/i.npy '<i4' '(5,)' C 7 7 7 -1234 7
// RUN: %python %S/Inputs/write-npy.py %t/n.npy '<i8' '()' C 5
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function integers --inputs arg0=%t/i.npy,arg1=%t/n.npy \
// RUN:   | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: integers: different: argument 0[3] is 0, expected -1233 (1 of 5 elements differ) [{{.*}}arg0 from {{.*}}i.npy, arg1 from {{.*}}n.npy

// Sums of integers from a file need not be exact in f32, so they are no whole numbers
// that any order gives.
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir --allow-unchanged \
// RUN:   --function mixed --inputs arg0=%t/i.npy | FileCheck %s --check-prefix=MIXED
// MIXED: mixed: equal: random data bit for bit {{.*}}; arg0 from {{.*}}i.npy; no whole numbers: integers are read from a file

// What does not fit the function is not checked, with the reason.
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function matrix --inputs arg0=%t/x.npy | FileCheck %s --check-prefix=TYPE
// TYPE: matrix: not checked: expects tensor<?x3xf64> for 'arg0', but {{.*}}x.npy has elements of 'f4'
// RUN: %python %S/Inputs/write-npy.py %t/rank.npy '<f8' '(3,)' C 1 2 3
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function matrix --inputs arg0=%t/rank.npy | FileCheck %s --check-prefix=RANK
// RANK: matrix: not checked: expects tensor<?x3xf64> for 'arg0', but {{.*}}rank.npy has 1 dims
// RUN: %python %S/Inputs/write-npy.py %t/shape.npy '<f8' '(3, 2)' C 1 2 3 4 5 6
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function matrix --inputs arg0=%t/shape.npy | FileCheck %s --check-prefix=SHAPE
// SHAPE: matrix: not checked: expects tensor<?x3xf64> for 'arg0', but {{.*}}shape.npy has the shape 3x2
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function matrix --inputs arg1=%t/x.npy | FileCheck %s --check-prefix=COUNT
// COUNT: matrix: not checked: expects a file for one of 1 arguments, but got 'arg1'
// RUN: %python %S/Inputs/write-npy.py %t/negative.npy '<i8' '()' C -5
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --function integers --inputs arg1=%t/negative.npy | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: integers: not checked: 'arg1' is -5 in {{.*}}negative.npy, but a size or the trips of a loop follow from it

//--- payload.mlir
func.func @floats(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} outs(%x : tensor<?xf32>) {
  ^bb0(%in: f32):
    %one = arith.constant 1.0 : f32
    %sum = arith.addf %in, %one : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @matrix(%x: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} outs(%x : tensor<?x3xf64>) {
  ^bb0(%in: f64):
    %one = arith.constant 1.0 : f64
    %sum = arith.addf %in, %one : f64
    linalg.yield %sum : f64
  } -> tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}
func.func @integers(%x: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %one = arith.constant 1 : i32
    %in = memref.load %x[%i] : memref<?xi32>
    %sum = arith.addi %in, %one : i32
    memref.store %sum, %x[%i] : memref<?xi32>
  }
  return
}
func.func @mixed(%x: tensor<?xi32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : tensor<?xi32>) outs(%s : tensor<f32>) {
  ^bb0(%in: i32, %acc: f32):
    %float = arith.sitofp %in : i32 to f32
    %sum = arith.addf %acc, %float : f32
    linalg.yield %sum : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

//--- scheduled.mlir
func.func @floats(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} outs(%x : tensor<?xf32>) {
  ^bb0(%in: f32):
    %one = arith.constant 1.0 : f32
    %zero = arith.constant 0.0 : f32
    %square = arith.mulf %in, %in : f32
    %cube = arith.mulf %square, %in : f32
    %bad = arith.constant 76765.625 : f32
    %is = arith.cmpf oeq, %cube, %bad : f32
    %sum = arith.addf %in, %one : f32
    %wrong = arith.select %is, %zero, %sum : f32
    linalg.yield %wrong : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @matrix(%x: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} outs(%x : tensor<?x3xf64>) {
  ^bb0(%in: f64):
    %one = arith.constant 1.0 : f64
    %zero = arith.constant 0.0 : f64
    %square = arith.mulf %in, %in : f64
    %bad = arith.constant 1806.25 : f64
    %is = arith.cmpf oeq, %square, %bad : f64
    %sum = arith.addf %in, %one : f64
    %wrong = arith.select %is, %zero, %sum : f64
    linalg.yield %wrong : f64
  } -> tensor<?x3xf64>
  return %0 : tensor<?x3xf64>
}
func.func @integers(%x: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %in = memref.load %x[%i] : memref<?xi32>
    %square = arith.muli %in, %in : i32
    %bad = arith.constant 1522756 : i32
    %is = arith.cmpi eq, %square, %bad : i32
    %sum = arith.addi %in, %one : i32
    %wrong = arith.select %is, %zero, %sum : i32
    memref.store %wrong, %x[%i] : memref<?xi32>
  }
  return
}
