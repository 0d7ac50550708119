// A maximum shows what it starts from only if all that it is taken of is below;
// a minimum, only if all is above. One more run has such inputs.
//
// RUN: split-file %s %t
// RUN: heddle check %t/right.mlir --scheduled %t/right.mlir \
// RUN:   --allow-unchanged | FileCheck %s --check-prefix=RIGHT
// RUN: not heddle check %t/right.mlir --scheduled %t/wrong.mlir \
// RUN:   | FileCheck %s --check-prefix=WRONG

// RIGHT:      maximum: equal: whole numbers bit for bit (1 run); random data bit for bit (3 runs)
// RIGHT-NEXT: minimum: equal: random data bit for bit (2 runs)
// A payload that needs positive numbers gets it as an extra run, next to eight for
// its maximum; an op that accumulates nothing gets none.
// RIGHT-NEXT: roots: equal: random data {{.*}} (1 run); {{.*}}; 9 runs on further sizes
// RIGHT-NEXT: relu: equal: whole numbers bit for bit (1 run); random data bit for bit (1 run)
// RIGHT-NEXT: argmax: equal:
// RIGHT-NEXT: unsigned: equal:
// RIGHT-NEXT: mixed: equal:

// WRONG:      maximum: different: result 0[0] is 0, expected -0.{{[0-9]+}} (2 of 2 elements differ), error {{[0-9.e-]+}} (rms), 1 (max) against f64, the payload's own 0 and 0 [random data, all negative]
// WRONG-NEXT: minimum: different: argument 1[] is 0, expected {{[1-8]}} (1 of 1 elements differ) [random data, all positive]
// A comparison with the best number so far is a maximum, too.
// WRONG:      argmax: different: {{.*}} [random data, all negative]
// Negative numbers are the largest unsigned ones.
// WRONG-NEXT: unsigned: different: {{.*}} [whole numbers, all negative]
// The roots of one argument are no reason to have no negative numbers in another.
// WRONG-NEXT: mixed: different: {{.*}} [random data, all negative]

