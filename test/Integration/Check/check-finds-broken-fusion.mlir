// fuse_ext with a deliberate mistake in it, six times: heddle check notices each
// of them and says where. Without a mistake the same schedules pass.
//
// RUN: split-file %s %t
// RUN: heddle check %t/matmul.mlir -s %t/matmul-schedule.mlir \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: heddle check %t/window.mlir -s %t/root-schedule.mlir \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: heddle check %t/returned.mlir -s %t/root-schedule.mlir \
// RUN:   | FileCheck %s --check-prefix=NONE
//
// RUN: not heddle check %t/matmul.mlir -s %t/matmul-schedule.mlir \
// RUN:   --test-break=fill_in_reduction | FileCheck %s --check-prefix=FILL
// RUN: not heddle check %t/matmul.mlir -s %t/matmul-schedule.mlir \
// RUN:   --test-break=box_off_by_one | FileCheck %s --check-prefix=BOX
// RUN: not heddle check %t/matmul.mlir -s %t/matmul-schedule.mlir \
// RUN:   --test-break=missing_min | FileCheck %s --check-prefix=MIN
// RUN: not heddle check %t/matmul.mlir -s %t/matmul-schedule.mlir \
// RUN:   --test-break=interchange_swapped | FileCheck %s --check-prefix=INTERCHANGE
// RUN: not heddle check %t/window.mlir -s %t/root-schedule.mlir \
// RUN:   --test-break=init_from_carried | FileCheck %s --check-prefix=INIT
// RUN: not heddle check %t/returned.mlir -s %t/root-schedule.mlir \
// RUN:   --test-break=outside_use_dropped | FileCheck %s --check-prefix=OUTSIDE

// NONE: : equal: whole numbers bit for bit (1 run); random data bit for bit (1 run)

// The sum starts anew in each step of the k loop: every element is wrong that
// is not so by chance.
// FILL: matmul: different: result 0[0, 0] is {{-?[0-9]+}}, expected {{-?[0-9]+}} ({{[0-9]+}} of 63 elements differ) [whole numbers]
// BOX: matmul: different: result 0[0, 0] is {{-?[0-9]+}}, expected {{-?[0-9]+}} ({{[0-9]+}} of 63 elements differ) [whole numbers]
// A tile that reaches beyond the array is a crash, thanks to the page after it:
// the third tile along k of 13 rows has five.
// MIN: matmul: memory error: the scheduled function reads [13, 0] past the end of argument 1 at {{.*}}matmul.mlir:6:8 [whole numbers]
// INTERCHANGE: matmul: different: result 0[0, 0] is {{-?[0-9]+}}, expected {{-?[0-9]+}} ({{[0-9]+}} of 63 elements differ) [whole numbers]
// The halo of a tile is added to twice: the elements that two tiles compute.
// INIT: window: different: result {{[01]}}[{{[0-9]+}}] is {{-?[0-9]+}}, expected {{-?[0-9]+}} ({{[0-9]+}} of {{1[46]}} elements differ) [whole numbers]
// OUTSIDE: returned: different: result 1[0] is {{.*}}, expected {{-?[0-9]+}} (16 of 16 elements differ) [whole numbers]

//--- matmul.mlir
func.func @matmul(%a: tensor<7x13xf32>, %b: tensor<13x9xf32>)
    -> tensor<7x9xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x9xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<7x13xf32>, tensor<13x9xf32>)
                     outs(%f : tensor<7x9xf32>) -> tensor<7x9xf32>
  return %0 : tensor<7x9xf32>
}

//--- matmul-schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %root = transform.structured.match ops{["linalg.matmul"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:3 = transform.structured.fuse_ext %root
        tile_sizes [2, 4, 5]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op,
                                !transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- window.mlir
#id = affine_map<(d0) -> (d0)>
#point = affine_map<(d0, d1) -> (d0)>
#window = affine_map<(d0, d1) -> (d0 + d1)>
#tap = affine_map<(d0, d1) -> (d1)>
// The op that is read through the window accumulates into an argument and is
// returned.
func.func @window(%a: tensor<16xf32>, %c: tensor<16xf32>, %o: tensor<14xf32>)
    -> (tensor<14xf32>, tensor<16xf32>) {
  %t = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<16xf32>) outs(%c : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %taps = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [#window, #tap, #point],
                       iterator_types = ["parallel", "reduction"]}
      ins(%t, %taps : tensor<16xf32>, tensor<3xf32>)
      outs(%o : tensor<14xf32>) attrs = {root} {
  ^bb0(%in: f32, %tap: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<14xf32>
  return %r, %t : tensor<14xf32>, tensor<16xf32>
}

//--- returned.mlir
// The producer is read by the root and returned as well.
func.func @returned(%a: tensor<16xf32>, %o: tensor<16xf32>, %p: tensor<16xf32>)
    -> (tensor<16xf32>, tensor<16xf32>) {
  %0 = linalg.add ins(%a, %a : tensor<16xf32>, tensor<16xf32>)
                  outs(%o : tensor<16xf32>) -> tensor<16xf32>
  %1 = linalg.mul {root} ins(%0, %a : tensor<16xf32>, tensor<16xf32>)
                         outs(%p : tensor<16xf32>) -> tensor<16xf32>
  return %1, %0 : tensor<16xf32>, tensor<16xf32>
}

//--- root-schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %root = transform.structured.match attributes {root} in %module
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse_ext %root tile_sizes [4]
        {placement_slack = 8.0 : f64}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
