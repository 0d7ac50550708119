// Loops whose index wraps around, and constants that are too many to compile,
// are named before anything is compiled.
//
// RUN: not heddle check %s --scheduled %s --allow-unchanged \
// RUN:   | FileCheck %s
// RUN: echo 'module attributes {transform.with_named_sequence} {' \
// RUN:   'transform.named_sequence @__transform_main(%%0: !transform.any_op) {' \
// RUN:   'transform.yield } }' > %t.mlir
// RUN: not heddle bench %s --rounds 1 --function wraps -s %t.mlir \
// RUN:   | FileCheck %s --check-prefix=BENCH

// CHECK: wraps: not checked: the unscheduled function: 'scf.for' in line [[#]] never ends: from 0 in steps of 2 to 9223372036854775807, its index comes to 9223372036854775806, and the next one is more than a number of 64 bits can hold
// BENCH: wraps: variant 'unscheduled': 'scf.for' in line [[#]] never ends:
func.func @wraps(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %end = arith.constant 9223372036854775807 : index
  %x = arith.constant 7 : i32
  scf.for %i = %c0 to %end step %c2 {
    memref.store %x, %m[%c0] : memref<8xi32>
  }
  return
}

// In a function that is called, in a loop over numbers of 8 bits.
// CHECK-NEXT: calls: not checked: the unscheduled function: 'scf.for' in line [[#]] never ends: from 0 in steps of 100 to 120, its index comes to 100, and the next one is more than a number of 8 bits can hold
func.func @calls(%m: memref<8xi32>) {
  call @wraps_in_8_bits(%m) : (memref<8xi32>) -> ()
  return
}
func.func private @wraps_in_8_bits(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : i8
  %c100 = arith.constant 100 : i8
  %c120 = arith.constant 120 : i8
  %i0 = arith.constant 0 : index
  %x = arith.constant 7 : i32
  scf.for %i = %c0 to %c120 step %c100 : i8 {
    memref.store %x, %m[%i0] : memref<8xi32>
  }
  return
}

// 100 + 100 is a number of 8 bits without a sign; -56 is 200 there.
// CHECK-NEXT: ends_without_sign: equal:
func.func @ends_without_sign(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : i8
  %c100 = arith.constant 100 : i8
  %c200 = arith.constant -56 : i8
  %i0 = arith.constant 0 : index
  %x = arith.constant 7 : i32
  scf.for unsigned %i = %c0 to %c200 step %c100 : i8 {
    memref.store %x, %m[%i0] : memref<8xi32>
  }
  return
}

// The index is 2^63 - 8 at last, and 2^63 - 1 after that: the loop ends.
// CHECK-NEXT: ends: equal:
func.func @ends(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 7 : index
  %begin = arith.constant 9223372036854775786 : index
  %end = arith.constant 9223372036854775806 : index
  %x = arith.constant 7 : i32
  scf.for %i = %begin to %end step %step {
    memref.store %x, %m[%c0] : memref<8xi32>
  }
  return
}

// CHECK-NEXT: affine_wraps: not checked: the unscheduled function: 'affine.for' in line [[#]] never ends: from 0 in steps of 4 to 9223372036854775807
func.func @affine_wraps(%m: memref<8xi32>) {
  %x = arith.constant 7 : i32
  affine.for %i = 0 to 9223372036854775807 step 4 {
    affine.store %x, %m[0] : memref<8xi32>
  }
  return
}

// The second of two indices.
// CHECK-NEXT: parallel_wraps: not checked: the unscheduled function: 'scf.parallel' in line [[#]] never ends: from 0 in steps of 3 to 9223372036854775807
func.func @parallel_wraps(%m: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %end = arith.constant 9223372036854775807 : index
  %x = arith.constant 7 : i32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %end) step (%c3, %c3) {
    memref.store %x, %m[%i] : memref<8xi32>
  }
  return
}

// CHECK-NEXT: forall_wraps: not checked: the unscheduled function: 'scf.forall' in line [[#]] never ends: from 0 in steps of 2 to 9223372036854775807
func.func @forall_wraps(%m: memref<8xi32>) {
  %x = arith.constant 7 : i32
  scf.forall (%i, %j) = (0, 0) to (3, 9223372036854775807) step (1, 2) {
    memref.store %x, %m[%i] : memref<8xi32>
  }
  return
}

// CHECK-NEXT: terabytes: not checked: the unscheduled function: the constants up to the one of type tensor<1048576x1048576xf32> of 'arith.constant' in line [[#]] take more than 1024 MiB, which are not compiled; pass them as arguments
func.func @terabytes(%i: index) -> f32 {
  %0 = arith.constant dense<3.0> : tensor<1048576x1048576xf32>
  %1 = tensor.extract %0[%i, %i] : tensor<1048576x1048576xf32>
  return %1 : f32
}

// Bytes that a number of 64 bits cannot count, in a global array.
// CHECK-NEXT: uncounted: not checked: the unscheduled function: the constants up to the one of type tensor<4611686018427387904x4xi1> of 'memref.get_global' in line [[#]] take more than 1024 MiB
memref.global "private" constant @huge : memref<4611686018427387904x4xi1> = dense<true>
func.func @uncounted(%i: index) -> i1 {
  %0 = memref.get_global @huge : memref<4611686018427387904x4xi1>
  %1 = memref.load %0[%i, %i] : memref<4611686018427387904x4xi1>
  return %1 : i1
}

// Two of 700 MiB each; the same one twice would be one.
// CHECK-NEXT: sum: not checked: the unscheduled function: the constants up to the one of type tensor<183500800xi32> of 'arith.constant' in line [[#]] take more than 1024 MiB
func.func @sum(%i: index) -> f32 {
  %0 = arith.constant dense<3.0> : tensor<183500800xf32>
  %1 = arith.constant dense<3.0> : tensor<183500800xf32>
  %2 = tensor.extract %0[%i] : tensor<183500800xf32>
  %3 = tensor.extract %1[%i] : tensor<183500800xf32>
  %4 = arith.constant dense<4> : tensor<183500800xi32>
  %5 = tensor.extract %4[%i] : tensor<183500800xi32>
  %6 = arith.sitofp %5 : i32 to f32
  %7 = arith.addf %2, %3 : f32
  %8 = arith.addf %6, %7 : f32
  return %8 : f32
}

// What no op can count: the extent follows from data.
// CHECK-NEXT: from_data: not checked: the unscheduled function needs more than [[#]] MiB of memory
func.func @from_data(%a: tensor<1xi64>, %x: f32) -> tensor<?x4294967296xf32> {
  %c0 = arith.constant 0 : index
  %c0_i64 = arith.constant 0 : i64
  %c3_i64 = arith.constant 3 : i64
  %0 = tensor.extract %a[%c0] : tensor<1xi64>
  %1 = arith.andi %0, %c0_i64 : i64
  %2 = arith.addi %1, %c3_i64 : i64
  %3 = arith.index_cast %2 : i64 to index
  %4 = tensor.empty(%3) : tensor<?x4294967296xf32>
  %5 = linalg.fill ins(%x : f32) outs(%4 : tensor<?x4294967296xf32>) -> tensor<?x4294967296xf32>
  return %5 : tensor<?x4294967296xf32>
}
