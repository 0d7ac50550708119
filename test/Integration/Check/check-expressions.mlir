// Names of expressions (--expressions): the same scalar operations on the same elements, but
// for the order of sums. Numbers that happen to agree are not the same.
// RUN: split-file %s %t
// RUN: heddle check --expressions %t/payload.mlir -s %t/schedule.mlir | FileCheck %s --check-prefix=SAME
// RUN: heddle check --expressions --allow-unchanged %t/payload.mlir --scheduled %t/others.mlir | FileCheck %s --check-prefix=OTHERS
// RUN: heddle check --expressions --allow-unchanged %t/rare.mlir --scheduled %t/rare-others.mlir | FileCheck %s --check-prefix=RARE
// RUN: heddle check --expressions --allow-unchanged %t/unnamed.mlir --scheduled %t/unnamed.mlir | FileCheck %s --check-prefix=UNNAMED
// RUN: heddle check --expressions %t/payload.mlir -s %t/schedule.mlir --function softmax --json | FileCheck %s --check-prefix=JSON
// RUN: heddle check %t/payload.mlir -s %t/schedule.mlir | FileCheck %s --check-prefix=OFF

// SAME-DAG: matmul: equal: {{.*}}; the same expressions but for the rounding of sums (26 elements)
// SAME-DAG: softmax: equal: {{.*}}; the same expressions but for the rounding of sums (91 elements)
// SAME-DAG: clamp: equal: {{.*}}; the same expressions bit for bit ({{[0-9]+}} elements)
// SAME-DAG: positions: equal: {{.*}}; the same expressions bit for bit (7 elements)
// SAME-DAG: total: equal: {{.*}}; the same expressions but for the rounding of sums (1 element)
// SAME-DAG: largest: equal: {{.*}}; the same expressions but for the rounding of sums (1 element)
// SAME-DAG: narrow: equal: {{.*}}; the same expressions but for the rounding of sums (13 elements)
// OTHERS-DAG: matmul: equal: {{.*}}; the same expressions bit for bit (26 elements)
// OTHERS-DAG: softmax: equal: {{.*}}; other expressions: result 0[0, 0] (91 of 91 elements differ)
// OTHERS-DAG: clamp: equal: {{.*}}; other expressions: result 0[0] (
// OTHERS-DAG: positions: equal: {{.*}}; other expressions: result 0[0] (7 of 7 elements differ)
// OTHERS-DAG: total: equal: {{.*}}; other expressions: result 0[] (1 of 1 elements differ)
// OTHERS-DAG: largest: equal: {{.*}}; the same expressions but for the rounding of sums (1 element)
// RARE-DAG: updated: equal: {{.*}}; equal as formulas {{.*}}; not decided as expressions: expects ops that have a name, but got 'memref.atomic_rmw' (line {{[0-9]+}})
// RARE-DAG: lanes: equal: {{.*}}; other expressions: result 0 (1 of 1 elements differ)
// RARE-DAG: zeros: equal: {{.*}}; other expressions: result 0 (1 of 1 elements differ)
// RARE-DAG: reassociated: equal: {{.*}}; the same expressions but for the rounding of sums (1 element)
// OTHERS-DAG: narrow: equal: {{.*}}; other expressions: result 0[0] (13 of 13 elements differ)
// UNNAMED-DAG: gathered: equal: {{.*}}; not decided as expressions: the integers of argument 1 have no names
// UNNAMED-DAG: moved: equal: {{.*}}; not decided as expressions: the memory of two arguments may overlap
// UNNAMED-DAG: counted: equal: {{.*}}; not decided as expressions: expects a comparison of floats to choose between floats, but 'arith.extui' uses it (line {{[0-9]+}})
// UNNAMED-DAG: flushed: equal: {{.*}}; not decided as expressions: 'passthrough' may change what an op gives
// UNNAMED-DAG: remembered: equal: {{.*}}; not decided as expressions: state is kept between calls
// JSON:      "names": {
// JSON-NEXT:   "elements": 91,
// JSON-NEXT:   "ordered": false,
// JSON-NEXT:   "outcome": "same",
// OFF-NOT: expressions

