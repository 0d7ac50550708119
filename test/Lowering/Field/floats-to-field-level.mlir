// RUN: heddle-opt %s --heddle-floats-to-field=level=1 | FileCheck %s
// RUN: not heddle-opt %s --heddle-floats-to-field=level=5 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR

// At another level a constant is the same number with other primes: 1 is
// 2^32 modulo 1064279039 and, in the upper half, modulo 532139519.
// ERROR: error: expects a level below 5, but got 5
// CHECK-LABEL: func @one
// CHECK:         arith.constant 162569425634037764 : i64
func.func @one() -> f32 {
  %one = arith.constant 1.0 : f32
  return %one : f32
}
