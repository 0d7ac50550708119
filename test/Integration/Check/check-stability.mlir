// A softmax whose maximum starts from 0 or from -1e30 instead of -inf is the same
// formula: the maximum cancels. On rows of large numbers of one sign it divides
// by numbers that are 0 in floats; for 0 the results show that.
//
// RUN: sed 's/START/0xFF800000/' %s > %t.mlir
// RUN: sed 's/START/0.0/' %s > %t.zero.mlir
// RUN: sed 's/START/-1.0e30/' %s > %t.finite.mlir
// RUN: not heddle check %t.mlir --scheduled %t.zero.mlir \
// RUN:   | FileCheck %s --check-prefix=ZERO
// RUN: not heddle check %t.mlir --scheduled %t.finite.mlir \
// RUN:   | FileCheck %s --check-prefix=FINITE
// RUN: not heddle check %t.mlir --scheduled %t.finite.mlir --json \
// RUN:   | FileCheck %s --check-prefix=JSON
// RUN: heddle check %t.mlir --scheduled %t.mlir --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=EQUAL

// A kernel of which one run takes long is run on large numbers, too.
// RUN: sed 's/5x33xf32/1600x300xf32/g; s/<5xf32/<1600xf32/g' %t.mlir > %t.large.mlir
// RUN: sed 's/5x33xf32/1600x300xf32/g; s/<5xf32/<1600xf32/g' %t.finite.mlir \
// RUN:   > %t.large-finite.mlir
// RUN: not heddle check %t.large.mlir --scheduled %t.large-finite.mlir \
// RUN:   | FileCheck %s --check-prefix=LARGE

// ZERO: softmax: different: {{.*}} [random data, all negative and far from 0]
// FINITE: softmax: different: less stable: on negative numbers of magnitude 4.2e+34 the smallest divisor is 0, the payload's 1{{.*}}; {{.*}}equal as formulas
// LARGE: softmax: different: less stable: on {{.*}}equal as formulas
// JSON: "instability": "on negative numbers
// EQUAL: softmax: equal:

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @softmax(%x: tensor<5x33xf32>, %o: tensor<5x33xf32>) -> tensor<5x33xf32> {
  %zero = arith.constant 0.0 : f32
  %start = arith.constant START : f32
  %e = tensor.empty() : tensor<5xf32>
  %m0 = linalg.fill ins(%start : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x33xf32>) outs(%m0 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.maximumf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<5x33xf32>, tensor<5xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    %r = arith.addf %c, %p : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m, %l : tensor<5x33xf32>, tensor<5xf32>, tensor<5xf32>) outs(%o : tensor<5x33xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %old: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    %r = arith.divf %p, %c : f32
    linalg.yield %r : f32
  } -> tensor<5x33xf32>
  return %y : tensor<5x33xf32>
}
