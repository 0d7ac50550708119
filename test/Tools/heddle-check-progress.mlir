// A terminal sees each run; a file or a pipe sees nothing.
//
// RUN: %python %S/Inputs/in-terminal.py heddle check %s --scheduled %s \
// RUN:   --allow-unchanged | FileCheck %s
// RUN: heddle check %s --scheduled %s --allow-unchanged 2>&1 >/dev/null \
// RUN:   | count 0

// The runs on further values come after those of all functions.
// CHECK:      sum: run 1 of [[N:[0-9]+]]
// CHECK-NEXT: sum: run 2 of [[N]]
// CHECK-NEXT: twice: run 1 of [[M:[0-9]+]]
// CHECK-NEXT: twice: run 2 of [[M]]
// CHECK-NEXT: sum: run 3 of [[N]]
// CHECK:      sum: run [[N]] of [[N]]
// CHECK-NEXT: twice: run 3 of [[M]]
// CHECK:      twice: run [[M]] of [[M]]
// CHECK-NOT:  {{.}}

func.func @sum(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  return %0 : f32
}
func.func @twice(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}
