// The maximum of a softmax cancels out, wherever it starts, unless exp is 0 for
// all numbers of a row.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/right.mlir \
// RUN:   | FileCheck %s --check-prefix=RIGHT
// RUN: sed 's/0xFF800000/0.0/' %t/right.mlir > %t/zero.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/zero.mlir \
// RUN:   | FileCheck %s --check-prefix=ZERO
// RUN: sed 's/0xFF800000/-5.0/' %t/right.mlir > %t/five.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t/five.mlir \
// RUN:   | FileCheck %s --check-prefix=ZERO

// RIGHT: softmax: equal:
// RIGHT-NEXT: scores: equal:
// ZERO: softmax: different: {{.*}} [random data, all negative and far from 0
// The numbers of scores are sums, which differ more the larger they are: they
// are not drawn far from 0.
// ZERO-NEXT: scores: equal:

//--- payload.mlir
func.func @softmax(%x: tensor<?x13xf32>, %out: tensor<?x13xf32>) -> tensor<?x13xf32> {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<?x13xf32>)
         outs(%out : tensor<?x13xf32>) -> tensor<?x13xf32>
  return %0 : tensor<?x13xf32>
}
func.func @scores(%q: tensor<5x8xf32>, %k: tensor<8x13xf32>) -> tensor<5x13xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x13xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x13xf32>) -> tensor<5x13xf32>
  %s = linalg.matmul ins(%q, %k : tensor<5x8xf32>, tensor<8x13xf32>)
         outs(%f : tensor<5x13xf32>) -> tensor<5x13xf32>
  %0 = linalg.softmax dimension(1) ins(%s : tensor<5x13xf32>)
         outs(%e : tensor<5x13xf32>) -> tensor<5x13xf32>
  return %0 : tensor<5x13xf32>
}

//--- right.mlir
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @softmax(%x: tensor<?x13xf32>, %out: tensor<?x13xf32>) -> tensor<?x13xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %start = arith.constant 0xFF800000 : f32
  %m = tensor.dim %x, %c0 : tensor<?x13xf32>
  %e = tensor.empty(%m) : tensor<?xf32>
  %f = linalg.fill ins(%start : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x13xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.maximumf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<?x13xf32>, tensor<?xf32>) outs(%out : tensor<?x13xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    %s = math.exp %d : f32
    linalg.yield %s : f32
  } -> tensor<?x13xf32>
  %g = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<?x13xf32>) outs(%g : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<?x13xf32>, tensor<?xf32>) outs(%out : tensor<?x13xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.divf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x13xf32>
  return %0 : tensor<?x13xf32>
}
func.func @scores(%q: tensor<5x8xf32>, %k: tensor<8x13xf32>) -> tensor<5x13xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x13xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x13xf32>) -> tensor<5x13xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(k, i, j) -> (i, k)>, affine_map<(k, i, j) -> (k, j)>,
                       affine_map<(k, i, j) -> (i, j)>],
      iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%q, %k : tensor<5x8xf32>, tensor<8x13xf32>) outs(%f : tensor<5x13xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %p, %c : f32
    linalg.yield %t : f32
  } -> tensor<5x13xf32>
  %0 = linalg.softmax dimension(1) ins(%s : tensor<5x13xf32>)
         outs(%e : tensor<5x13xf32>) -> tensor<5x13xf32>
  return %0 : tensor<5x13xf32>
}
