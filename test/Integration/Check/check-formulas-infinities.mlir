// Only f64 knows the sign of a product with an infinity. What is divided by such a
// product is 0 for either sign.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir -O1 \
// RUN:   | FileCheck %s

// CHECK: quotient: equal: random data bit for bit (1 run); {{.*}}; equal as formulas (18 elements, 36 divisions, 2 points)

//--- payload.mlir
func.func @quotient(%a: tensor<9xf32>, %b: tensor<9xf32>) -> tensor<9xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %one = arith.constant 1.0 : f32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%a : tensor<9xf32>) outs(%b : tensor<9xf32>) {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %inf : f32
    %q = arith.divf %one, %p : f32
    %r = arith.addf %q, %y : f32
    linalg.yield %r : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

//--- scheduled.mlir
func.func @quotient(%a: tensor<9xf32>, %b: tensor<9xf32>) -> tensor<9xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %one = arith.constant 1.0 : f32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%a : tensor<9xf32>) outs(%b : tensor<9xf32>) {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %inf, %x : f32
    %q = arith.divf %one, %p : f32
    %r = arith.addf %y, %q : f32
    linalg.yield %r : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}
