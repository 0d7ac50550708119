// Misuse of memory in code that runs for large sizes alone: a buffer of a full tile
// of 64 rows. The write past its end changes no result.

// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s
// CHECK: exp: memory error: the scheduled function writes [64] past the end of the buffer allocated at {{.*}}scheduled.mlir:[[#]]:{{[0-9]+}} at {{.*}}, arg0=64

//--- payload.mlir
func.func @exp(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

//--- scheduled.mlir
func.func @exp(%x: memref<?xf32>, %o: memref<?xf32> {heddle.results = array<i64: 0>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %full = arith.floordivsi %n, %c64 : index
  scf.for %tile = %c0 to %full step %c1 {
    %buffer = memref.alloc() : memref<64xf32>
    memref.store %one, %buffer[%c64] : memref<64xf32>
    %first = arith.muli %tile, %c64 : index
    scf.for %i = %c0 to %c64 step %c1 {
      %at = arith.addi %first, %i : index
      %in = memref.load %x[%at] : memref<?xf32>
      %exp = math.exp %in : f32
      memref.store %exp, %buffer[%i] : memref<64xf32>
      %back = memref.load %buffer[%i] : memref<64xf32>
      memref.store %back, %o[%at] : memref<?xf32>
    }
    memref.dealloc %buffer : memref<64xf32>
  }
  %rest = arith.muli %full, %c64 : index
  scf.for %i = %rest to %n step %c1 {
    %in = memref.load %x[%i] : memref<?xf32>
    %exp = math.exp %in : f32
    memref.store %exp, %o[%i] : memref<?xf32>
  }
  return
}
