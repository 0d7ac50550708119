// Five devices share one element, so that four have nothing to compute. Their
// slices stay inside the tensors, also those of windows, which read more elements than
// they have loop iterations: runtime verification finds nothing. The library runs the
// devices in turn, so each function is called twice (lib/Collectives).
// RUN: heddle-opt %s --apply-schedule --convert-shard-to-mpi \
// RUN:     --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:     --generate-runtime-verification \
// RUN:     --scf-forall-to-for --convert-linalg-to-loops --convert-scf-to-cf \
// RUN:     --lower-affine --expand-strided-metadata --lower-affine \
// RUN:     --convert-to-llvm --reconcile-unrealized-casts \
// RUN:   | sed -e 's@attributes {dlti.map = .*>} {@{@' -e '/shard.grid/d' \
// RUN:   | mlir-runner -e main --entry-point-result=void \
// RUN:     -shared-libs=%heddle_libs/libHeddleTestCollectives.so \
// RUN:     -shared-libs=%mlir_libs/libmlir_runner_utils.so \
// RUN:     -shared-libs=%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// 100 + 2 * 3 and 200 + 2 * 5
// CHECK:      contributions: 5
// CHECK:      [106,  210]
// 100 + 2 * 1 and 200 + 2 * 2
// CHECK:      contributions: 5
// CHECK:      [102,  204]

module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "MPICH">} {
shard.grid @five(shape = 5)

// The window begins at 2 * i, and its one element is all that is shared. A window of no
// element over the producer would have 2 of them.
func.func @strided(%x: tensor<6xi32>, %w: tensor<1xi32>, %init: tensor<2xi32>)
    -> tensor<2xi32> attributes {plane} {
  %e = tensor.empty() : tensor<3xi32>
  %twice = linalg.generic {indexing_maps = [affine_map<(i) -> (i + 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<6xi32>) outs(%e : tensor<3xi32>) {
    ^bb0(%v: i32, %o: i32):
      %s = arith.addi %v, %v : i32
      linalg.yield %s : i32
  } -> tensor<3xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i * 2 + j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%twice, %w : tensor<3xi32>, tensor<1xi32>) outs(%init : tensor<2xi32>) {
    ^bb0(%v: i32, %u: i32, %o: i32):
      %s = arith.addi %v, %o : i32
      linalg.yield %s : i32
  } -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// A window of no element with a dilation of 2 would have -1 elements.
func.func @dilated(%x: tensor<?x2xi32>, %w: tensor<1xi32>, %init: tensor<1x2xi32>)
    -> tensor<1x2xi32> attributes {deep} {
  %twice = linalg.add ins(%x, %x : tensor<?x2xi32>, tensor<?x2xi32>)
      outs(%x : tensor<?x2xi32>) -> tensor<?x2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, c, j) -> (i + j * 2, c)>, affine_map<(i, c, j) -> (j)>, affine_map<(i, c, j) -> (i, c)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%twice, %w : tensor<?x2xi32>, tensor<1xi32>) outs(%init : tensor<1x2xi32>) {
    ^bb0(%v: i32, %u: i32, %o: i32):
      %s = arith.addi %v, %o : i32
      linalg.yield %s : i32
  } -> tensor<1x2xi32>
  return %r : tensor<1x2xi32>
}

func.func private @collectives_record()
func.func private @collectives_answer()
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %x = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %w = arith.constant dense<1> : tensor<1xi32>
  %init = arith.constant dense<[100, 200]> : tensor<2xi32>
  call @collectives_record() : () -> ()
  %0 = call @strided(%x, %w, %init) : (tensor<6xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
  call @collectives_answer() : () -> ()
  %1 = call @strided(%x, %w, %init) : (tensor<6xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2xi32>
  %2 = tensor.cast %1 : tensor<2xi32> to tensor<*xi32>
  call @printMemrefI32(%2) : (tensor<*xi32>) -> ()

  %row = arith.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %rows = tensor.cast %row : tensor<1x2xi32> to tensor<?x2xi32>
  %start = arith.constant dense<[[100, 200]]> : tensor<1x2xi32>
  call @collectives_record() : () -> ()
  %3 = call @dilated(%rows, %w, %start) : (tensor<?x2xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<1x2xi32>
  call @collectives_answer() : () -> ()
  %4 = call @dilated(%rows, %w, %start) : (tensor<?x2xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<1x2xi32>
  %5 = tensor.cast %4 : tensor<1x2xi32> to tensor<*xi32>
  call @printMemrefI32(%5) : (tensor<*xi32>) -> ()
  return
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %plane = transform.structured.match ops{["func.func"]} attributes {plane} in %root : (!transform.any_op) -> !transform.any_op
  %return = transform.structured.match ops{["func.return"]} in %plane : (!transform.any_op) -> !transform.any_op
  %same, %devices = transform.structured.fuse_operands %return {tile_nums = [1, 5], use_distributed = [0, 1], grid = @five} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %deep = transform.structured.match ops{["func.func"]} attributes {deep} in %root : (!transform.any_op) -> !transform.any_op
  %last = transform.structured.match ops{["func.return"]} in %deep : (!transform.any_op) -> !transform.any_op
  %whole, %others = transform.structured.fuse_operands %last {tile_nums = [1, 1, 5], use_distributed = [0, 0, 1], grid = @five} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
}
