// What a schedule says of the payload, and nothing checks.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics --apply-schedule \
// RUN:   | FileCheck %s
// RUN: not heddle-opt %s --split-input-file --apply-schedule=strict \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STRICT

// STRICT:     error: 'transform.memref.multibuffer' does not check whether an iteration reads what an earlier one left in the buffer
// STRICT:     error: 'transform.affine.simplify_bounded_affine_ops' takes 'arith.addi' to be at least 4 and below 100
// STRICT-NOT: error: 'transform

// Each iteration fills the first buffer before it reads it.
// CHECK-LABEL: func.func @buffers(
// CHECK:         memref.alloc() {filled} : memref<2x4xf32>
// CHECK:         memref.alloc() {sum} : memref<2x1xf32>
func.func @buffers(%a: memref<16x4xf32>, %b: memref<16x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %filled = memref.alloc() {filled} : memref<4xf32>
  // expected-note@below {{the payload op}}
  %sum = memref.alloc() {sum} : memref<1xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %row = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<16x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %row, %filled : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32>
    %x = memref.load %filled[%c0] : memref<4xf32>
    %old = memref.load %sum[%c0] : memref<1xf32>
    %new = arith.addf %x, %old : f32
    memref.store %new, %sum[%c0] : memref<1xf32>
    memref.store %new, %b[%i, %c0] : memref<16x4xf32>
  }
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %filled = transform.structured.match attributes {filled} in %root : (!transform.any_op) -> !transform.op<"memref.alloc">
  %0 = transform.memref.multibuffer %filled {factor = 2 : i64} : (!transform.op<"memref.alloc">) -> !transform.any_op
  %sum = transform.structured.match attributes {sum} in %root : (!transform.any_op) -> !transform.op<"memref.alloc">
  // expected-warning@below {{'transform.memref.multibuffer' does not check whether an iteration reads what an earlier one left in the buffer: it gets another buffer}}
  %1 = transform.memref.multibuffer %sum {factor = 2 : i64, skip_analysis} : (!transform.op<"memref.alloc">) -> !transform.any_op
}

// -----

// The first value is within its bounds, the other one may be anything.
// CHECK-LABEL: func.func @bounds(
// CHECK:         %[[FOUR:.*]] = arith.constant 4 : index
// CHECK:         return %{{.*}}, %[[FOUR]]
func.func @bounds(%a: index) -> (index, index) {
  %rest = affine.apply affine_map<(d0) -> (d0 mod 4)>(%a)
  %more = arith.addi %a, %a : index
  %first = affine.min affine_map<(d0) -> (d0, 4)>(%rest) {first}
  // expected-note@below {{the payload op}}
  %second = affine.min affine_map<(d0) -> (d0, 4)>(%more) {second}
  return %first, %second : index, index
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %rest = transform.structured.match ops{["affine.apply"]} in %root : (!transform.any_op) -> !transform.any_op
  %first = transform.structured.match attributes {first} in %root : (!transform.any_op) -> !transform.any_op
  transform.affine.simplify_bounded_affine_ops %first with [%rest : !transform.any_op] within [0] and [4] : !transform.any_op
  %more = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
  %second = transform.structured.match attributes {second} in %root : (!transform.any_op) -> !transform.any_op
  // expected-warning@below {{'transform.affine.simplify_bounded_affine_ops' takes 'arith.addi' to be at least 4 and below 100, which nothing shows}}
  transform.affine.simplify_bounded_affine_ops %second with [%more : !transform.any_op] within [4] and [100] : !transform.any_op
}
