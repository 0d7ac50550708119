// Faults of rounding and overflow: a sum of two overflows before it is halved, a
// number is rounded away from zero, or twice, a variance is the difference of two
// large sums. Another stable formula of the variance may lose a few digits more.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir | FileCheck %s

// CHECK:      mean_of_two: different: result 0[{{[0-9]+}}] is inf, expected {{.*}} [random data, nearly the largest numbers
// CHECK-NEXT: rounded_away: different: {{.*}} [random data, zeros and ties
// CHECK-NEXT: rounded_twice: different: {{.*}} [random data, zeros and ties
// CHECK-NEXT: one_pass: different: {{.*}} against f64, {{.*}} [random data, numbers far from 0]
// CHECK-NEXT: two_passes: equal: {{.*}}equal as formulas
// CHECK-NEXT: welford: equal: {{.*}}equal as formulas

//--- payload.mlir
func.func @mean_of_two(%x0: tensor<?xf32>, %x1: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x0, %c0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%x0, %x1 : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %old: f32):
    %h = arith.constant 0.5 : f32
    %x = arith.mulf %a0, %h : f32
    %w = arith.mulf %a1, %h : f32
    %r = arith.addf %x, %w : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %q : tensor<?xf32>
}
func.func @rounded_away(%x0: tensor<9xf32>) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<9xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%x0 : tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%a0: f32, %old: f32):
    %r = math.roundeven %a0 : f32
    linalg.yield %r : f32
  } -> tensor<9xf32>
  return %q : tensor<9xf32>
}
func.func @rounded_twice(%x0: tensor<?xf64>) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x0, %c0 : tensor<?xf64>
  %e = tensor.empty(%d) : tensor<?xf16>
  %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%x0 : tensor<?xf64>) outs(%e : tensor<?xf16>) {
  ^bb0(%a0: f64, %old: f16):
    %r = arith.truncf %a0 : f64 to f16
    linalg.yield %r : f16
  } -> tensor<?xf16>
  return %q : tensor<?xf16>
}
func.func @one_pass(%x0: memref<257xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x0, %c0 : memref<257xf32>
  %init = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> f32 {
    %a0 = memref.load %x0[%i] : memref<257xf32>
    %n = arith.addf %acc, %a0 : f32
    scf.yield %n : f32
  }
  %cn = arith.constant 257.0 : f32
  %mean = arith.divf %sum, %cn : f32
  %q = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> f32 {
    %a = memref.load %x0[%i] : memref<257xf32>
    %e = arith.subf %a, %mean : f32
    %ee = arith.mulf %e, %e : f32
    %n = arith.addf %acc, %ee : f32
    scf.yield %n : f32
  }
  %r = arith.divf %q, %cn : f32
  return %r : f32
}
func.func @two_passes(%x0: memref<257xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x0, %c0 : memref<257xf32>
  %init = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> f32 {
    %a0 = memref.load %x0[%i] : memref<257xf32>
    %n = arith.addf %acc, %a0 : f32
    scf.yield %n : f32
  }
  %cn = arith.constant 257.0 : f32
  %mean = arith.divf %sum, %cn : f32
  %q = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> f32 {
    %a = memref.load %x0[%i] : memref<257xf32>
    %ee = arith.mulf %a, %a : f32
    %n = arith.addf %acc, %ee : f32
    scf.yield %n : f32
  }
  %e2 = arith.divf %q, %cn : f32
  %mm = arith.mulf %mean, %mean : f32
  %r = arith.subf %e2, %mm : f32
  return %r : f32
}
func.func @welford(%x0: memref<257xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x0, %c0 : memref<257xf32>
  %init = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> f32 {
    %a0 = memref.load %x0[%i] : memref<257xf32>
    %n = arith.addf %acc, %a0 : f32
    scf.yield %n : f32
  }
  %cn = arith.constant 257.0 : f32
  %mean = arith.divf %sum, %cn : f32
  %q = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> f32 {
    %a = memref.load %x0[%i] : memref<257xf32>
    %e = arith.subf %a, %mean : f32
    %ee = arith.mulf %e, %e : f32
    %n = arith.addf %acc, %ee : f32
    scf.yield %n : f32
  }
  %r = arith.divf %q, %cn : f32
  return %r : f32
}

