// A rounded log2(e) of the payload that the schedule does without: f64 shows that it
// is rounded, and no more than that.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/equal.mlir | FileCheck %s
// RUN: not heddle check %t/payload.mlir --scheduled %t/different.mlir \
// RUN:   | FileCheck %s --check-prefix=DIFFERENT

// CHECK: sum: equal: {{.*}}equal as formulas (
// DIFFERENT: sum: different: different as formulas: result 0

//--- payload.mlir
// The exponential as a power of two.
func.func @sum(%x: tensor<19xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<19xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %s: f32):
    %c = arith.constant 1.44269502 : f32
    %b = arith.mulf %a, %c : f32
    %e = math.exp2 %b : f32
    %t = arith.addf %s, %e : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

//--- equal.mlir
func.func @sum(%x: tensor<19xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<19xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %s: f32):
    %e = math.exp %a : f32
    %t = arith.addf %s, %e : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

//--- different.mlir
// Off by a factor of 1 + 2^-30, which is less than the constant is rounded.
func.func @sum(%x: tensor<19xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<19xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %s: f32):
    %c = arith.constant 0x30800000 : f32
    %d = arith.mulf %a, %c : f32
    %b = arith.addf %d, %a : f32
    %e = math.exp %b : f32
    %t = arith.addf %s, %e : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
