// The extremum of any three of eight numbers, NaN, infinities and zeros of both
// signs among them: as one number after the other says, and as a loop that
// carries vectors says.
//
// RUN: split-file %s %t
// RUN: heddle check %t/numbers.mlir --scheduled %t/vectors.mlir \
// RUN:   --allow-unchanged | FileCheck %s
// RUN: heddle-opt %t/vectors.mlir --heddle-lower-floats | FileCheck %s --check-prefix=BITS

// CHECK: extrema: equal: {{.*}}bit for bit
// BITS-COUNT-2: arith.maxui {{.*}} : vector<8xi32>

//--- numbers.mlir
func.func private @bits(%x: f32) -> i32 {
  %nan = arith.constant 1 : i32
  %is = arith.cmpf uno, %x, %x : f32
  %b = arith.bitcast %x : f32 to i32
  %r = arith.select %is, %nan, %b : i32
  return %r : i32
}
func.func @extrema(%seed: memref<8xi32>, %max: memref<8x8x8xi32> {llvm.noalias}, %min: memref<8x8x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %numbers = arith.constant dense<[0x7FC00000, 0xFFC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 1.5, -2.5]> : vector<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %a = vector.extract %numbers[%i] : f32 from vector<8xf32>
    scf.for %j = %c0 to %c8 step %c1 {
      %b = vector.extract %numbers[%j] : f32 from vector<8xf32>
      scf.for %k = %c0 to %c8 step %c1 {
        %c = vector.extract %numbers[%k] : f32 from vector<8xf32>
        %m0 = arith.maximumf %a, %b : f32
        %m1 = arith.maximumf %m0, %c : f32
        %m2 = func.call @bits(%m1) : (f32) -> i32
        memref.store %m2, %max[%i, %j, %k] : memref<8x8x8xi32>
        %n0 = arith.minimumf %a, %b : f32
        %n1 = arith.minimumf %n0, %c : f32
        %n2 = func.call @bits(%n1) : (f32) -> i32
        memref.store %n2, %min[%i, %j, %k] : memref<8x8x8xi32>
      }
    }
  }
  return
}

//--- vectors.mlir
func.func private @bits(%x: vector<8xf32>) -> vector<8xi32> {
  %nan = arith.constant dense<1> : vector<8xi32>
  %is = arith.cmpf uno, %x, %x : vector<8xf32>
  %b = arith.bitcast %x : vector<8xf32> to vector<8xi32>
  %r = arith.select %is, %nan, %b : vector<8xi1>, vector<8xi32>
  return %r : vector<8xi32>
}
func.func @extrema(%seed: memref<8xi32>, %max: memref<8x8x8xi32> {llvm.noalias}, %min: memref<8x8x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %numbers = arith.constant dense<[0x7FC00000, 0xFFC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 1.5, -2.5]> : vector<8xf32>
  %rows = memref.alloc() : memref<2x8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %a = vector.extract %numbers[%i] : f32 from vector<8xf32>
    %as = vector.broadcast %a : f32 to vector<8xf32>
    vector.transfer_write %as, %rows[%c0, %c0] {in_bounds = [true]} : vector<8xf32>, memref<2x8xf32>
    scf.for %j = %c0 to %c8 step %c1 {
      %b = vector.extract %numbers[%j] : f32 from vector<8xf32>
      %bs = vector.broadcast %b : f32 to vector<8xf32>
      vector.transfer_write %bs, %rows[%c1, %c0] {in_bounds = [true]} : vector<8xf32>, memref<2x8xf32>
      %m1, %n1 = scf.for %row = %c0 to %c2 step %c1 iter_args(%m = %numbers, %n = %numbers) -> (vector<8xf32>, vector<8xf32>) {
        %x = vector.transfer_read %rows[%row, %c0], %zero {in_bounds = [true]} : memref<2x8xf32>, vector<8xf32>
        %m0 = arith.maximumf %x, %m : vector<8xf32>
        %n0 = arith.minimumf %n, %x : vector<8xf32>
        scf.yield %m0, %n0 : vector<8xf32>, vector<8xf32>
      }
      %m2 = func.call @bits(%m1) : (vector<8xf32>) -> vector<8xi32>
      vector.transfer_write %m2, %max[%i, %j, %c0] {in_bounds = [true]} : vector<8xi32>, memref<8x8x8xi32>
      %n2 = func.call @bits(%n1) : (vector<8xf32>) -> vector<8xi32>
      vector.transfer_write %n2, %min[%i, %j, %c0] {in_bounds = [true]} : vector<8xi32>, memref<8x8x8xi32>
    }
  }
  memref.dealloc %rows : memref<2x8xf32>
  return
}
