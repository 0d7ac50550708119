// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// Each iteration doubles the memory and reads it again.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<2xf32>
  linalg.fill ins(%one : f32) outs(%m : memref<2xf32>)
  %t = bufferization.to_tensor %m restrict writable : memref<2xf32> to tensor<2xf32>
  scf.for %i = %c0 to %c2 step %c1 {
    %e = tensor.empty() : tensor<2xf32>
    %x = linalg.negf ins(%t : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    linalg.add ins(%m, %m : memref<2xf32>, memref<2xf32>) outs(%m : memref<2xf32>)
    %a = tensor.extract %x[%c0] : tensor<2xf32>
    vector.print %a : f32
  }
  return
}

// passes: --loop-invariant-code-motion