//--- scheduled.mlir
func.func @mean_of_two(%x0: tensor<?xf32>, %x1: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x0, %c0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%x0, %x1 : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %old: f32):
    %h = arith.constant 0.5 : f32
    %x = arith.addf %a0, %a1 : f32
    %r = arith.mulf %x, %h : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %q : tensor<?xf32>
}
func.func @rounded_away(%x0: tensor<9xf32>) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<9xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%x0 : tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%a0: f32, %old: f32):
    %r = math.round %a0 : f32
    linalg.yield %r : f32
  } -> tensor<9xf32>
  return %q : tensor<9xf32>
}
func.func @rounded_twice(%x0: tensor<?xf64>) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x0, %c0 : tensor<?xf64>
  %e = tensor.empty(%d) : tensor<?xf16>
  %q = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%x0 : tensor<?xf64>) outs(%e : tensor<?xf16>) {
  ^bb0(%a0: f64, %old: f16):
    %t = arith.truncf %a0 : f64 to f32
    %r = arith.truncf %t : f32 to f16
    linalg.yield %r : f16
  } -> tensor<?xf16>
  return %q : tensor<?xf16>
}
func.func @one_pass(%x0: memref<257xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x0, %c0 : memref<257xf32>
  %init = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> f32 {
    %a0 = memref.load %x0[%i] : memref<257xf32>
    %n = arith.addf %acc, %a0 : f32
    scf.yield %n : f32
  }
  %cn = arith.constant 257.0 : f32
  %mean = arith.divf %sum, %cn : f32
  %q = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> f32 {
    %a = memref.load %x0[%i] : memref<257xf32>
    %ee = arith.mulf %a, %a : f32
    %n = arith.addf %acc, %ee : f32
    scf.yield %n : f32
  }
  %e2 = arith.divf %q, %cn : f32
  %mm = arith.mulf %mean, %mean : f32
  %r = arith.subf %e2, %mm : f32
  return %r : f32
}
func.func @two_passes(%x0: memref<257xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %x0, %c0 : memref<257xf32>
  %init = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> f32 {
    %a0 = memref.load %x0[%i] : memref<257xf32>
    %n = arith.addf %acc, %a0 : f32
    scf.yield %n : f32
  }
  %cn = arith.constant 257.0 : f32
  %mean = arith.divf %sum, %cn : f32
  %q = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %init) -> f32 {
    %a = memref.load %x0[%i] : memref<257xf32>
    %e = arith.subf %a, %mean : f32
    %ee = arith.mulf %e, %e : f32
    %n = arith.addf %acc, %ee : f32
    scf.yield %n : f32
  }
  %r = arith.divf %q, %cn : f32
  return %r : f32
}
func.func @welford(%x0: memref<257xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = arith.constant 257 : index
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %m, %s, %k = scf.for %i = %c0 to %d step %c1 iter_args(%mean = %z, %m2 = %z, %n = %one) -> (f32, f32, f32) {
    %a = memref.load %x0[%i] : memref<257xf32>
    %dl = arith.subf %a, %mean : f32
    %dn = arith.divf %dl, %n : f32
    %mean2 = arith.addf %mean, %dn : f32
    %dl2 = arith.subf %a, %mean2 : f32
    %pr = arith.mulf %dl, %dl2 : f32
    %m3 = arith.addf %m2, %pr : f32
    %n1 = arith.addf %n, %one : f32
    scf.yield %mean2, %m3, %n1 : f32, f32, f32
  }
  %cn = arith.constant 257.0 : f32
  %r = arith.divf %s, %cn : f32
  return %r : f32
}
