// Functions that have no form in f64, or whose form does not end well. The
// scheduled functions add in another order, so that rounding is judged.
//
// RUN: split-file %s %t
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --json \
// RUN:   --function scheduled_crashes | FileCheck %s --check-prefix=JSON

// CHECK:      bits: equal: random data as floats: error at most {{.*}} of the largest value (1 run; no f64 form: expects ops that do the same in f64, but 'arith.bitcast' depends on 'f32')
// CHECK-NEXT: crashes: equal: random data as floats: error at most {{.*}} of the largest value (1 run; in f64 it crashed with SIGABRT (Aborted))
// CHECK-NEXT: scheduled_crashes: equal: random data as floats: error {{.*}} against f64
// CHECK-NEXT: some_crash: equal: random data bit for bit ({{[0-9]+}} runs); random data as floats: error {{.*}} against f64, {{.*}} (2 runs); random data as floats: error at most {{.*}} of the largest value (1 run; in f64 it crashed with SIGABRT (Aborted))
// JSON: "notWidened": "the scheduled function: in f64 it crashed with SIGABRT (Aborted)",
// RUN: not heddle check %t/wide.mlir --scheduled %t/near.mlir \
// RUN:   | FileCheck %s --check-prefix=NEAR
// NEAR: sum: inconclusive: an error of {{.*}} of the largest value is between what rounding explains ({{.*}}) and what it does not (1e-06); no type is wider than f64

//--- payload.mlir
func.func @bits(%a: tensor<3xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<3xf32>) outs(%o : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %p = arith.bitcast %x : f32 to i32
    %q = arith.bitcast %p : i32 to f32
    %s = arith.addf %y, %q : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
// 2^24 + 1 is no f32.
func.func @crashes(%a: tensor<3xf32>, %o: tensor<f32>, %z: f32) -> tensor<f32> {
  %large = arith.constant 16777216.0 : f32
  %one = arith.constant 1.0 : f32
  %d = arith.subf %z, %z : f32
  %l = arith.addf %large, %d : f32
  %m = arith.addf %l, %one : f32
  %same = arith.cmpf oeq, %l, %m : f32
  cf.assert %same, "another number"
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<3xf32>) outs(%o : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}
// The f64 form of the scheduled function is run where no sum is exact.
func.func @scheduled_crashes(%a: tensor<3xf32>, %o: tensor<f32>, %z: f32) -> tensor<f32> {
  %c = arith.constant 0.3 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<3xf32>) outs(%o : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %p = arith.mulf %x, %c : f32
    %s = arith.addf %y, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
// The f64 forms of all runs are called in one process. One that crashes there is called
// again alone, and what the calls before it gave is kept.
func.func @some_crash(%a: tensor<?xf32>, %o: tensor<f32>, %z: f32) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %size = arith.constant 20 : index
  %large = arith.constant 16777216.0 : f32
  %one = arith.constant 1.0 : f32
  %f = arith.constant 0.3 : f32
  %d = arith.subf %z, %z : f32
  %l = arith.addf %large, %d : f32
  %m = arith.addf %l, %one : f32
  %same = arith.cmpf ueq, %l, %m : f32
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %other = arith.cmpi slt, %n, %size : index
  %ok = arith.ori %same, %other : i1
  cf.assert %ok, "another number"
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<?xf32>) outs(%o : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %q = math.absf %x : f32
    %p = arith.mulf %q, %f : f32
    %s = arith.addf %y, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
//--- scheduled.mlir
func.func @bits(%a: tensor<3xf32>, %o: tensor<f32>) -> tensor<f32> {
  %r = call @backwards(%a, %o) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @crashes(%a: tensor<3xf32>, %o: tensor<f32>, %z: f32) -> tensor<f32> {
  %r = call @backwards(%a, %o) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func @scheduled_crashes(%a: tensor<3xf32>, %o: tensor<f32>, %z: f32) -> tensor<f32> {
  %large = arith.constant 16777216.0 : f32
  %one = arith.constant 1.0 : f32
  %d = arith.subf %z, %z : f32
  %l = arith.addf %large, %d : f32
  %m = arith.addf %l, %one : f32
  %same = arith.cmpf ueq, %l, %m : f32
  cf.assert %same, "another number"
  %f = arith.constant 0.3 : f32
  %e = tensor.empty() : tensor<3xf32>
  %b = linalg.map ins(%a : tensor<3xf32>) outs(%e : tensor<3xf32>) (%x: f32, %unread: f32) {
    %p = arith.mulf %x, %f : f32
    linalg.yield %p : f32
  }
  %r = call @backwards(%b, %o) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @backwards(%a: tensor<3xf32>, %o: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %w = tensor.extract %o[] : tensor<f32>
  %x = tensor.extract %a[%c0] : tensor<3xf32>
  %y = tensor.extract %a[%c1] : tensor<3xf32>
  %z = tensor.extract %a[%c2] : tensor<3xf32>
  %s = arith.addf %z, %y : f32
  %t = arith.addf %s, %x : f32
  %u = arith.addf %t, %w : f32
  %r = tensor.from_elements %u : tensor<f32>
  return %r : tensor<f32>
}
func.func @some_crash(%a: tensor<?xf32>, %o: tensor<f32>, %z: f32) -> tensor<f32> {
  %f = arith.constant 0.3 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %first = tensor.extract %o[] : tensor<f32>
  %last = arith.subi %n, %c1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%y = %first) -> f32 {
    %j = arith.subi %last, %i : index
    %x = tensor.extract %a[%j] : tensor<?xf32>
    %q = math.absf %x : f32
    %p = arith.mulf %q, %f : f32
    %t = arith.addf %y, %p : f32
    scf.yield %t : f32
  }
  %e = tensor.empty() : tensor<f32>
  %r = tensor.insert %sum into %e[] : tensor<f32>
  return %r : tensor<f32>
}
//--- wide.mlir
// No type is wider than f64: the numbers are compared with the payload's.
func.func @sum(%a: tensor<3xf64>, %o: tensor<f64>) -> tensor<f64> {
  %c = arith.constant 0.3 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<3xf64>) outs(%o : tensor<f64>) {
  ^bb0(%x: f64, %y: f64):
    %p = arith.mulf %x, %c : f64
    %s = arith.addf %y, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}
//--- near.mlir
func.func @sum(%a: tensor<3xf64>, %o: tensor<f64>) -> tensor<f64> {
  %c = arith.constant 0.30000003 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<3xf64>) outs(%o : tensor<f64>) {
  ^bb0(%x: f64, %y: f64):
    %p = arith.mulf %x, %c : f64
    %s = arith.addf %y, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}
