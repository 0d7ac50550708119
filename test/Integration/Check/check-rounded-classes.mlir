// An element that is infinite or NaN, and the sign of an infinity, as the order of a sum
// decides: an infinite factor of a number near 0, and a quotient by one. f64 tells a
// schedule that only rounds in another order from one that computes something else.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --seed 2 | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/scheduled.mlir --json \
// RUN:   --function centered --seed 2 | FileCheck %s --check-prefix=JSON
// RUN: heddle check %t/coarse.mlir --scheduled %t/coarse-scheduled.mlir \
// RUN:   --seed 1 | FileCheck %s --check-prefix=COARSE

// CHECK:      centered: equal: {{.*}} runs on special values, {{.*}}where rounding decides whether {{[0-9]+}} elements are infinite or NaN, and the sign
// CHECK-NEXT: quotient: equal: {{.*}}, where rounding decides whether {{[0-9]+}} elements are infinite or NaN, and the sign
// CHECK-NEXT: dropped: different: result 0[{{.*}}] is {{-?}}0, expected {{-?}}inf {{.*}} [random data, infinities]
// CHECK-NEXT: overflows: different: result 0[{{.*}}] is {{-?}}nan, expected {{-?}}inf {{.*}} [random data, infinities]
// CHECK-NEXT: near: different: result 0[{{.*}}] is 0, expected {{-?}}{{inf|nan}} {{.*}} [random data, infinities]
// COARSE: quotient: equal: {{.*}}, where rounding decides whether {{[0-9]+}} elements are infinite or NaN, and the sign
// JSON: "roundedClasses": {{[1-9][0-9]*}}

