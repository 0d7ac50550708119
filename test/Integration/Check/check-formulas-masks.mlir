// Masks of -inf: a row that is masked throughout is NaN with and without a
// schedule, a mask moves past a scale that is a constant or an argument, and a
// division by a sum that is exactly 0 is as IEEE 754 has it.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir -O1 | FileCheck %s
// RUN: not heddle check %t/payload.mlir --scheduled %t/finite.mlir \
// RUN:   --function scaled | FileCheck %s --check-prefix=FINITE

// CHECK:      row: equal: {{.*}}equal as formulas (
// CHECK-NEXT: scaled: equal: {{.*}}equal as formulas (
// CHECK-NEXT: scaled_by: equal: {{.*}}equal as formulas (
// CHECK-NEXT: exact_zero: equal: {{.*}}equal as formulas (

// A large number is another one than -inf. No float shows it.
// FINITE: scaled: different: different as formulas: result 0 (1 of 1 elements differ); the floats agree: random data

//--- payload.mlir
func.func @row(%x: memref<3x8xf32> {llvm.noalias}, %y: memref<3x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %minus = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c3 step %c1 {
    %masked = arith.cmpi eq, %i, %c1 : index
    %m = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %minus) -> f32 {
      %a = memref.load %x[%i, %j] : memref<3x8xf32>
      %b = arith.select %masked, %minus, %a : f32
      %t = arith.maximumf %s, %b : f32
      scf.yield %t : f32
    }
    %l = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
      %a = memref.load %x[%i, %j] : memref<3x8xf32>
      %b = arith.select %masked, %minus, %a : f32
      %d = arith.subf %b, %m : f32
      %e = math.exp %d : f32
      memref.store %e, %y[%i, %j] : memref<3x8xf32>
      %t = arith.addf %s, %e : f32
      scf.yield %t : f32
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %a = memref.load %y[%i, %j] : memref<3x8xf32>
      %q = arith.divf %a, %l : f32
      memref.store %q, %y[%i, %j] : memref<3x8xf32>
    }
  }
  return
}
func.func @scaled(%x: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %minus = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
    %a = memref.load %x[%j] : memref<8xf32>
    %masked = arith.cmpi eq, %j, %c1 : index
    %b = arith.select %masked, %minus, %zero : f32
    %c = arith.addf %a, %b : f32
    %d = arith.mulf %c, %half : f32
    %e = math.exp %d : f32
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  return %r : f32
}
func.func @scaled_by(%x: memref<8xf32>, %scales: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %minus = arith.constant 0xFF800000 : f32
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %r = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
    %a = memref.load %x[%j] : memref<8xf32>
    %g = memref.load %scales[%j] : memref<8xf32>
    %size = math.absf %g : f32
    %scale = arith.addf %size, %half : f32
    %masked = arith.cmpi eq, %j, %c1 : index
    %b = arith.select %masked, %minus, %a : f32
    %d = arith.mulf %b, %scale : f32
    %e = math.exp %d : f32
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  return %r : f32
}
func.func @exact_zero(%x: memref<8xf32>, %y: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %j = %c0 to %c8 step %c1 {
    %a = memref.load %x[%j] : memref<8xf32>
    %first = memref.load %x[%c1] : memref<8xf32>
    %d = arith.subf %a, %first : f32
    %q = arith.divf %a, %d : f32
    memref.store %q, %y[%j] : memref<9xf32>
  }
  return
}

//--- scheduled.mlir
func.func @row(%x: memref<3x8xf32> {llvm.noalias}, %y: memref<3x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %minus = arith.constant dense<0xFF800000> : vector<8xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    %masked = arith.cmpi eq, %i, %c1 : index
    %a = vector.load %x[%i, %c0] : memref<3x8xf32>, vector<8xf32>
    %b = arith.select %masked, %minus, %a : vector<8xf32>
    %m = vector.reduction <maximumf>, %b : vector<8xf32> into f32
    %mv = vector.broadcast %m : f32 to vector<8xf32>
    %d = arith.subf %b, %mv : vector<8xf32>
    %e = math.exp %d : vector<8xf32>
    %l = vector.reduction <add>, %e : vector<8xf32> into f32
    %lv = vector.broadcast %l : f32 to vector<8xf32>
    %q = arith.divf %e, %lv : vector<8xf32>
    vector.store %q, %y[%i, %c0] : memref<3x8xf32>, vector<8xf32>
  }
  return
}
func.func @scaled(%x: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %minus = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
    %a = memref.load %x[%j] : memref<8xf32>
    %masked = arith.cmpi eq, %j, %c1 : index
    %b = arith.select %masked, %minus, %zero : f32
    %c = arith.mulf %a, %half : f32
    %d = arith.addf %c, %b : f32
    %e = math.exp %d : f32
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  return %r : f32
}
func.func @scaled_by(%x: memref<8xf32>, %scales: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %minus = arith.constant 0xFF800000 : f32
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %r = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
    %a = memref.load %x[%j] : memref<8xf32>
    %g = memref.load %scales[%j] : memref<8xf32>
    %size = math.absf %g : f32
    %scale = arith.addf %size, %half : f32
    %d = arith.mulf %scale, %a : f32
    %masked = arith.cmpi eq, %j, %c1 : index
    %b = arith.select %masked, %minus, %d : f32
    %e = math.exp %b : f32
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  return %r : f32
}
func.func @exact_zero(%x: memref<8xf32>, %y: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.load %x[%c1] : memref<8xf32>
  %f = vector.broadcast %first : f32 to vector<8xf32>
  %a = vector.load %x[%c0] : memref<8xf32>, vector<8xf32>
  %d = arith.subf %a, %f : vector<8xf32>
  %q = arith.divf %a, %d : vector<8xf32>
  vector.store %q, %y[%c0] : memref<9xf32>, vector<8xf32>
  return
}

//--- finite.mlir
func.func @scaled(%x: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %minus = arith.constant -1.0e9 : f32
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %r = scf.for %j = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
    %a = memref.load %x[%j] : memref<8xf32>
    %masked = arith.cmpi eq, %j, %c1 : index
    %b = arith.select %masked, %minus, %zero : f32
    %c = arith.mulf %a, %half : f32
    %d = arith.addf %c, %b : f32
    %e = math.exp %d : f32
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  return %r : f32
}
