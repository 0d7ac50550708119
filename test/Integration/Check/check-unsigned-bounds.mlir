// A negative input that is read as an unsigned number is large. A sum of such
// numbers is not exact in every order, so no whole numbers are compared bit for
// bit: another order of the sum is no difference.
//
// RUN: heddle check %s | FileCheck %s

// CHECK:      to_float: equal: random data as floats: error {{.*}} (rms), {{.*}} (max) against f64, the payload's own {{.*}} and {{.*}} (1 run); with every float in f64 bit for bit (1 run); no whole numbers: 'arith.addf' may exceed the whole numbers that f16 holds exactly
// CHECK-NEXT: extended: equal: random data as floats: error {{.*}} (rms), {{.*}} (max) against f64, the payload's own {{.*}} and {{.*}} (1 run); with every float in f64 bit for bit (1 run); no whole numbers: 'arith.addf' may exceed the whole numbers that f16 holds exactly
// CHECK-NEXT: as_index: equal: random data {{.*}} (1 run); no whole numbers: 'arith.addf' may exceed the whole numbers that f16 holds exactly
// CHECK-NEXT: shifted: equal: random data as floats: error {{.*}} (rms), {{.*}} (max) against f64, the payload's own {{.*}} and {{.*}} (1 run); with every float in f64 bit for bit (1 run); no whole numbers: 'arith.addf' may exceed the whole numbers that f16 holds exactly
// Numbers that are known to be positive keep their bound.
// CHECK-NEXT: positive: equal: whole numbers bit for bit (1 run); random data

#in = affine_map<(i, j, k) -> (i, j, k)>
#out = affine_map<(i, j, k) -> (i)>
module attributes {transform.with_named_sequence} {
func.func @to_float(%x: tensor<3x20x21xi8>, %e: tensor<3xf16>)
    -> tensor<3xf16> {
  %z = arith.constant 0.0 : f16
  %o = linalg.fill ins(%z : f16) outs(%e : tensor<3xf16>) -> tensor<3xf16>
  %r = linalg.generic {indexing_maps = [#in, #out], root,
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x20x21xi8>) outs(%o : tensor<3xf16>) {
    ^bb0(%i: i8, %a: f16):
      %f = arith.uitofp %i : i8 to f16
      %s = arith.addf %f, %a : f16
      linalg.yield %s : f16
  } -> tensor<3xf16>
  return %r : tensor<3xf16>
}
func.func @extended(%x: tensor<3x20x21xi8>, %e: tensor<3xf16>)
    -> tensor<3xf16> {
  %z = arith.constant 0.0 : f16
  %o = linalg.fill ins(%z : f16) outs(%e : tensor<3xf16>) -> tensor<3xf16>
  %r = linalg.generic {indexing_maps = [#in, #out], root,
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x20x21xi8>) outs(%o : tensor<3xf16>) {
    ^bb0(%i: i8, %a: f16):
      %w = arith.extui %i : i8 to i32
      %f = arith.sitofp %w : i32 to f16
      %s = arith.addf %f, %a : f16
      linalg.yield %s : f16
  } -> tensor<3xf16>
  return %r : tensor<3xf16>
}
func.func @as_index(%x: tensor<3x10x21xi8>, %e: tensor<3xf16>)
    -> tensor<3xf16> {
  %z = arith.constant 0.0 : f16
  %o = linalg.fill ins(%z : f16) outs(%e : tensor<3xf16>) -> tensor<3xf16>
  %r = linalg.generic {indexing_maps = [#in, #out], root,
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x10x21xi8>) outs(%o : tensor<3xf16>) {
    ^bb0(%i: i8, %a: f16):
      // Only 0 and 1 are drawn for what becomes an index; two less is negative.
      %c2 = arith.constant 2 : i8
      %less = arith.subi %i, %c2 : i8
      %n = arith.index_castui %less : i8 to index
      %w = arith.index_cast %n : index to i32
      %f = arith.sitofp %w : i32 to f16
      %s = arith.addf %f, %a : f16
      linalg.yield %s : f16
  } -> tensor<3xf16>
  return %r : tensor<3xf16>
}
func.func @shifted(%x: tensor<3x20x21xi8>, %e: tensor<3xf16>)
    -> tensor<3xf16> {
  %z = arith.constant 0.0 : f16
  %o = linalg.fill ins(%z : f16) outs(%e : tensor<3xf16>) -> tensor<3xf16>
  %r = linalg.generic {indexing_maps = [#in, #out], root,
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x20x21xi8>) outs(%o : tensor<3xf16>) {
    ^bb0(%i: i8, %a: f16):
      %c1 = arith.constant 1 : i8
      %h = arith.shrui %i, %c1 : i8
      %f = arith.sitofp %h : i8 to f16
      %s = arith.addf %f, %a : f16
      linalg.yield %s : f16
  } -> tensor<3xf16>
  return %r : tensor<3xf16>
}
func.func @positive(%x: tensor<3x20x21xi8>, %e: tensor<3xf16>)
    -> tensor<3xf16> {
  %z = arith.constant 0.0 : f16
  %o = linalg.fill ins(%z : f16) outs(%e : tensor<3xf16>) -> tensor<3xf16>
  %r = linalg.generic {indexing_maps = [#in, #out], root,
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x20x21xi8>) outs(%o : tensor<3xf16>) {
    ^bb0(%i: i8, %a: f16):
      %c3 = arith.constant 3 : i8
      %m = arith.andi %i, %c3 : i8
      %f = arith.uitofp %m : i8 to f16
      %s = arith.addf %f, %a : f16
      linalg.yield %s : f16
  } -> tensor<3xf16>
  return %r : tensor<3xf16>
}
transform.named_sequence @__transform_main(%module: !transform.any_op) {
  %root = transform.structured.match attributes {root} in %module
    : (!transform.any_op) -> !transform.any_op
  %t, %l = transform.structured.fuse_ext %root tile_sizes [0, 0, 2]
    : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}
}
