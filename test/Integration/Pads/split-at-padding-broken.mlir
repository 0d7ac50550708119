// split_at_padding with a deliberate mistake in it: heddle check notices it and
// says where. Without the mistake the schedule passes.
//
// RUN: heddle check %s | FileCheck %s --check-prefix=NONE
// RUN: not heddle check --test-break=part_too_few %s \
// RUN:   | FileCheck %s --check-prefix=PART

// NONE: frame: equal: whole numbers bit for bit
// PART: frame: different: result 0[{{[67]}}, {{[0-7]}}] is {{.*}}, expected -7

func.func @frame(%a: tensor<6x6xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c = arith.constant 7.0 : f32
  %0 = tensor.pad %a low[0, 1] high[2, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x6xf32> to tensor<8x8xf32>
  %1 = linalg.negf ins(%0 : tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %op = transform.structured.match ops{["linalg.negf"]} in %module : (!transform.any_op) -> !transform.any_op
  %inside, %frame = transform.heddle.split_at_padding %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
