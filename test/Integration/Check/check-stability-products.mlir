// A softmax of products whose maximum starts from -1 instead of -inf. If all
// arguments have one sign, products are positive and the start does not matter: so
// the signs of the arguments differ, too.

// RUN: sed 's/START/0xFF800000/' %s > %t.mlir
// RUN: sed 's/START/-1.0/' %s > %t.wrong.mlir
// RUN: not heddle check %t.mlir --scheduled %t.wrong.mlir | FileCheck %s
// RUN: heddle check %t.mlir --scheduled %t.mlir --allow-unchanged \
// RUN:   | FileCheck %s --check-prefix=EQUAL
// CHECK: scores: different: less stable: on negative numbers (arguments 1, 3, ... with the other sign) of magnitude 2.6e+02 the smallest divisor is 0, the payload's 1; {{.*}}equal as formulas
// EQUAL: scores: equal:

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @scores(%q: tensor<5x3xf32>, %k: tensor<3x7xf32>) -> tensor<5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %start = arith.constant START : f32
  %t = tensor.empty() : tensor<5x7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%t : tensor<5x7xf32>) -> tensor<5x7xf32>
  %x = linalg.matmul ins(%q, %k : tensor<5x3xf32>, tensor<3x7xf32>)
      outs(%z : tensor<5x7xf32>) -> tensor<5x7xf32>
  %e = tensor.empty() : tensor<5xf32>
  %m0 = linalg.fill ins(%start : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x7xf32>) outs(%m0 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.maximumf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %l = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<5x7xf32>, tensor<5xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    %r = arith.addf %c, %p : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m, %l : tensor<5x7xf32>, tensor<5xf32>, tensor<5xf32>) outs(%t : tensor<5x7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %old: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    %r = arith.divf %p, %c : f32
    linalg.yield %r : f32
  } -> tensor<5x7xf32>
  return %y : tensor<5x7xf32>
}