//--- right.mlir
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @maximum(%a: tensor<2x64xf32>, %o: tensor<2xf32>) -> tensor<2xf32> {
  %start = arith.constant 0xFF800000 : f32
  %f = linalg.fill ins(%start : f32) outs(%o : tensor<2xf32>) -> tensor<2xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%a : tensor<2x64xf32>)
       outs(%f : tensor<2xf32>) dimensions = [1]
  return %0 : tensor<2xf32>
}
func.func @minimum(%a: memref<64xi32>, %o: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %start = arith.constant 2147483647 : i32
  %0 = scf.for %i = %c0 to %c64 step %c1 iter_args(%m = %start) -> i32 {
    %x = memref.load %a[%i] : memref<64xi32>
    %n = arith.minsi %m, %x : i32
    scf.yield %n : i32
  }
  memref.store %0, %o[] : memref<i32>
  return
}
func.func @roots(%a: tensor<2x64xf32>, %o: tensor<2xf32>) -> tensor<2xf32> {
  %start = arith.constant 0.0 : f32
  %f = linalg.fill ins(%start : f32) outs(%o : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.sqrt ins(%a : tensor<2x64xf32>) outs(%a : tensor<2x64xf32>)
    -> tensor<2x64xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%s : tensor<2x64xf32>)
       outs(%f : tensor<2xf32>) dimensions = [1]
  return %0 : tensor<2xf32>
}
func.func @relu(%a: tensor<64xf32>, %z: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.max ins(%a, %z : tensor<64xf32>, tensor<64xf32>)
                  outs(%z : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func @argmax(%a: tensor<4x8xf32>, %o: tensor<4xf32>, %p: tensor<4xi32>)
    -> tensor<4xi32> {
  %start = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %f = linalg.fill ins(%start : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%none : i32) outs(%p : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = linalg.generic {indexing_maps = [#all, #row, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%f, %g : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%x: f32, %best: f32, %place: i32):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i32
    %more = arith.cmpf ogt, %x, %best : f32
    %m = arith.select %more, %x, %best : f32
    %q = arith.select %more, %here, %place : i32
    linalg.yield %m, %q : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %0#1 : tensor<4xi32>
}
func.func @unsigned(%a: tensor<64xi32>, %o: tensor<i32>) -> tensor<i32> {
  %start = arith.constant -1 : i32
  %f = linalg.fill ins(%start : i32) outs(%o : tensor<i32>) -> tensor<i32>
  %0 = linalg.reduce {arith.minui} ins(%a : tensor<64xi32>)
       outs(%f : tensor<i32>) dimensions = [0]
  return %0 : tensor<i32>
}
func.func @mixed(%a: tensor<2x64xf32>, %b: tensor<64xf32>, %o: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<64xf32>) {
  %start = arith.constant 0xFF800000 : f32
  %f = linalg.fill ins(%start : f32) outs(%o : tensor<2xf32>) -> tensor<2xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%a : tensor<2x64xf32>)
       outs(%f : tensor<2xf32>) dimensions = [1]
  %1 = linalg.sqrt ins(%b : tensor<64xf32>) outs(%b : tensor<64xf32>)
    -> tensor<64xf32>
  return %0, %1 : tensor<2xf32>, tensor<64xf32>
}

//--- wrong.mlir
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @maximum(%a: tensor<2x64xf32>, %o: tensor<2xf32>) -> tensor<2xf32> {
  %start = arith.constant 0.0 : f32
  %f = linalg.fill ins(%start : f32) outs(%o : tensor<2xf32>) -> tensor<2xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%a : tensor<2x64xf32>)
       outs(%f : tensor<2xf32>) dimensions = [1]
  return %0 : tensor<2xf32>
}
func.func @minimum(%a: memref<64xi32>, %o: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %start = arith.constant 0 : i32
  %0 = scf.for %i = %c0 to %c64 step %c1 iter_args(%m = %start) -> i32 {
    %x = memref.load %a[%i] : memref<64xi32>
    %n = arith.minsi %m, %x : i32
    scf.yield %n : i32
  }
  memref.store %0, %o[] : memref<i32>
  return
}
func.func @argmax(%a: tensor<4x8xf32>, %o: tensor<4xf32>, %p: tensor<4xi32>)
    -> tensor<4xi32> {
  %start = arith.constant 0.0 : f32
  %none = arith.constant -1 : i32
  %f = linalg.fill ins(%start : f32) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%none : i32) outs(%p : tensor<4xi32>) -> tensor<4xi32>
  %0:2 = linalg.generic {indexing_maps = [#all, #row, #row],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%f, %g : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%x: f32, %best: f32, %place: i32):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i32
    %more = arith.cmpf ogt, %x, %best : f32
    %m = arith.select %more, %x, %best : f32
    %q = arith.select %more, %here, %place : i32
    linalg.yield %m, %q : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %0#1 : tensor<4xi32>
}
func.func @unsigned(%a: tensor<64xi32>, %o: tensor<i32>) -> tensor<i32> {
  %start = arith.constant 2147483647 : i32
  %f = linalg.fill ins(%start : i32) outs(%o : tensor<i32>) -> tensor<i32>
  %0 = linalg.reduce {arith.minui} ins(%a : tensor<64xi32>)
       outs(%f : tensor<i32>) dimensions = [0]
  return %0 : tensor<i32>
}
func.func @mixed(%a: tensor<2x64xf32>, %b: tensor<64xf32>, %o: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<64xf32>) {
  %start = arith.constant 0.0 : f32
  %f = linalg.fill ins(%start : f32) outs(%o : tensor<2xf32>) -> tensor<2xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%a : tensor<2x64xf32>)
       outs(%f : tensor<2xf32>) dimensions = [1]
  %1 = linalg.sqrt ins(%b : tensor<64xf32>) outs(%b : tensor<64xf32>)
    -> tensor<64xf32>
  return %0, %1 : tensor<2xf32>, tensor<64xf32>
}
