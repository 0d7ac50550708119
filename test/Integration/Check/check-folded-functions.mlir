// Functions of constants and indices: where a schedule makes a constant of them, MLIR
// computes it with other roundings than the compiled payload. That is no difference, but
// another function, or a sum that is wrong by more, is one.
// RUN: split-file %s %t
// RUN: heddle check %t/folded.mlir | FileCheck %s
// RUN: not heddle check %t/other.mlir --scheduled=%t/scheduled.mlir | FileCheck %s --check-prefix=OTHER

// CHECK-DAG: table: equal: random data bit for bit {{.*}}equal as formulas
// CHECK-DAG: filled: equal
// CHECK-DAG: wide: equal
// CHECK-DAG: narrow: equal
// CHECK-DAG: lanes: equal: {{.*}}equal as formulas
// OTHER: other: different

//--- folded.mlir
// The lanes of a vector that are constants by lowering, and no others.
func.func @lanes(%x: tensor<2xf32>) -> tensor<2x70xf32> {
  %e = tensor.empty() : tensor<2x70xf32>
  %c5 = arith.constant 5 : index
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2xf32>) outs(%e : tensor<2x70xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %f = arith.sitofp %n : i32 to f32
    %c = arith.cmpi sge, %j, %c5 : index
    %s = arith.select %c, %f, %a : f32
    %p = math.absf %s : f32
    %q = math.sqrt %p : f32
    linalg.yield %q : f32
  } -> tensor<2x70xf32>
  return %r : tensor<2x70xf32>
}

func.func @table(%x: tensor<13x5xf32>) -> tensor<13x5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<5xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %c = arith.constant -1.84206807 : f32
    %m = arith.mulf %f, %c : f32
    %r = math.exp %m : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %d = tensor.empty() : tensor<13x5xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %t : tensor<13x5xf32>, tensor<5xf32>) outs(%d : tensor<13x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<13x5xf32>
  return %y : tensor<13x5xf32>
}

func.func @filled(%x: tensor<11xf32>) -> tensor<11xf32> {
  %c = arith.constant 0.7 : f32
  %e = tensor.empty() : tensor<11xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<11xf32>) -> tensor<11xf32>
  %l = linalg.log ins(%f : tensor<11xf32>) outs(%e : tensor<11xf32>) -> tensor<11xf32>
  %y = linalg.mul ins(%x, %l : tensor<11xf32>, tensor<11xf32>) outs(%e : tensor<11xf32>) -> tensor<11xf32>
  return %y : tensor<11xf32>
}

func.func @wide(%x: tensor<11xf64>) -> tensor<11xf64> {
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : tensor<11xf64>) {
  ^bb0(%a: f64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f64
    %t = math.tanh %f : f64
    %s = arith.mulf %t, %a : f64
    linalg.yield %s : f64
  } -> tensor<11xf64>
  return %y : tensor<11xf64>
}

func.func @narrow(%x: tensor<11xf16>) -> tensor<11xf16> {
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : tensor<11xf16>) {
  ^bb0(%a: f16):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f16
    %t = math.erf %f : f16
    %s = arith.mulf %t, %a : f16
    linalg.yield %s : f16
  } -> tensor<11xf16>
  return %y : tensor<11xf16>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  transform.heddle.vectorize %module : !transform.any_op
}

//--- other.mlir
func.func @other(%x: tensor<7xf32>) -> tensor<7xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : tensor<7xf32>) {
  ^bb0(%a: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %t = math.exp %f : f32
    %s = arith.mulf %t, %a : f32
    linalg.yield %s : f32
  } -> tensor<7xf32>
  return %y : tensor<7xf32>
}
//--- scheduled.mlir
func.func @other(%x: tensor<7xf32>) -> tensor<7xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : tensor<7xf32>) {
  ^bb0(%a: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %e = math.exp %f : f32
    %d = arith.constant 1.00001 : f32
    %t = arith.mulf %e, %d : f32
    %s = arith.mulf %t, %a : f32
    linalg.yield %s : f32
  } -> tensor<7xf32>
  return %y : tensor<7xf32>
}
