// Loops and slices whose last index is at an end of the numbers.
//
// RUN: not heddle check %s --scheduled %s --allow-unchanged | FileCheck %s

// The distance of the bounds is no number of 64 bits; the loop runs twice.
// CHECK: distance: equal: random data bit for bit ({{[5-8]}} runs)
func.func @distance(%x: memref<?xf32>) {
  %first = arith.constant -9223372036854775807 : index
  %last = arith.constant 9223372036854775807 : index
  %c0 = arith.constant 0 : index
  scf.for %i = %first to %last step %last {
    %in = arith.cmpi slt, %last, %i : index
    scf.if %in {
      %a = memref.load %x[%i] : memref<?xf32>
      memref.store %a, %x[%c0] : memref<?xf32>
    }
  }
  return
}

// The bound is the least number, and nothing is below it: the loop runs in no call, and
// that is said.
// CHECK-NEXT: never: equal: random data bit for bit {{.*}}; never ran: the loop body of line 28 of heddle-check-large-indices.mlir
func.func @never(%x: memref<?xf32>) {
  %first = arith.constant -9223372036854775808 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %first to %first step %c1 {
    %j = arith.subi %i, %first : index
    %a = memref.load %x[%j] : memref<?xf32>
    memref.store %a, %x[%c0] : memref<?xf32>
  }
  return
}

// No extent is one more than the largest number.
// CHECK-NEXT: offset: not checked: argument 0 is too large: 9223372036854775807xf32 takes more than {{[0-9]+}} MiB of memory
func.func @offset(%x: tensor<?xf32>) -> tensor<1xf32> {
  %last = arith.constant 9223372036854775807 : index
  %0 = tensor.extract_slice %x[%last] [1] [1] : tensor<?xf32> to tensor<1xf32>
  return %0 : tensor<1xf32>
}

// Nor twice as much.
// CHECK-NEXT: stride: not checked: argument 0 is too large: 9223372036854775807xf32 takes more than {{[0-9]+}} MiB of memory
func.func @stride(%x: tensor<?xf32>) -> tensor<3xf32> {
  %last = arith.constant 9223372036854775807 : index
  %0 = tensor.extract_slice %x[0] [3] [%last] : tensor<?xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}
