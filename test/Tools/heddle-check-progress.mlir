// A terminal sees each run; a file or a pipe sees nothing.
//
// RUN: %python %S/Inputs/in-terminal.py heddle check %s --scheduled %s \
// RUN:   --allow-unchanged | FileCheck %s
// RUN: heddle check %s --scheduled %s --allow-unchanged 2>&1 >/dev/null \
// RUN:   | count 0

// CHECK:      sum: run 1 of 2
// CHECK-NEXT: sum: run 2 of 2
// CHECK-NEXT: twice: run 1 of 2
// CHECK-NEXT: twice: run 2 of 2
// CHECK-NOT:  {{.}}

func.func @sum(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  return %0 : f32
}
func.func @twice(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
