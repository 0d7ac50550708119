// fuse_operands divides what a function returns over five devices, and eleven
// elements over these: the last one has a part of a tile. The init is counted once. The library runs the devices
// in turn, so each function is called twice (lib/Collectives).
// RUN: heddle-opt %s --apply-schedule --convert-shard-to-mpi \
// RUN:     --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:     --scf-forall-to-for --convert-linalg-to-loops --convert-scf-to-cf \
// RUN:     --lower-affine --expand-strided-metadata --lower-affine \
// RUN:     --convert-to-llvm --reconcile-unrealized-casts \
// RUN:   | sed -e 's@attributes {dlti.map = .*>} {@{@' -e '/shard.grid/d' \
// RUN:   | mlir-runner -e main --entry-point-result=void \
// RUN:     -shared-libs=%heddle_libs/libHeddleTestCollectives.so \
// RUN:     -shared-libs=%mlir_libs/libmlir_runner_utils.so \
// RUN:     -shared-libs=%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// 100 + (1 + .. + 11) and 1000 + (-1 + 20 - 3 + 4 - ..)
// CHECK:      contributions: 5
// CHECK:      [166,  1012]
// The largest is the init in one column, and not the neutral element in another.
// CHECK:      contributions: 5
// CHECK:      [11,  50]
// CHECK:      contributions: 5
// CHECK:      [-11,  -50]
// Each device computes its part of what the reduction reads.
// 100 - 2 * (1 + .. + 11) and 1000 - 2 * (-1 + 20 - ..)
// CHECK:      contributions: 5
// CHECK:      [-32,  976]

module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "MPICH">} {
shard.grid @five(shape = 5)
func.func @sum(%a: tensor<2x11xf32>, %init: tensor<2xf32>) -> tensor<2xf32> attributes {reduced} {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<2x11xf32>) outs(%init : tensor<2xf32>) attrs = {reduces} {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %x, %o : f32
      linalg.yield %s : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @largest(%a: tensor<2x11xi32>, %init: tensor<2xi32>) -> tensor<2xi32> attributes {reduced} {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<2x11xi32>) outs(%init : tensor<2xi32>) attrs = {reduces} {
    ^bb0(%x: i32, %o: i32):
      %s = arith.maxsi %x, %o : i32
      linalg.yield %s : i32
  } -> tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @smallest(%a: tensor<2x11xf32>, %init: tensor<2xf32>) -> tensor<2xf32> attributes {reduced} {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<2x11xf32>) outs(%init : tensor<2xf32>) attrs = {reduces} {
    ^bb0(%x: f32, %o: f32):
      %s = arith.minimumf %x, %o : f32
      linalg.yield %s : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @fused(%a: tensor<2x11xf32>, %init: tensor<2xf32>) -> tensor<2xf32> attributes {reduced} {
  %e = tensor.empty() : tensor<2x11xf32>
  %n = linalg.negf {first} ins(%a : tensor<2x11xf32>) outs(%e : tensor<2x11xf32>) -> tensor<2x11xf32>
  %d = linalg.add {second} ins(%n, %n : tensor<2x11xf32>, tensor<2x11xf32>) outs(%e : tensor<2x11xf32>) -> tensor<2x11xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<2x11xf32>) outs(%init : tensor<2xf32>) attrs = {with_producers} {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %x, %o : f32
      linalg.yield %s : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func private @collectives_record()
func.func private @collectives_answer()
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0],
                             [-1.0, 20.0, -3.0, 4.0, -5.0, 6.0, -7.0, 8.0, -9.0, 10.0, -11.0]]> : tensor<2x11xf32>
  %init = arith.constant dense<[100.0, 1000.0]> : tensor<2xf32>
  %0 = call @sum(%a, %init) : (tensor<2x11xf32>, tensor<2xf32>) -> tensor<2xf32>
  call @collectives_answer() : () -> ()
  %1 = call @sum(%a, %init) : (tensor<2x11xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = tensor.cast %1 : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()

  %b = arith.constant dense<[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
                             [-1, 20, -3, 4, -5, 6, -7, 8, -9, 10, -11]]> : tensor<2x11xi32>
  %start = arith.constant dense<[-3, 50]> : tensor<2xi32>
  call @collectives_record() : () -> ()
  %3 = call @largest(%b, %start) : (tensor<2x11xi32>, tensor<2xi32>) -> tensor<2xi32>
  call @collectives_answer() : () -> ()
  %4 = call @largest(%b, %start) : (tensor<2x11xi32>, tensor<2xi32>) -> tensor<2xi32>
  %5 = tensor.cast %4 : tensor<2xi32> to tensor<*xi32>
  call @printMemrefI32(%5) : (tensor<*xi32>) -> ()

  %c = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, -11.0],
                             [1.0, 20.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]]> : tensor<2x11xf32>
  %least = arith.constant dense<[3.0, -50.0]> : tensor<2xf32>
  call @collectives_record() : () -> ()
  %6 = call @smallest(%c, %least) : (tensor<2x11xf32>, tensor<2xf32>) -> tensor<2xf32>
  call @collectives_answer() : () -> ()
  %7 = call @smallest(%c, %least) : (tensor<2x11xf32>, tensor<2xf32>) -> tensor<2xf32>
  %8 = tensor.cast %7 : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%8) : (tensor<*xf32>) -> ()

  call @collectives_record() : () -> ()
  %9 = call @fused(%a, %init) : (tensor<2x11xf32>, tensor<2xf32>) -> tensor<2xf32>
  call @collectives_answer() : () -> ()
  %10 = call @fused(%a, %init) : (tensor<2x11xf32>, tensor<2xf32>) -> tensor<2xf32>
  %11 = tensor.cast %10 : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%11) : (tensor<*xf32>) -> ()
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %plain = transform.structured.match ops{["func.func"]} attributes {reduced} in %root : (!transform.any_op) -> !transform.any_op
  transform.foreach %plain : !transform.any_op {
  ^bb1(%function: !transform.any_op):
    %return = transform.structured.match ops{["func.return"]} in %function : (!transform.any_op) -> !transform.any_op
    %same, %devices = transform.structured.fuse_operands %return {tile_nums = [1, 5], use_distributed = [0, 1], grid = @five, no_nans, expect_whole_graph_fusion} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  }
}
}
