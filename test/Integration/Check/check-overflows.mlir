// A product that overflows on the way to a number is no other order of a sum. A row that is
// divided after its sum may overflow in the sum.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      enlarged: different: {{.*}} [random data, large numbers and denormals]
// CHECK-NEXT: squares: different: {{.*}} [random data, large numbers and denormals]
// CHECK-NEXT: factors: different: {{.*}} [random data, large numbers and denormals]
// CHECK-NEXT: enlarged_bits: different: {{.*}} [random data, large numbers and denormals]
// CHECK-NEXT: divided: equal: {{.*}} where {{[0-9]+}} elements overflow in one order of a sum only

//--- payload.mlir
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#one = affine_map<(i) -> (i)>
func.func @enlarged(%a: tensor<16x32xf16>, %w: tensor<32xf16>) -> tensor<16xf16> {
  %z = arith.constant 0.0 : f16
  %tiny = arith.constant 0.03125 : f16
  %e = tensor.empty() : tensor<16xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<16xf16>) -> tensor<16xf16>
  %s = linalg.generic {indexing_maps = [#all, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<16x32xf16>, tensor<32xf16>) outs(%f : tensor<16xf16>) {
  ^bb0(%x: f16, %y: f16, %acc: f16):
    %p = arith.mulf %x, %tiny : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<16xf16>
  return %s : tensor<16xf16>
}
func.func @squares(%a: tensor<64x3xf16>, %w: tensor<3xf16>) -> tensor<64xf16> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<64xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<64xf16>) -> tensor<64xf16>
  %s = linalg.generic {indexing_maps = [#all, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<64x3xf16>, tensor<3xf16>) outs(%f : tensor<64xf16>) {
  ^bb0(%x: f16, %y: f16, %acc: f16):
    %p = arith.mulf %x, %x : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<64xf16>
  return %s : tensor<64xf16>
}
func.func @factors(%a: tensor<64x9xf16>, %w: tensor<9xf16>) -> tensor<64xf16> {
  %z = arith.constant 0.0 : f16
  %tiny = arith.constant 0.03125 : f16
  %e = tensor.empty() : tensor<64xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<64xf16>) -> tensor<64xf16>
  %s = linalg.generic {indexing_maps = [#all, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<64x9xf16>, tensor<9xf16>) outs(%f : tensor<64xf16>) {
  ^bb0(%x: f16, %y: f16, %acc: f16):
    %k = arith.mulf %x, %tiny : f16
    %p = arith.mulf %k, %y : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<64xf16>
  return %s : tensor<64xf16>
}
func.func @enlarged_bits(%a: tensor<16x32xf16>, %w: tensor<32xf16>) -> tensor<16xf16> {
  %z = arith.constant 0.0 : f16
  %tiny = arith.constant 0.03125 : f16
  %e = tensor.empty() : tensor<16xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<16xf16>) -> tensor<16xf16>
  %s = linalg.generic {indexing_maps = [#all, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<16x32xf16>, tensor<32xf16>) outs(%f : tensor<16xf16>) {
  ^bb0(%x: f16, %y: f16, %acc: f16):
    %j = arith.mulf %x, %tiny : f16
    %bits = arith.bitcast %j : f16 to i16
    %p = arith.bitcast %bits : i16 to f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<16xf16>
  return %s : tensor<16xf16>
}
func.func @divided(%a: tensor<64x4xf16>, %w: tensor<4xf16>) -> tensor<64xf16> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<64xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<64xf16>) -> tensor<64xf16>
  %sum = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<64x4xf16>) outs(%f : tensor<64xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = math.absf %x : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<64xf16>
  %s = linalg.generic {indexing_maps = [#all, #row, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %sum, %w : tensor<64x4xf16>, tensor<64xf16>, tensor<4xf16>) outs(%f : tensor<64xf16>) {
  ^bb0(%x: f16, %all: f16, %y: f16, %acc: f16):
    %q = arith.divf %x, %all : f16
    %k = arith.mulf %q, %y : f16
    %t = arith.addf %acc, %k : f16
    linalg.yield %t : f16
  } -> tensor<64xf16>
  return %s : tensor<64xf16>
}
//--- scheduled.mlir
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#one = affine_map<(i) -> (i)>
// Each term is made larger and smaller again.
func.func @enlarged(%a: tensor<16x32xf16>, %w: tensor<32xf16>) -> tensor<16xf16> {
  %z = arith.constant 0.0 : f16
  %tiny = arith.constant 0.03125 : f16
  %large = arith.constant 1024.0 : f16
  %small = arith.constant 0.0009765625 : f16
  %e = tensor.empty() : tensor<16xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<16xf16>) -> tensor<16xf16>
  %s = linalg.generic {indexing_maps = [#all, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<16x32xf16>, tensor<32xf16>) outs(%f : tensor<16xf16>) {
  ^bb0(%x: f16, %y: f16, %acc: f16):
    %l = arith.mulf %x, %large : f16
    %k = arith.mulf %l, %tiny : f16
    %p = arith.mulf %k, %small : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<16xf16>
  return %s : tensor<16xf16>
}
// So are squares, which overflow in the payload, too, if they are larger.
func.func @squares(%a: tensor<64x3xf16>, %w: tensor<3xf16>) -> tensor<64xf16> {
  %z = arith.constant 0.0 : f16
  %four = arith.constant 4.0 : f16
  %quarter = arith.constant 0.25 : f16
  %e = tensor.empty() : tensor<64xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<64xf16>) -> tensor<64xf16>
  %s = linalg.generic {indexing_maps = [#all, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<64x3xf16>, tensor<3xf16>) outs(%f : tensor<64xf16>) {
  ^bb0(%x: f16, %y: f16, %acc: f16):
    %l = arith.mulf %x, %four : f16
    %k = arith.mulf %l, %x : f16
    %p = arith.mulf %k, %quarter : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<64xf16>
  return %s : tensor<64xf16>
}
// Two factors are multiplied before the product is made smaller.
func.func @factors(%a: tensor<64x9xf16>, %w: tensor<9xf16>) -> tensor<64xf16> {
  %z = arith.constant 0.0 : f16
  %tiny = arith.constant 0.03125 : f16
  %e = tensor.empty() : tensor<64xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<64xf16>) -> tensor<64xf16>
  %s = linalg.generic {indexing_maps = [#all, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<64x9xf16>, tensor<9xf16>) outs(%f : tensor<64xf16>) {
  ^bb0(%x: f16, %y: f16, %acc: f16):
    %k = arith.mulf %x, %y : f16
    %p = arith.mulf %k, %tiny : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<64xf16>
  return %s : tensor<64xf16>
}
// Without an f64 form.
func.func @enlarged_bits(%a: tensor<16x32xf16>, %w: tensor<32xf16>) -> tensor<16xf16> {
  %z = arith.constant 0.0 : f16
  %tiny = arith.constant 0.03125 : f16
  %large = arith.constant 1024.0 : f16
  %small = arith.constant 0.0009765625 : f16
  %e = tensor.empty() : tensor<16xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<16xf16>) -> tensor<16xf16>
  %s = linalg.generic {indexing_maps = [#all, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<16x32xf16>, tensor<32xf16>) outs(%f : tensor<16xf16>) {
  ^bb0(%x: f16, %y: f16, %acc: f16):
    %l = arith.mulf %x, %large : f16
    %k = arith.mulf %l, %tiny : f16
    %j = arith.mulf %k, %small : f16
    %bits = arith.bitcast %j : f16 to i16
    %p = arith.bitcast %bits : i16 to f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<16xf16>
  return %s : tensor<16xf16>
}
// Right: a row is divided after its sum.
func.func @divided(%a: tensor<64x4xf16>, %w: tensor<4xf16>) -> tensor<64xf16> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<64xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<64xf16>) -> tensor<64xf16>
  %sum = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<64x4xf16>) outs(%f : tensor<64xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = math.absf %x : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<64xf16>
  %s = linalg.generic {indexing_maps = [#all, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<64x4xf16>, tensor<4xf16>) outs(%f : tensor<64xf16>) {
  ^bb0(%x: f16, %y: f16, %acc: f16):
    %k = arith.mulf %x, %y : f16
    %t = arith.addf %acc, %k : f16
    linalg.yield %t : f16
  } -> tensor<64xf16>
  %r = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%s, %sum : tensor<64xf16>, tensor<64xf16>) outs(%e : tensor<64xf16>) {
  ^bb0(%x: f16, %all: f16, %old: f16):
    %q = arith.divf %x, %all : f16
    linalg.yield %q : f16
  } -> tensor<64xf16>
  return %r : tensor<64xf16>
}