//--- payload.mlir
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
// The gain of a row may be infinite, and then the sign of x - mean matters.
func.func @centered(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %e = tensor.empty() : tensor<32xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<32xf16>) -> tensor<32xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<32x331xf16>) outs(%f : tensor<32xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = math.absf %x : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<32xf16>
  %r = linalg.generic {indexing_maps = [#all, #row, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %s, %g : tensor<32x331xf16>, tensor<32xf16>, tensor<32xf16>) outs(%o : tensor<32x331xf16>) {
  ^bb0(%x: f16, %sum: f16, %gain: f16, %old: f16):
    %mean = arith.divf %sum, %n : f16
    %q = math.absf %x : f16
    %d = arith.subf %q, %mean : f16
    %y = arith.mulf %d, %gain : f16
    linalg.yield %y : f16
  } -> tensor<32x331xf16>
  return %r : tensor<32x331xf16>
}
// The sum of a row may be 0, or not, by its rounding errors.
func.func @quotient(%a: tensor<331x17xf16>, %g: tensor<17xf16>, %o: tensor<331x17xf16>) -> tensor<331x17xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 17.0 : f16
  %e = tensor.empty() : tensor<331xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<331xf16>) -> tensor<331xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<331x17xf16>) outs(%f : tensor<331xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = arith.negf %x : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<331xf16>
  %r = linalg.generic {indexing_maps = [#all, #row, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %s, %g : tensor<331x17xf16>, tensor<331xf16>, tensor<17xf16>) outs(%o : tensor<331x17xf16>) {
  ^bb0(%x: f16, %sum: f16, %gain: f16, %old: f16):
    %y = arith.divf %gain, %sum : f16
    linalg.yield %y : f16
  } -> tensor<331x17xf16>
  return %r : tensor<331x17xf16>
}
func.func @dropped(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %e = tensor.empty() : tensor<32xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<32xf16>) -> tensor<32xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<32x331xf16>) outs(%f : tensor<32xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = math.absf %x : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<32xf16>
  %r = linalg.generic {indexing_maps = [#all, #row, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %s, %g : tensor<32x331xf16>, tensor<32xf16>, tensor<32xf16>) outs(%o : tensor<32x331xf16>) {
  ^bb0(%x: f16, %sum: f16, %gain: f16, %old: f16):
    %mean = arith.divf %sum, %n : f16
    %q = math.absf %x : f16
    %d = arith.subf %q, %mean : f16
    %y = arith.mulf %d, %gain : f16
    linalg.yield %y : f16
  } -> tensor<32x331xf16>
  return %r : tensor<32x331xf16>
}
func.func @overflows(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %e = tensor.empty() : tensor<32xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<32xf16>) -> tensor<32xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<32x331xf16>) outs(%f : tensor<32xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = math.absf %x : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<32xf16>
  %r = linalg.generic {indexing_maps = [#all, #row, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %s, %g : tensor<32x331xf16>, tensor<32xf16>, tensor<32xf16>) outs(%o : tensor<32x331xf16>) {
  ^bb0(%x: f16, %sum: f16, %gain: f16, %old: f16):
    %mean = arith.divf %sum, %n : f16
    %q = math.absf %x : f16
    %d = arith.subf %q, %mean : f16
    %y = arith.mulf %d, %gain : f16
    linalg.yield %y : f16
  } -> tensor<32x331xf16>
  return %r : tensor<32x331xf16>
}
func.func @near(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %e = tensor.empty() : tensor<32xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<32xf16>) -> tensor<32xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<32x331xf16>) outs(%f : tensor<32xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = math.absf %x : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<32xf16>
  %r = linalg.generic {indexing_maps = [#all, #row, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %s, %g : tensor<32x331xf16>, tensor<32xf16>, tensor<32xf16>) outs(%o : tensor<32x331xf16>) {
  ^bb0(%x: f16, %sum: f16, %gain: f16, %old: f16):
    %mean = arith.divf %sum, %n : f16
    %q = math.absf %x : f16
    %d = arith.subf %q, %mean : f16
    %y = arith.mulf %d, %gain : f16
    linalg.yield %y : f16
  } -> tensor<32x331xf16>
  return %r : tensor<32x331xf16>
}
//--- scheduled.mlir
// Each sum is taken from its last term to its first.
func.func @centered(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 32 : index
  %columns = arith.constant 331 : index
  %last = arith.constant 330 : index
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%all = %o) -> tensor<32x331xf16> {
    %sum = scf.for %k = %c0 to %columns step %c1 iter_args(%s = %z) -> f16 {
      %j = arith.subi %last, %k : index
      %x = tensor.extract %a[%i, %j] : tensor<32x331xf16>
      %p = math.absf %x : f16
      %t = arith.addf %s, %p : f16
      scf.yield %t : f16
    }
    %row = scf.for %j = %c0 to %columns step %c1 iter_args(%new = %all) -> tensor<32x331xf16> {
      %x = tensor.extract %a[%i, %j] : tensor<32x331xf16>
      %gain = tensor.extract %g[%i] : tensor<32xf16>
      %mean = arith.divf %sum, %n : f16
      %q = math.absf %x : f16
      %d = arith.subf %q, %mean : f16
      %y = arith.mulf %d, %gain : f16
      %next = tensor.insert %y into %new[%i, %j] : tensor<32x331xf16>
      scf.yield %next : tensor<32x331xf16>
    }
    scf.yield %row : tensor<32x331xf16>
  }
  return %r : tensor<32x331xf16>
}
func.func @quotient(%a: tensor<331x17xf16>, %g: tensor<17xf16>, %o: tensor<331x17xf16>) -> tensor<331x17xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 17.0 : f16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 331 : index
  %columns = arith.constant 17 : index
  %last = arith.constant 16 : index
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%all = %o) -> tensor<331x17xf16> {
    %sum = scf.for %k = %c0 to %columns step %c1 iter_args(%s = %z) -> f16 {
      %j = arith.subi %last, %k : index
      %x = tensor.extract %a[%i, %j] : tensor<331x17xf16>
      %p = arith.negf %x : f16
      %t = arith.addf %s, %p : f16
      scf.yield %t : f16
    }
    %row = scf.for %j = %c0 to %columns step %c1 iter_args(%new = %all) -> tensor<331x17xf16> {
      %x = tensor.extract %a[%i, %j] : tensor<331x17xf16>
      %gain = tensor.extract %g[%j] : tensor<17xf16>
      %y = arith.divf %gain, %sum : f16
      %next = tensor.insert %y into %new[%i, %j] : tensor<331x17xf16>
      scf.yield %next : tensor<331x17xf16>
    }
    scf.yield %row : tensor<331x17xf16>
  }
  return %r : tensor<331x17xf16>
}
// An infinite gain is taken as 0.
func.func @dropped(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 32 : index
  %columns = arith.constant 331 : index
  %last = arith.constant 330 : index
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%all = %o) -> tensor<32x331xf16> {
    %sum = scf.for %k = %c0 to %columns step %c1 iter_args(%s = %z) -> f16 {
      %j = arith.subi %last, %k : index
      %x = tensor.extract %a[%i, %j] : tensor<32x331xf16>
      %p = math.absf %x : f16
      %t = arith.addf %s, %p : f16
      scf.yield %t : f16
    }
    %row = scf.for %j = %c0 to %columns step %c1 iter_args(%new = %all) -> tensor<32x331xf16> {
      %x = tensor.extract %a[%i, %j] : tensor<32x331xf16>
      %gain = tensor.extract %g[%i] : tensor<32xf16>
      %mean = arith.divf %sum, %n : f16
      %q = math.absf %x : f16
      %d = arith.subf %q, %mean : f16
      %m = math.absf %gain : f16
      %inf = arith.constant 0x7C00 : f16
      %is = arith.cmpf oeq, %m, %inf : f16
      %lane = arith.select %is, %z, %gain : f16
      %y = arith.mulf %d, %lane : f16
      %next = tensor.insert %y into %new[%i, %j] : tensor<32x331xf16>
      scf.yield %next : tensor<32x331xf16>
    }
    scf.yield %row : tensor<32x331xf16>
  }
  return %r : tensor<32x331xf16>
}
// The rows of an infinite gain are computed with a number that f16 does not hold: far
// from the mean, too, where no order of the sum matters.
func.func @overflows(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 32 : index
  %columns = arith.constant 331 : index
  %last = arith.constant 330 : index
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%all = %o) -> tensor<32x331xf16> {
    %sum = scf.for %k = %c0 to %columns step %c1 iter_args(%s = %z) -> f16 {
      %j = arith.subi %last, %k : index
      %x = tensor.extract %a[%i, %j] : tensor<32x331xf16>
      %p = math.absf %x : f16
      %t = arith.addf %s, %p : f16
      scf.yield %t : f16
    }
    %row = scf.for %j = %c0 to %columns step %c1 iter_args(%new = %all) -> tensor<32x331xf16> {
      %x = tensor.extract %a[%i, %j] : tensor<32x331xf16>
      %gain = tensor.extract %g[%i] : tensor<32xf16>
      %mean = arith.divf %sum, %n : f16
      %q = math.absf %x : f16
      %d = arith.subf %q, %mean : f16
      %m = math.absf %gain : f16
      %inf = arith.constant 0x7C00 : f16
      %is = arith.cmpf oeq, %m, %inf : f16
      %large = arith.constant 65504.0 : f16
      %l = arith.mulf %d, %large : f16
      %k = arith.mulf %l, %large : f16
      %zero = arith.subf %k, %k : f16
      %p = arith.addf %d, %zero : f16
      %d2 = arith.select %is, %p, %d : f16
      %y = arith.mulf %d2, %gain : f16
      %next = tensor.insert %y into %new[%i, %j] : tensor<32x331xf16>
      scf.yield %next : tensor<32x331xf16>
    }
    scf.yield %row : tensor<32x331xf16>
  }
  return %r : tensor<32x331xf16>
}
// 0 where rounding decides the sign of an infinity: no order of the sum gives that.
func.func @near(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 32 : index
  %columns = arith.constant 331 : index
  %last = arith.constant 330 : index
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%all = %o) -> tensor<32x331xf16> {
    %sum = scf.for %k = %c0 to %columns step %c1 iter_args(%s = %z) -> f16 {
      %j = arith.subi %last, %k : index
      %x = tensor.extract %a[%i, %j] : tensor<32x331xf16>
      %p = math.absf %x : f16
      %t = arith.addf %s, %p : f16
      scf.yield %t : f16
    }
    %row = scf.for %j = %c0 to %columns step %c1 iter_args(%new = %all) -> tensor<32x331xf16> {
      %x = tensor.extract %a[%i, %j] : tensor<32x331xf16>
      %gain = tensor.extract %g[%i] : tensor<32xf16>
      %mean = arith.divf %sum, %n : f16
      %q = math.absf %x : f16
      %d = arith.subf %q, %mean : f16
      %m = math.absf %gain : f16
      %inf = arith.constant 0x7C00 : f16
      %is = arith.cmpf oeq, %m, %inf : f16
      %small = arith.constant 0.015625 : f16
      %size = math.absf %d : f16
      %close = arith.cmpf olt, %size, %small : f16
      %both = arith.andi %is, %close : i1
      %product = arith.mulf %d, %gain : f16
      %y = arith.select %both, %z, %product : f16
      %next = tensor.insert %y into %new[%i, %j] : tensor<32x331xf16>
      scf.yield %next : tensor<32x331xf16>
    }
    scf.yield %row : tensor<32x331xf16>
  }
  return %r : tensor<32x331xf16>
}
//--- coarse.mlir
// 0 by such a sum is 0 or -0 by the sign of the sum, and NaN where that is exactly 0.
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
func.func @quotient(%a: tensor<331x17xbf16>, %g: tensor<17xbf16>, %o: tensor<331x17xbf16>) -> tensor<331x17xbf16> {
  %z = arith.constant 0.0 : bf16
  %n = arith.constant 17.0 : bf16
  %e = tensor.empty() : tensor<331xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<331xbf16>) -> tensor<331xbf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<331x17xbf16>) outs(%f : tensor<331xbf16>) {
  ^bb0(%x: bf16, %acc: bf16):
    %p = arith.negf %x : bf16
    %t = arith.addf %acc, %p : bf16
    linalg.yield %t : bf16
  } -> tensor<331xbf16>
  %r = linalg.generic {indexing_maps = [#all, #row, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %s, %g : tensor<331x17xbf16>, tensor<331xbf16>, tensor<17xbf16>) outs(%o : tensor<331x17xbf16>) {
  ^bb0(%x: bf16, %sum: bf16, %gain: bf16, %old: bf16):
    %y = arith.divf %gain, %sum : bf16
    linalg.yield %y : bf16
  } -> tensor<331x17xbf16>
  return %r : tensor<331x17xbf16>
}
//--- coarse-scheduled.mlir
func.func @quotient(%a: tensor<331x17xbf16>, %g: tensor<17xbf16>, %o: tensor<331x17xbf16>) -> tensor<331x17xbf16> {
  %z = arith.constant 0.0 : bf16
  %n = arith.constant 17.0 : bf16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 331 : index
  %columns = arith.constant 17 : index
  %last = arith.constant 16 : index
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%all = %o) -> tensor<331x17xbf16> {
    %sum = scf.for %k = %c0 to %columns step %c1 iter_args(%s = %z) -> bf16 {
      %j = arith.subi %last, %k : index
      %x = tensor.extract %a[%i, %j] : tensor<331x17xbf16>
      %p = arith.negf %x : bf16
      %t = arith.addf %s, %p : bf16
      scf.yield %t : bf16
    }
    %row = scf.for %j = %c0 to %columns step %c1 iter_args(%new = %all) -> tensor<331x17xbf16> {
      %x = tensor.extract %a[%i, %j] : tensor<331x17xbf16>
      %gain = tensor.extract %g[%j] : tensor<17xbf16>
      %y = arith.divf %gain, %sum : bf16
      %next = tensor.insert %y into %new[%i, %j] : tensor<331x17xbf16>
      scf.yield %next : tensor<331x17xbf16>
    }
    scf.yield %row : tensor<331x17xbf16>
  }
  return %r : tensor<331x17xbf16>
}
