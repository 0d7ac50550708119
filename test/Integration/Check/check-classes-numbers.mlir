// Faults of numbers, and which judgment shows them first: terms that are left out
// of long sums, NaN, the sign of zero, overflow, one value of a scalar.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      terms: different: result 0 is {{.*}} error {{.*}} against f64, {{.*}} [random data]
// CHECK-NEXT: million: different: result 0 is {{.*}} error {{.*}} against f64, {{.*}} [random data]
// CHECK-NEXT: columns: different: result 0 is {{.*}} error {{.*}} against f64, {{.*}} [random data]
// CHECK-NEXT: nan: different: result 0[{{[0-9]+}}] is 0, expected nan {{.*}} [random data, NaN]
// CHECK-NEXT: negative_zero: different: result 0[{{[0-9]+}}] is -0, expected 0 {{.*}} [random data, zeros and ties]
// CHECK-NEXT: overflow: different: result 0[{{[0-9]+}}] is {{-?}}inf, {{.*}} [random data, large numbers and denormals]
// CHECK-NEXT: value: different: argument 1[0] is {{.*}} [random data, arg2=1234]

//--- payload.mlir
func.func @terms(%xs: memref<4096xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 4096 : index
  %step = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %step iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<4096xf32>
    %r = math.exp %x : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @million(%xs: memref<1000000xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 1000000 : index
  %step = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %step iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<1000000xf32>
    %r = arith.negf %x : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @columns(%xs: memref<64xbf16>) -> bf16 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : bf16
  %n = arith.constant 64 : index
  %step = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %step iter_args(%acc = %zero) -> bf16 {
    %x = memref.load %xs[%i] : memref<64xbf16>
    %r = math.exp %x : bf16
    %next = arith.addf %acc, %r : bf16
    scf.yield %next : bf16
  }
  return %sum : bf16
}
func.func @nan(%x: tensor<33xf32>, %y: tensor<33xf32>) -> tensor<33xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<33xf32>) outs(%y : tensor<33xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.maximumf %a, %zero : f32
    linalg.yield %r : f32
  } -> tensor<33xf32>
  return %0 : tensor<33xf32>
}
func.func @negative_zero(%x: tensor<33xf32>, %y: tensor<33xf32>) -> tensor<33xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<33xf32>) outs(%y : tensor<33xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = math.absf %a : f32
    linalg.yield %r : f32
  } -> tensor<33xf32>
  return %0 : tensor<33xf32>
}
func.func @overflow(%x: tensor<33xf32>, %y: tensor<33xf32>) -> tensor<33xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<33xf32>) outs(%y : tensor<33xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> tensor<33xf32>
  return %0 : tensor<33xf32>
}
func.func @value(%x: memref<33xf32>, %y: memref<33xf32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 33 : index
  %b = arith.uitofp %s : i32 to f32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<33xf32>
    %r = arith.addf %a, %b : f32
    memref.store %r, %y[%i] : memref<33xf32>
  }
  return
}

//--- scheduled.mlir
func.func @terms(%xs: memref<4096xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 4095 : index
  %step = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %step iter_args(%acc = %zero) -> f32 {
    %x = memref.load %xs[%i] : memref<4096xf32>
    %r = math.exp %x : f32
    %next = arith.addf %acc, %r : f32
    scf.yield %next : f32
  }
  return %sum : f32
}
func.func @million(%xs: memref<1000000xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 1000000 : index
  %sum = scf.for %i = %c0 to %n step %c5 iter_args(%all = %zero) -> f32 {
    %end = affine.apply affine_map<(d) -> (d + 4)>(%i)
    %part = scf.for %k = %i to %end step %c1 iter_args(%acc = %all) -> f32 {
      %x = memref.load %xs[%k] : memref<1000000xf32>
      %r = arith.negf %x : f32
      %next = arith.addf %acc, %r : f32
      scf.yield %next : f32
    }
    scf.yield %part : f32
  }
  return %sum : f32
}
func.func @columns(%xs: memref<64xbf16>) -> bf16 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : bf16
  %n = arith.constant 56 : index
  %step = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %step iter_args(%acc = %zero) -> bf16 {
    %x = memref.load %xs[%i] : memref<64xbf16>
    %r = math.exp %x : bf16
    %next = arith.addf %acc, %r : bf16
    scf.yield %next : bf16
  }
  return %sum : bf16
}
func.func @nan(%x: tensor<33xf32>, %y: tensor<33xf32>) -> tensor<33xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<33xf32>) outs(%y : tensor<33xf32>) {
  ^bb0(%a: f32, %out: f32):
    %r = arith.maxnumf %a, %zero : f32
    linalg.yield %r : f32
  } -> tensor<33xf32>
  return %0 : tensor<33xf32>
}
func.func @negative_zero(%x: tensor<33xf32>, %y: tensor<33xf32>) -> tensor<33xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<33xf32>) outs(%y : tensor<33xf32>) {
  ^bb0(%a: f32, %out: f32):
    %b = arith.negf %a : f32
    %p = arith.cmpf olt, %a, %zero : f32
    %r = arith.select %p, %b, %a : f32
    linalg.yield %r : f32
  } -> tensor<33xf32>
  return %0 : tensor<33xf32>
}
func.func @overflow(%x: tensor<33xf32>, %y: tensor<33xf32>) -> tensor<33xf32> {
  %large = arith.constant 0x71800000 : f32
  %small = arith.constant 0x0D800000 : f32
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<33xf32>) outs(%y : tensor<33xf32>) {
  ^bb0(%a: f32, %out: f32):
    %b = arith.mulf %a, %large : f32
    %c = arith.mulf %b, %small : f32
    %r = arith.negf %c : f32
    linalg.yield %r : f32
  } -> tensor<33xf32>
  return %0 : tensor<33xf32>
}
func.func @value(%x: memref<33xf32>, %y: memref<33xf32>, %s: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 33 : index
  %b = arith.uitofp %s : i32 to f32
  %c42 = arith.constant 1234 : i32
  %d = arith.addf %b, %b : f32
  %w = arith.cmpi eq, %s, %c42 : i32
  %c = arith.select %w, %d, %b : f32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<33xf32>
    %r = arith.addf %a, %c : f32
    memref.store %r, %y[%i] : memref<33xf32>
  }
  return
}
