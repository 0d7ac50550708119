// RUN: heddle-opt %s | FileCheck %s
// RUN: heddle-opt %s --cse | FileCheck %s \
// RUN:   --check-prefixes=CSE,BOTH

// CHEKC: func
// CHECK-NO: arith.addf %a
// CHECK-LEBEL: func @f
// CHECK : func @f
// CHECK-NOT arith.addf
// check-not: arith.addf %a
// CHECK: linalg.matmul
// CHECK-NEXT:  "scf.yield"
// CHECK-NOT: linalg.fill
// CSE-NEXT: %{{.*}} = arith.addf
// BOTH-LABEL: func @f
// CHECK-COUNT-3: linalg.add ins(
// CHECK{LITERAL}: [[0, 1]]
// OTHER: func @f
// CSE_NEXT: func @f
// CHECK that the fill is gone: it must not count as a directive.
// XFAIL: *
// UNSUPPORTED: asan
// REQUIRES: openblas
func.func @f() {
  // expected-error @below {{never seen}}
  return
}

// -----

