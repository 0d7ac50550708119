// A sum of which all terms are -0 is -0, and any other sum that is 0 is 0, in every order.
// So the sign of a zero stays what it is behind a sum that starts from 0. A sum that
// starts from an argument may start from another zero.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      exchanged: different: result 1{{.*}} [whole numbers, zeros of both signs]
// CHECK-NEXT: order: equal
// CHECK-NEXT: partial: equal
// CHECK-NEXT: from_data: equal

//--- payload.mlir
func.func @exchanged(%a: tensor<6x5xf32>, %b: tensor<5x7xf32>, %c: tensor<6x7xf32>) -> (tensor<6x7xf32>, tensor<6x7xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x7xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6x7xf32>) -> tensor<6x7xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<6x5xf32>, tensor<5x7xf32>) outs(%f : tensor<6x7xf32>) -> tensor<6x7xf32>
  %1 = linalg.map { arith.minimumf } ins(%0, %c : tensor<6x7xf32>, tensor<6x7xf32>) outs(%e : tensor<6x7xf32>)
  %2 = linalg.map { arith.addf } ins(%f, %1 : tensor<6x7xf32>, tensor<6x7xf32>) outs(%e : tensor<6x7xf32>)
  return %2, %1 : tensor<6x7xf32>, tensor<6x7xf32>
}
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
         iterator_types = ["parallel", "reduction"]}
#halves = {indexing_maps = [affine_map<(i, h, j) -> (i, h, j)>, affine_map<(i, h, j) -> (i, h)>],
           iterator_types = ["parallel", "parallel", "reduction"]}
func.func @order(%a: tensor<64x2xf32>) -> tensor<64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.generic #rows ins(%a : tensor<64x2xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func @partial(%a: tensor<64x4xf32>) -> tensor<64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.generic #rows ins(%a : tensor<64x4xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func @from_data(%a: tensor<64x1xf32>, %y: tensor<64xf32>, %c: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0 = linalg.generic #rows ins(%a : tensor<64x1xf32>) outs(%y : tensor<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %1 = linalg.add ins(%c, %c : tensor<64xf32>, tensor<64xf32>) outs(%y : tensor<64xf32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}
//--- scheduled.mlir
func.func @exchanged(%a: tensor<6x5xf32>, %b: tensor<5x7xf32>, %c: tensor<6x7xf32>) -> (tensor<6x7xf32>, tensor<6x7xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x7xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6x7xf32>) -> tensor<6x7xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<6x5xf32>, tensor<5x7xf32>) outs(%f : tensor<6x7xf32>) -> tensor<6x7xf32>
  %1 = linalg.map { arith.minimumf } ins(%0, %c : tensor<6x7xf32>, tensor<6x7xf32>) outs(%e : tensor<6x7xf32>)
  %2 = linalg.map { arith.addf } ins(%f, %1 : tensor<6x7xf32>, tensor<6x7xf32>) outs(%e : tensor<6x7xf32>)
  return %2, %2 : tensor<6x7xf32>, tensor<6x7xf32>
}
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
         iterator_types = ["parallel", "reduction"]}
#halves = {indexing_maps = [affine_map<(i, h, j) -> (i, h, j)>, affine_map<(i, h, j) -> (i, h)>],
           iterator_types = ["parallel", "parallel", "reduction"]}
func.func @order(%a: tensor<64x2xf32>) -> tensor<64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  // From the last column to the first one.
  %first = tensor.extract_slice %a[0, 0] [64, 1] [1, 1] : tensor<64x2xf32> to tensor<64xf32>
  %last = tensor.extract_slice %a[0, 1] [64, 1] [1, 1] : tensor<64x2xf32> to tensor<64xf32>
  %0 = linalg.add ins(%f, %last : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %1 = linalg.add ins(%0, %first : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}
func.func @partial(%a: tensor<64x4xf32>) -> tensor<64xf32> {
  // Two partial sums, each of which starts from 0.
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x2xf32>) -> tensor<64x2xf32>
  %b = tensor.expand_shape %a [[0], [1, 2]] output_shape [64, 2, 2] : tensor<64x4xf32> into tensor<64x2x2xf32>
  %0 = linalg.generic #halves ins(%b : tensor<64x2x2xf32>) outs(%f : tensor<64x2xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<64x2xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %1 = linalg.generic #rows ins(%0 : tensor<64x2xf32>) outs(%f1 : tensor<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %1 : tensor<64xf32>
}
func.func @from_data(%a: tensor<64x1xf32>, %y: tensor<64xf32>, %c: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // A sum from 0, added to the argument: its zeros may be 0 instead of -0.
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.generic #rows ins(%a : tensor<64x1xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %1 = linalg.add ins(%0, %y : tensor<64xf32>, tensor<64xf32>) outs(%y : tensor<64xf32>) -> tensor<64xf32>
  %2 = linalg.add ins(%c, %c : tensor<64xf32>, tensor<64xf32>) outs(%y : tensor<64xf32>) -> tensor<64xf32>
  return %1, %2 : tensor<64xf32>, tensor<64xf32>
}
