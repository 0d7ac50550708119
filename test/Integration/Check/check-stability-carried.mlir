// A softmax in tiles of 32 whose maximum is not carried from one tile to the next:
// it rescales by exp(old maximum - maximum of the tile), which overflows. That is
// the same formula. The main sizes have one tile, so a longer run is watched.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s
// RUN: sed 's/%from = arith.constant 0xFF800000 : f32/%from = arith.addf %old, %zero : f32/' \
// RUN:   %t/scheduled.mlir > %t/carried.mlir
// RUN: heddle check %t/payload.mlir --scheduled %t/carried.mlir \
// RUN:   | FileCheck %s --check-prefix=CARRIED

// CHECK: softmax: different: less stable: {{.*}} the largest argument of 'exp' is
// CARRIED: softmax: equal: {{.*}}equal as formulas

//--- payload.mlir
func.func @softmax(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %d = memref.dim %x, %c0 : memref<?xf32>
  %m = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %minus) -> f32 {
    %a = memref.load %x[%i] : memref<?xf32>
    %n = arith.maximumf %acc, %a : f32
    scf.yield %n : f32
  }
  %s = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %zero) -> f32 {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.subf %a, %m : f32
    %e = math.exp %b : f32
    %n = arith.addf %acc, %e : f32
    scf.yield %n : f32
  }
  scf.for %i = %c0 to %d step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.subf %a, %m : f32
    %e = math.exp %b : f32
    %q = arith.divf %e, %s : f32
    memref.store %q, %y[%i] : memref<?xf32>
  }
  return
}

//--- scheduled.mlir
func.func @softmax(%x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant 0xFF800000 : f32
  %d = memref.dim %x, %c0 : memref<?xf32>
  %m, %s = scf.for %t = %c0 to %d step %c32
      iter_args(%old = %minus, %sum = %zero) -> (f32, f32) {
    %end = affine.min affine_map<(t)[d] -> (t + 32, d)>(%t)[%d]
    %from = arith.constant 0xFF800000 : f32
    %new = scf.for %i = %t to %end step %c1 iter_args(%acc = %from) -> f32 {
      %a = memref.load %x[%i] : memref<?xf32>
      %n = arith.maximumf %acc, %a : f32
      scf.yield %n : f32
    }
    %distance = arith.subf %old, %new : f32
    %factor = math.exp %distance : f32
    %rescaled = arith.mulf %sum, %factor : f32
    %next = scf.for %i = %t to %end step %c1 iter_args(%acc = %rescaled) -> f32 {
      %a = memref.load %x[%i] : memref<?xf32>
      %b = arith.subf %a, %new : f32
      %e = math.exp %b : f32
      %n = arith.addf %acc, %e : f32
      scf.yield %n : f32
    }
    scf.yield %new, %next : f32, f32
  }
  scf.for %i = %c0 to %d step %c1 {
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.subf %a, %m : f32
    %e = math.exp %b : f32
    %q = arith.divf %e, %s : f32
    memref.store %q, %y[%i] : memref<?xf32>
  }
  return
}
