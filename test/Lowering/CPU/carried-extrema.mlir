// RUN: heddle-opt %s --heddle-lower-floats --split-input-file | FileCheck %s

// A loop carries the bits of a maximum: the largest and the least as signed
// integers, and the largest as unsigned ones.

// CHECK-LABEL: func.func @maximum(
// CHECK-SAME:    %[[X:.*]]: memref<64xf32>, %[[A:.*]]: vector<8xf32>)
// CHECK:         %[[I:.*]] = arith.bitcast %[[A]] : vector<8xf32> to vector<8xi32>
// CHECK:         %[[R:.*]]:4 = scf.for {{.*}} iter_args(%[[OLD:.*]] = %[[A]], %[[S:.*]] = %[[I]], %[[M:.*]] = %[[I]], %[[U:.*]] = %[[I]])
// CHECK:           %[[V:.*]] = vector.transfer_read
// CHECK:           %[[B:.*]] = arith.bitcast %[[V]] : vector<8xf32> to vector<8xi32>
// CHECK:           %[[S1:.*]] = arith.maxsi %[[S]], %[[B]]
// CHECK:           %[[M1:.*]] = arith.minsi %[[M]], %[[B]]
// CHECK:           %[[U1:.*]] = arith.maxui %[[U]], %[[B]]
// CHECK:           scf.yield %[[OLD]], %[[S1]], %[[M1]], %[[U1]]
// CHECK:         %[[ZERO:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK:         %[[PLUS:.*]] = arith.cmpi sge, %[[R]]#1, %[[ZERO]]
// CHECK:         %[[BEST:.*]] = arith.select %[[PLUS]], %[[R]]#1, %[[R]]#2
// CHECK:         %[[INF:.*]] = arith.constant dense<2139095040> : vector<8xi32>
// CHECK:         %[[ABOVE:.*]] = arith.cmpi sgt, %[[R]]#1, %[[INF]]
// CHECK:         %[[NEG:.*]] = arith.constant dense<-8388608> : vector<8xi32>
// CHECK:         %[[BELOW:.*]] = arith.cmpi ugt, %[[R]]#3, %[[NEG]]
// CHECK:         %[[IS:.*]] = arith.ori %[[ABOVE]], %[[BELOW]]
// CHECK:         %[[NAN:.*]] = arith.constant dense<2143289344> : vector<8xi32>
// CHECK:         %[[BITS:.*]] = arith.select %[[IS]], %[[NAN]], %[[BEST]]
// CHECK:         %[[RESULT:.*]] = arith.bitcast %[[BITS]] : vector<8xi32> to vector<8xf32>
// CHECK:         return %[[RESULT]]
func.func @maximum(%x: memref<64xf32>, %a: vector<8xf32>) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c64 step %c8 iter_args(%m = %a) -> (vector<8xf32>) {
    %v = vector.transfer_read %x[%i], %p {in_bounds = [true]} : memref<64xf32>, vector<8xf32>
    %n = arith.maximumf %v, %m : vector<8xf32>
    scf.yield %n : vector<8xf32>
  }
  return %r : vector<8xf32>
}

// -----

// Several steps of one iteration, of f64, and the least: -0.0 is below 0.0.
// CHECK-LABEL: func.func @minimum(
// CHECK:         %[[R:.*]]:4 = scf.for
// CHECK-COUNT-2:   arith.maxui {{.*}} : vector<4xi64>
// CHECK:         %[[SIGN:.*]] = arith.cmpi slt, %[[R]]#3, %{{.*}} : vector<4xi64>
// CHECK:         arith.select %[[SIGN]], %[[R]]#3, %[[R]]#2
func.func @minimum(%x: vector<4xf64>, %y: vector<4xf64>, %a: vector<4xf64>, %n: index) -> vector<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%m = %a) -> (vector<4xf64>) {
    %0 = arith.minimumf %m, %x : vector<4xf64>
    %1 = arith.minimumf %y, %0 : vector<4xf64>
    scf.yield %1 : vector<4xf64>
  }
  return %r : vector<4xf64>
}

// -----

// Left as they are: a value that is read in the loop, too; a maximum and a minimum
// in turns; another value that is carried on; one instruction, as the flags allow;
// other floats; more numbers than registers.
// CHECK-LABEL: func.func @left(
// CHECK-NOT:     arith.maxui
// CHECK:         return
func.func @left(%x: vector<8xf32>, %h: vector<8xf16>, %w: vector<256xf32>, %n: index)
    -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf16>, vector<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:8 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %s = %x, %b = %x, %c = %x, %d = %x, %e = %x, %f = %h, %g = %w)
      -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf16>, vector<256xf32>) {
    %a1 = arith.maximumf %x, %a : vector<8xf32>
    %s1 = arith.addf %s, %a : vector<8xf32>
    %b0 = arith.maximumf %x, %b : vector<8xf32>
    %b1 = arith.minimumf %x, %b0 : vector<8xf32>
    %c1v = arith.maximumf %x, %c : vector<8xf32>
    %d1 = arith.maximumf %x, %d : vector<8xf32>
    %e1 = arith.maximumf %x, %e fastmath<nnan,nsz> : vector<8xf32>
    %f1 = arith.maximumf %h, %f : vector<8xf16>
    %g1 = arith.maximumf %w, %g : vector<256xf32>
    scf.yield %a1, %s1, %b1, %d1, %c1v, %e1, %f1, %g1
        : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf16>, vector<256xf32>
  }
  return %r#0, %r#2, %r#3, %r#5, %r#6, %r#7 : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf16>, vector<256xf32>
}
