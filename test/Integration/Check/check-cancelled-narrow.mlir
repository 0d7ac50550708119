// Another order of a sum whose terms cancel, in f32. The f64 form crashes, so neither
// f64 nor the formulas tell rounding errors from a fault. Inputs that differ in their
// last digits change the payload's result by as much: that is not decided. They
// explain no larger error, and nothing where no terms cancel.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s
// RUN: sed 's/arith.mulf %w, %v/arith.divf %w, %v/; s/arith.addf %n/arith.subf %n/' \
// RUN:   %t/scheduled.mlir > %t.wrong.mlir
// RUN: not heddle check %t/payload.mlir --scheduled %t.wrong.mlir \
// RUN:   | FileCheck %s --check-prefix=WRONG

// CHECK:      noise: inconclusive: the formulas are not decided, and an error of {{.*}} of the largest value is more than what rounding explains ({{.*}}), unless large terms cancel; in f64 it crashed with SIGABRT (Aborted) [random data]
// CHECK-NEXT: kept: equal: random data
// WRONG:      noise: different: result 0[{{[0-9]*}}] is
// WRONG-NEXT: kept: different: result 0[{{[0-9]*}}] is

//--- payload.mlir
#sum = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
        affine_map<(i, j) -> (i)>]
#row = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>]
// 2^24 + 1 is no f32.
func.func private @only_in_f32(%z: f32) {
  %large = arith.constant 16777216.0 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.subf %z, %z : f32
  %l = arith.addf %large, %zero : f32
  %m = arith.addf %l, %one : f32
  %same = arith.cmpf oeq, %l, %m : f32
  cf.assert %same, "another number"
  return
}
// Nothing of the sum is left but its rounding errors.
func.func @noise(%a: tensor<7x331xf32>, %b: tensor<331xf32>, %o: tensor<7xf32>,
                 %x: f32) -> tensor<7xf32> {
  call @only_in_f32(%x) : (f32) -> ()
  %third = arith.constant 0.3 : f32
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = #sum, iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<7x331xf32>, tensor<331xf32>) outs(%f : tensor<7xf32>) {
  ^bb0(%u: f32, %v: f32, %acc: f32):
    %p = arith.mulf %u, %v : f32
    %q = arith.addf %acc, %p : f32
    linalg.yield %q : f32
  } -> tensor<7xf32>
  %t = linalg.generic {indexing_maps = #sum, iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<7x331xf32>, tensor<331xf32>) outs(%f : tensor<7xf32>) {
  ^bb0(%u: f32, %v: f32, %acc: f32):
    %w = arith.mulf %u, %third : f32
    %p = arith.mulf %w, %v : f32
    %q = arith.addf %acc, %p : f32
    linalg.yield %q : f32
  } -> tensor<7xf32>
  %r = linalg.generic {indexing_maps = #row, iterator_types = ["parallel"]}
      ins(%s, %t : tensor<7xf32>, tensor<7xf32>) outs(%o : tensor<7xf32>) {
  ^bb0(%u: f32, %v: f32, %old: f32):
    %w = arith.mulf %u, %third : f32
    %q = arith.subf %w, %v : f32
    linalg.yield %q : f32
  } -> tensor<7xf32>
  return %r : tensor<7xf32>
}
// Nothing cancels.
func.func @kept(%a: tensor<3xf32>, %o: tensor<f32>, %x: f32) -> tensor<f32> {
  call @only_in_f32(%x) : (f32) -> ()
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = tensor.extract %a[%c0] : tensor<3xf32>
  %v = tensor.extract %a[%c1] : tensor<3xf32>
  %m = math.absf %u : f32
  %n = math.absf %v : f32
  %k = arith.constant 0.3 : f32
  %p = arith.mulf %m, %k : f32
  %q = arith.addf %p, %n : f32
  %r = tensor.from_elements %q : tensor<f32>
  return %r : tensor<f32>
}
//--- scheduled.mlir
func.func @noise(%a: tensor<7x331xf32>, %b: tensor<331xf32>, %o: tensor<7xf32>,
                 %x: f32) -> tensor<7xf32> {
  %third = arith.constant 0.3 : f32
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %last = arith.constant 330 : index
  %n = arith.constant 331 : index
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%rows = %o) -> tensor<7xf32> {
    %sums:2 = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z, %t = %z) -> (f32, f32) {
      %j = arith.subi %last, %k : index
      %u = tensor.extract %a[%i, %j] : tensor<7x331xf32>
      %v = tensor.extract %b[%j] : tensor<331xf32>
      %p = arith.mulf %u, %v : f32
      %first = arith.addf %s, %p : f32
      %w = arith.mulf %u, %third : f32
      %parts = arith.mulf %w, %v : f32
      %second = arith.addf %t, %parts : f32
      scf.yield %first, %second : f32, f32
    }
    %w = arith.mulf %sums#0, %third : f32
    %q = arith.subf %w, %sums#1 : f32
    %next = tensor.insert %q into %rows[%i] : tensor<7xf32>
    scf.yield %next : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}
func.func @kept(%a: tensor<3xf32>, %o: tensor<f32>, %x: f32) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = tensor.extract %a[%c0] : tensor<3xf32>
  %v = tensor.extract %a[%c1] : tensor<3xf32>
  %k = arith.constant 0.3 : f32
  %m = math.absf %u : f32
  %n = math.absf %v : f32
  %p = arith.mulf %m, %k : f32
  %q = arith.addf %n, %p : f32
  %r = tensor.from_elements %q : tensor<f32>
  return %r : tensor<f32>
}
