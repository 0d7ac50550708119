// RUN: heddle check %s | FileCheck %s

// NaN in vectors: what becomes of it is what becomes of one NaN.
// CHECK-DAG: exponential: equal
// CHECK-DAG: maximum: equal: {{.*}}equal as formulas
// CHECK-DAG: minimum: equal: {{.*}}equal as formulas

// exp makes an integer of its argument on the way, and LLVM knows this one.
func.func @exponential(%y: f32, %x: tensor<40xf32>) -> tensor<40xf32> {
  %nan = arith.constant 0x7FC00000 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%nan : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%f : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.subf %in, %y : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<5xf32>
  %2 = tensor.insert_slice %r into %x[3] [5] [1] : tensor<5xf32> into tensor<40xf32>
  return %2 : tensor<40xf32>
}

// Row 1 has no number, and starts from none: the lanes beyond it add none.
func.func @maximum(%x: tensor<5x37xf32>, %m: tensor<5xf32>) -> tensor<5xf32> {
  %nan = arith.constant 0x7FC00000 : f32
  %c1 = arith.constant 1 : index
  %start = linalg.fill ins(%nan : f32) outs(%m : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x37xf32>) outs(%start : tensor<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %is = arith.cmpi eq, %i, %c1 : index
    %0 = arith.select %is, %nan, %in : f32
    %1 = arith.maxnumf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// The same of the least.
func.func @minimum(%x: tensor<5x37xf32>, %m: tensor<5xf32>) -> tensor<5xf32> {
  %nan = arith.constant 0x7FC00000 : f32
  %c1 = arith.constant 1 : index
  %start = linalg.fill ins(%nan : f32) outs(%m : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x37xf32>) outs(%start : tensor<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %is = arith.cmpi eq, %i, %c1 : index
    %0 = arith.select %is, %nan, %in : f32
    %1 = arith.minnumf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
