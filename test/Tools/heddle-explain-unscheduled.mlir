// Without a schedule, the loops are those of the payload. A softmax counts
// five operations per element, as in `heddle bench`.
// RUN: heddle explain --loops %s | FileCheck %s
// RUN: heddle explain --loops %s --json | FileCheck %s --check-prefix=JSON
// RUN: heddle bench %s -s softmax/vectorized --rounds=1 | FileCheck %s --check-prefix=BENCH
// RUN: not heddle explain --memory %s 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: not heddle explain %s 2>&1 | FileCheck %s --check-prefix=PLAN

// CHECK:      no schedule is given: this is the payload as it is
// CHECK-NEXT: loops of @f
// CHECK-NEXT: 'linalg.softmax', at {{.*}}heddle-explain-unscheduled.mlir:[[# @LINE + 10]]:8
// CHECK-NEXT: = 160 operations, 0 bytes read or written
// JSON:       "loops": [
// JSON:       "operations": 160
// JSON:       "plans": []
// BENCH:      f: 0.00016 MFLOP, 0.000384 MB, 1 rounds
// BENCH:      a variant next to itself: {{.*}} to {{.*}} in 10 to 90 % of the rounds; a ratio in between is as fast
// PLAN:       expects a schedule in the payload's module or in a file, but found none; use -s FILE

func.func @f(%x: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
