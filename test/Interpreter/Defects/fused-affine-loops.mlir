// RUN: %python %heddle_src/test/check-defect.py %s %llvm_tools %mlir_libs
//
// The second loop needs a part of what the first one writes, and the caller needs all of
// it. The iterations that only the caller needs are dropped.
func.func private @printMemrefF32(memref<*xf32>)

func.func private @both(%a: memref<12xf32>, %b: memref<12xf32> {llvm.noalias}, %r: memref<12xf32> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    %x = affine.load %a[%i] : memref<12xf32>
    affine.store %x, %b[%i] : memref<12xf32>
  }
  affine.for %i = 2 to 10 {
    %x = affine.load %b[%i - 1] : memref<12xf32>
    %y = affine.load %b[%i - 2] : memref<12xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %r[%i] : memref<12xf32>
  }
  return
}
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<12xf32>
  %b = memref.alloc() : memref<12xf32>
  %r = memref.alloc() : memref<12xf32>
  linalg.fill ins(%one : f32) outs(%a : memref<12xf32>)
  linalg.fill ins(%zero : f32) outs(%b : memref<12xf32>)
  linalg.fill ins(%zero : f32) outs(%r : memref<12xf32>)
  call @both(%a, %b, %r) : (memref<12xf32>, memref<12xf32>, memref<12xf32>) -> ()
  %u = memref.cast %b : memref<12xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// passes: --pass-pipeline=builtin.module(func.func(affine-loop-fusion))
