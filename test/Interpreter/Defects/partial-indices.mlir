// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The indices 0 to 7 have the sum 28. Those of each part of 4 begin at 0.
func.func private @printMemrefI32(memref<*xi32>)

func.func @main() {
  %a = arith.constant dense<0> : tensor<8xi32>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]} ins(%a : tensor<8xi32>) outs(%f : tensor<i32>) {
  ^bb0(%x: i32, %o: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %s = arith.addi %j, %o : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  %buffer = bufferization.to_buffer %r read_only : tensor<i32> to memref<i32>
  %u = memref.cast %buffer : memref<i32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %p, %c, %l = transform.structured.tile_reduction_using_for %0 by tile_sizes = [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