//--- payload.mlir
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @matmul(%a: tensor<13x9xf32>, %b: tensor<9x2xf32>, %c: tensor<13x2xf32>) -> tensor<13x2xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<13x9xf32>, tensor<9x2xf32>) outs(%c : tensor<13x2xf32>) -> tensor<13x2xf32>
  return %0 : tensor<13x2xf32>
}
func.func @softmax(%x: tensor<7x13xf32>) -> tensor<7x13xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7xf32>
  %f = tensor.empty() : tensor<7x13xf32>
  %l = linalg.fill ins(%low : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x13xf32>) outs(%l : tensor<7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %a, %o : f32
    linalg.yield %m : f32
  } -> tensor<7xf32>
  %exp = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<7x13xf32>, tensor<7xf32>) outs(%f : tensor<7x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    linalg.yield %p : f32
  } -> tensor<7x13xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<7x13xf32>) outs(%z : tensor<7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<7xf32>
  %r = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<7x13xf32>, tensor<7xf32>) outs(%f : tensor<7x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<7x13xf32>
  return %r : tensor<7x13xf32>
}
func.func @clamp(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%x : tensor<?xf32>) {
  ^bb0(%a: f32):
    %c = arith.cmpf olt, %a, %zero : f32
    %m = arith.select %c, %zero, %a : f32
    %d = arith.cmpf ogt, %m, %one : f32
    %n = arith.select %d, %one, %m : f32
    linalg.yield %n : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @positions(%x: tensor<7xf32>) -> tensor<7xf32> {
  %r = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%x : tensor<7xf32>) {
  ^bb0(%a: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %s = math.sqrt %f : f32
    %m = arith.mulf %s, %a : f32
    linalg.yield %m : f32
  } -> tensor<7xf32>
  return %r : tensor<7xf32>
}
func.func @narrow(%x: tensor<13x40xbf16>, %o: tensor<13xf32>) -> tensor<13xf32> {
  %r = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<13x40xbf16>) outs(%o : tensor<13xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %p = arith.mulf %w, %w : f32
    %s = arith.addf %p, %b : f32
    linalg.yield %s : f32
  } -> tensor<13xf32>
  return %r : tensor<13xf32>
}
func.func @total(%x: tensor<11xf32>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {indexing_maps = [#one, #none], iterator_types = ["reduction"]} ins(%x : tensor<11xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
func.func @largest(%x: tensor<11xf32>) -> tensor<f32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<f32>
  %l = linalg.fill ins(%low : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [#one, #none], iterator_types = ["reduction"]} ins(%x : tensor<11xf32>) outs(%l : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    transform.heddle.vectorize %root {best_effort}
    %b = transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

//--- others.mlir
// The same numbers, but for @matmul by other expressions: a product with a reciprocal, a
// clamp that begins at the other end, a root that is a power, a product in bf16.
#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @matmul(%a: tensor<13x9xf32>, %b: tensor<9x2xf32>, %c: tensor<13x2xf32>) -> tensor<13x2xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(k, i, j) -> (i, k)>, affine_map<(k, i, j) -> (k, j)>, affine_map<(k, i, j) -> (i, j)>],
      iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%a, %b : tensor<13x9xf32>, tensor<9x2xf32>) outs(%c : tensor<13x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %y, %x : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<13x2xf32>
  return %0 : tensor<13x2xf32>
}
func.func @softmax(%x: tensor<7x13xf32>) -> tensor<7x13xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<7xf32>
  %f = tensor.empty() : tensor<7x13xf32>
  %l = linalg.fill ins(%low : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x13xf32>) outs(%l : tensor<7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.maximumf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<7xf32>
  %exp = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<7x13xf32>, tensor<7xf32>) outs(%f : tensor<7x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    linalg.yield %p : f32
  } -> tensor<7x13xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<7x13xf32>) outs(%z : tensor<7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<7xf32>
  %r = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<7x13xf32>, tensor<7xf32>) outs(%f : tensor<7x13xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.divf %one, %b : f32
    %q = arith.mulf %a, %v : f32
    linalg.yield %q : f32
  } -> tensor<7x13xf32>
  return %r : tensor<7x13xf32>
}
func.func @clamp(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%x : tensor<?xf32>) {
  ^bb0(%a: f32):
    %d = arith.cmpf ogt, %a, %one : f32
    %n = arith.select %d, %one, %a : f32
    %c = arith.cmpf olt, %n, %zero : f32
    %m = arith.select %c, %zero, %n : f32
    linalg.yield %m : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @positions(%x: tensor<7xf32>) -> tensor<7xf32> {
  %half = arith.constant 0.5 : f32
  %r = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%x : tensor<7xf32>) {
  ^bb0(%a: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %s = math.powf %f, %half : f32
    %m = arith.mulf %s, %a : f32
    linalg.yield %m : f32
  } -> tensor<7xf32>
  return %r : tensor<7xf32>
}
func.func @narrow(%x: tensor<13x40xbf16>, %o: tensor<13xf32>) -> tensor<13xf32> {
  %r = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<13x40xbf16>) outs(%o : tensor<13xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f64
    %p = arith.mulf %w, %w : f64
    %n = arith.truncf %p : f64 to f32
    %s = arith.addf %n, %b : f32
    linalg.yield %s : f32
  } -> tensor<13xf32>
  return %r : tensor<13xf32>
}
func.func @total(%x: tensor<11xf32>, %o: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {indexing_maps = [#one, #none], iterator_types = ["reduction"]} ins(%x : tensor<11xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b fastmath<nsz> : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
func.func @largest(%x: tensor<11xf32>) -> tensor<f32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<f32>
  %l = linalg.fill ins(%low : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [#one, #none], iterator_types = ["reduction"]} ins(%x : tensor<11xf32>) outs(%l : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

//--- rare.mlir
// What is chosen in a case that no run meets.
func.func @zeros(%x: f32, %y: f32) -> f32 {
  %k = arith.constant 0.7654321 : f32
  %z = arith.constant 0.0 : f32
  %q = arith.divf %x, %y : f32
  %c = arith.cmpf oeq, %q, %k : f32
  %d = arith.divf %x, %z : f32
  %s = arith.select %c, %d, %x : f32
  return %s : f32
}
func.func @lanes(%x: f32, %y: f32) -> f32 {
  %k = arith.constant 0.7654321 : f32
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<4xf32>
  memref.store %y, %m[%c0] : memref<4xf32>
  %p = arith.constant dense<1.0> : vector<4xf32>
  %n = vector.constant_mask [1] : vector<4xi1>
  %w = vector.maskedload %m[%c0], %n, %p : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %v = vector.extract %w[2] : f32 from vector<4xf32>
  %q = arith.divf %x, %y : f32
  %c = arith.cmpf oeq, %q, %k : f32
  %s = arith.select %c, %v, %x : f32
  return %s : f32
}
func.func @reassociated(%x: tensor<64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%a = %zero) -> f32 {
    %e = tensor.extract %x[%i] : tensor<64xf32>
    %s = arith.addf %a, %e : f32
    scf.yield %s : f32
  }
  return %r : f32
}

func.func @updated(%x: f32, %m: memref<f32>) -> f32 {
  %o = memref.load %m[] : memref<f32>
  %s = arith.addf %o, %x : f32
  memref.store %s, %m[] : memref<f32>
  return %o : f32
}

//--- rare-others.mlir
// What is chosen in a case that no run meets.
func.func @zeros(%x: f32, %y: f32) -> f32 {
  %k = arith.constant 0.7654321 : f32
  %z = arith.constant -0.0 : f32
  %q = arith.divf %x, %y : f32
  %c = arith.cmpf oeq, %q, %k : f32
  %d = arith.divf %x, %z : f32
  %s = arith.select %c, %d, %x : f32
  return %s : f32
}
func.func @lanes(%x: f32, %y: f32) -> f32 {
  %k = arith.constant 0.7654321 : f32
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<4xf32>
  memref.store %y, %m[%c0] : memref<4xf32>
  %p = ub.poison : vector<4xf32>
  %n = vector.constant_mask [1] : vector<4xi1>
  %w = vector.maskedload %m[%c0], %n, %p : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %v = vector.extract %w[2] : f32 from vector<4xf32>
  %q = arith.divf %x, %y : f32
  %c = arith.cmpf oeq, %q, %k : f32
  %s = arith.select %c, %v, %x : f32
  return %s : f32
}
func.func @reassociated(%x: tensor<64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%a = %zero) -> f32 {
    %e = tensor.extract %x[%i] : tensor<64xf32>
    %s = arith.addf %a, %e fastmath<reassoc> : f32
    scf.yield %s : f32
  }
  return %r : f32
}
func.func @updated(%x: f32, %m: memref<f32>) -> f32 {
  %o = memref.atomic_rmw addf %x, %m[] : (f32, memref<f32>) -> f32
  return %o : f32
}

//--- unnamed.mlir
#one = affine_map<(i) -> (i)>
func.func @gathered(%x: tensor<9xf32>, %n: tensor<7xi32>, %o: tensor<7xf32>) -> tensor<7xf32> {
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%n : tensor<7xi32>) outs(%o : tensor<7xf32>) {
  ^bb0(%k: i32, %a: f32):
    %i = arith.index_cast %k : i32 to index
    %e = tensor.extract %x[%i] : tensor<9xf32>
    linalg.yield %e : f32
  } -> tensor<7xf32>
  return %r : tensor<7xf32>
}
func.func @moved(%x: memref<9xf32>, %y: memref<9xf32>) {
  memref.copy %x, %y : memref<9xf32> to memref<9xf32>
  return
}
func.func @counted(%x: tensor<9xf32>, %o: tensor<i32>) -> tensor<i32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.generic {indexing_maps = [#one, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<9xf32>) outs(%o : tensor<i32>) {
  ^bb0(%a: f32, %b: i32):
    %c = arith.cmpf ogt, %a, %zero : f32
    %k = arith.extui %c : i1 to i32
    %s = arith.addi %b, %k : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}
memref.global "private" @last : memref<f32> = dense<0.0>
func.func @remembered(%x: f32) -> f32 {
  %m = memref.get_global @last : memref<f32>
  %y = memref.load %m[] : memref<f32>
  memref.store %x, %m[] : memref<f32>
  %s = arith.addf %x, %y : f32
  return %s : f32
}
func.func @flushed(%x: f32) -> f32 attributes {passthrough = [["denormal-fp-math", "preserve-sign,preserve-sign"]]} {
  %s = arith.addf %x, %x : f32
  return %s : f32
}
