// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The pass peels the first iteration of a loop that has none.
func.func private @printMemrefF32(memref<*xf32>)

func.func private @stores(%a: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %step {
    %k = arith.maxsi %i, %c0 : index
    memref.store %one, %a[%k] : memref<4xf32>
  }
  return
}
func.func @main() {
  %n = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<4xf32>)
  call @stores(%a, %n) : (memref<4xf32>, index) -> ()
  %u = memref.cast %a : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// passes: --scf-for-loop-peeling=peel-front=true
