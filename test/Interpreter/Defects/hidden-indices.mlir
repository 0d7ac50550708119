// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The offset of a tile is added in a body that the printed text does not have, so each
// tile has the random numbers of the first one.
func.func private @printMemrefF32(memref<*xf32>)

func.func @main() {
  %lo = arith.constant 0.0 : f64
  %hi = arith.constant 10.0 : f64
  %seed = arith.constant 7 : i32
  %e = tensor.empty() : tensor<4x2xf32>
  %r = linalg.fill_rng_2d ins(%lo, %hi, %seed : f64, f64, i32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %buffer = bufferization.to_buffer %r read_only : tensor<4x2xf32> to memref<4x2xf32>
  %u = memref.cast %buffer : memref<4x2xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// schedule:
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.fill_rng_2d"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
