// Integers 0, 1 and -1, and several draws of integers of all sizes: a maximum
// hides most integers from what follows it.
//
// RUN: split-file %s %t
// RUN: heddle check %t/right.mlir --scheduled %t/right.mlir \
// RUN:   --allow-unchanged | FileCheck %s --check-prefix=RIGHT
// RUN: not heddle check %t/right.mlir --scheduled %t/wrong.mlir \
// RUN:   | FileCheck %s --check-prefix=WRONG

// RIGHT:      zero: equal: {{.*}}; 27 runs on special values
// RIGHT-NEXT: wrapped: equal: {{.*}}; 27 runs on special values
// Numbers that the payload divides by are not 0.
// RIGHT-NEXT: divided: equal: {{.*}}; no the integers 0, 1 and -1, all integers, zeros alone, equal elements: 'arith.divsi'

// Wrong only for 0.
// WRONG:      zero: different: {{.*}} [random data, the integers 0, 1 and -1]
// Wrong only where a square wraps around.
// WRONG-NEXT: wrapped: different: {{.*}} [random data, all integers]

//--- right.mlir
func.func @zero(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = linalg.map ins(%a, %b : tensor<64xi32>, tensor<64xi32>)
                  outs(%a : tensor<64xi32>)
    (%x: i32, %y: i32, %old: i32) {
      %zero = arith.subi %x, %x : i32
      %negated = arith.subi %zero, %x : i32
      %is_zero = arith.cmpi eq, %x, %negated : i32
      %r = arith.select %is_zero, %y, %x : i32
      linalg.yield %r : i32
    }
  return %0 : tensor<64xi32>
}
func.func @wrapped(%a: tensor<i32>) -> tensor<i32> {
  %0 = linalg.map ins(%a : tensor<i32>) outs(%a : tensor<i32>)
    (%x: i32, %old: i32) {
      %s = arith.muli %x, %x : i32
      %m = arith.maxsi %s, %x : i32
      linalg.yield %m : i32
    }
  return %0 : tensor<i32>
}
func.func @divided(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = linalg.map ins(%a, %b : tensor<64xi32>, tensor<64xi32>)
                  outs(%a : tensor<64xi32>)
    (%x: i32, %y: i32, %old: i32) {
      %q = arith.divsi %x, %y : i32
      linalg.yield %q : i32
    }
  return %0 : tensor<64xi32>
}

//--- wrong.mlir
func.func @zero(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  return %a : tensor<64xi32>
}
func.func @wrapped(%a: tensor<i32>) -> tensor<i32> {
  %0 = linalg.map ins(%a : tensor<i32>) outs(%a : tensor<i32>)
    (%x: i32, %old: i32) {
      %s = arith.muli %x, %x : i32
      linalg.yield %s : i32
    }
  return %0 : tensor<i32>
}
