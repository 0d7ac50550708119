// RUN: split-file %s %t
// RUN: not heddle apply %t/pad.mlir -s %t/schedule.mlir 2>&1 | FileCheck %s --check-prefix=PAD
// RUN: not heddle-opt %t/pad.mlir --apply-schedule=schedule=%t/schedule.mlir 2>&1 | FileCheck %s --check-prefix=PAD
// RUN: not heddle explain --memory %t/pad.mlir -s %t/schedule.mlir 2>&1 | FileCheck %s --check-prefix=PAD
// RUN: not heddle check %t/pack.mlir -s %t/schedule.mlir 2>&1 | FileCheck %s --check-prefix=PACK
// RUN: not heddle apply %t/payload.mlir -s %t/tile.mlir 2>&1 | FileCheck %s --check-prefix=TILE

// The number -2^63 in a list stands for an operand; upstream's verifiers of
// these ops do not count the operands.
// PAD: pad.mlir:3:8: error: 'tensor.pad' op expects an operand for each -9223372036854775808 in its lists, which stands for one; got 0 operands for 1
// PACK: pack.mlir:2:8: error: 'linalg.pack' op expects an operand for each -9223372036854775808 in its lists, which stands for one; got 0 operands for 1
// TILE: tile.mlir:4:14: error: 'transform.structured.tile_using_for' op expects an operand for each -9223372036854775808 in its lists, which stands for one; got 0 operands for 1

//--- pad.mlir
func.func @pad(%x: tensor<6x5xf32>) -> tensor<9x10xf32> {
  %c = arith.constant 7.0 : f32
  %0 = tensor.pad %x low[1, -9223372036854775808] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x5xf32> to tensor<9x10xf32>
  return %0 : tensor<9x10xf32>
}

//--- pack.mlir
func.func @pack(%a: tensor<8xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [-9223372036854775808] into %b : tensor<8xf32> -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

//--- payload.mlir
func.func @payload(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.yield
  }
}

//--- tile.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %0 tile_sizes [-9223372036854775808] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
