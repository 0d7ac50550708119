// fuse_pad with a deliberate mistake in it, twice: heddle check notices both and
// says where. Without a mistake the schedule passes.
//
// RUN: heddle check %s | FileCheck %s --check-prefix=NONE
// RUN: not heddle check --test-break=slab_too_few %s \
// RUN:   | FileCheck %s --check-prefix=SLAB
// RUN: not heddle check --test-break=init_from_padding %s \
// RUN:   | FileCheck %s --check-prefix=INIT

// NONE: frame: equal: whole numbers bit for bit
// NONE: start: equal: whole numbers bit for bit

// SLAB: frame: different: result 0[{{[0-5]}}, 7] is {{.*}}, expected 7
// INIT: start: different: result 0[{{.*}}] is {{-?[0-9]+}}, expected {{-?[0-9]+}}

func.func @frame(%a: tensor<6x6xf32>) -> tensor<8x8xf32> {
  %c = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<6x6xf32>
  %0 = linalg.negf ins(%a : tensor<6x6xf32>) outs(%e : tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = tensor.pad %0 low[0, 1] high[2, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x6xf32> to tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

func.func @start(%a: tensor<6x6xf32>, %b: tensor<6x6xf32>, %acc: tensor<6x6xf32>) -> tensor<24x24xf32> {
  %c = arith.constant 7.0 : f32
  %0 = linalg.matmul ins(%a, %b : tensor<6x6xf32>, tensor<6x6xf32>) outs(%acc : tensor<6x6xf32>) -> tensor<6x6xf32>
  %1 = tensor.pad %0 low[9, 9] high[9, 9] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<6x6xf32> to tensor<24x24xf32>
  return %1 : tensor<24x24xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %pads = transform.structured.match ops{["tensor.pad"]} in %module : (!transform.any_op) -> !transform.any_op
  %fills, %producers = transform.heddle.fuse_pad %pads : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
