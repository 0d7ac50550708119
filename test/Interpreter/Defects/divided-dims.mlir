// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The tile that begins at column 2 reads the elements 2 floordiv 3 and the one after it.
func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %a = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %e = tensor.empty() : tensor<7xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i floordiv 3)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%a : tensor<3xf32>) outs(%e : tensor<7xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<7xf32>
  %buffer = bufferization.to_buffer %r read_only : tensor<7xf32> to memref<7xf32>
  %u = memref.cast %buffer : memref<7xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
