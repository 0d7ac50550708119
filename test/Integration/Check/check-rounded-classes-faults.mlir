// A class that no rounding gives is different, however near its element is to one whose
// class rounding decides: with an f64 form of the payload, and without one where it reads
// the bits of a float.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   --seed 2 | FileCheck %s

// CHECK:      nan_bits: different: result 0[{{.*}}] is {{-?}}nan, expected {{-?}}0.{{[0-9]+}} {{.*}} [random data]
// CHECK-NEXT: overflow: different: result 0[{{.*}}] is {{-?}}nan, expected {{-?}}0.{{[0-9]+}} {{.*}} [random data]
// CHECK-NEXT: zero_bits: different: result 0[{{.*}}] is 0, expected {{-?}}{{inf|nan}} {{.*}} [random data, infinities]
// CHECK-NEXT: narrow_zero: different: result 0[{{.*}}] is 0, expected {{-?}}{{inf|nan}} {{.*}} [random data, infinities]
// CHECK-NEXT: near_overflow: different: result 0[{{.*}}] is {{-?}}nan, expected {{-?}}inf {{.*}} [random data, infinities]
// CHECK-NEXT: centered_bits: equal: {{.*}} no f64 form{{.*}}, where rounding decides whether {{[0-9]+}} elements are infinite or NaN, and the sign

//--- payload.mlir
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
func.func @nan_bits(%a: tensor<32x331xf16>, %o: tensor<32xf16>) -> tensor<32xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 0.1 : f16
  %e = tensor.empty() : tensor<32xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<32xf16>) -> tensor<32xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<32x331xf16>) outs(%f : tensor<32xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = arith.mulf %x, %n : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<32xf16>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%s : tensor<32xf16>) outs(%o : tensor<32xf16>) {
  ^bb0(%sum: f16, %old: f16):
    %y = arith.addf %sum, %sum : f16
    %bits = arith.bitcast %y : f16 to i16
    %same = arith.bitcast %bits : i16 to f16
    linalg.yield %same : f16
  } -> tensor<32xf16>
  return %r : tensor<32xf16>
}
func.func @overflow(%a: tensor<32x331xf16>, %o: tensor<32xf16>) -> tensor<32xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 0.1 : f16
  %e = tensor.empty() : tensor<32xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<32xf16>) -> tensor<32xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<32x331xf16>) outs(%f : tensor<32xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = arith.mulf %x, %n : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<32xf16>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%s : tensor<32xf16>) outs(%o : tensor<32xf16>) {
  ^bb0(%sum: f16, %old: f16):
    %y = arith.addf %sum, %sum : f16
    linalg.yield %y : f16
  } -> tensor<32xf16>
  return %r : tensor<32xf16>
}
func.func @zero_bits(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
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
    %bits = arith.bitcast %y : f16 to i16
    %same = arith.bitcast %bits : i16 to f16
    linalg.yield %same : f16
  } -> tensor<32x331xf16>
  return %r : tensor<32x331xf16>
}
func.func @narrow_zero(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
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
func.func @near_overflow(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
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
func.func @centered_bits(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
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
    %bits = arith.bitcast %y : f16 to i16
    %same = arith.bitcast %bits : i16 to f16
    linalg.yield %same : f16
  } -> tensor<32x331xf16>
  return %r : tensor<32x331xf16>
}
//--- scheduled.mlir
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
// NaN for small numbers.
func.func @nan_bits(%a: tensor<32x331xf16>, %o: tensor<32xf16>) -> tensor<32xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 0.1 : f16
  %nan = arith.constant 0x7E00 : f16
  %small = arith.constant 0.2 : f16
  %e = tensor.empty() : tensor<32xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<32xf16>) -> tensor<32xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<32x331xf16>) outs(%f : tensor<32xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = arith.mulf %x, %n : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<32xf16>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%s : tensor<32xf16>) outs(%o : tensor<32xf16>) {
  ^bb0(%sum: f16, %old: f16):
    %double = arith.addf %sum, %sum : f16
    %size = math.absf %double : f16
    %close = arith.cmpf olt, %size, %small : f16
    %some = arith.cmpf one, %double, %z : f16
    %both = arith.andi %close, %some : i1
    %y = arith.select %both, %nan, %double : f16
    %bits = arith.bitcast %y : f16 to i16
    %same = arith.bitcast %bits : i16 to f16
    linalg.yield %same : f16
  } -> tensor<32xf16>
  return %r : tensor<32xf16>
}
// Small numbers take a way on which f16 overflows, and f64 does not.
func.func @overflow(%a: tensor<32x331xf16>, %o: tensor<32xf16>) -> tensor<32xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 0.1 : f16
  %large = arith.constant 65504.0 : f16
  %small = arith.constant 0.2 : f16
  %e = tensor.empty() : tensor<32xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<32xf16>) -> tensor<32xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<32x331xf16>) outs(%f : tensor<32xf16>) {
  ^bb0(%x: f16, %acc: f16):
    %p = arith.mulf %x, %n : f16
    %t = arith.addf %acc, %p : f16
    linalg.yield %t : f16
  } -> tensor<32xf16>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%s : tensor<32xf16>) outs(%o : tensor<32xf16>) {
  ^bb0(%sum: f16, %old: f16):
    %double = arith.addf %sum, %sum : f16
    %size = math.absf %double : f16
    %close = arith.cmpf olt, %size, %small : f16
    %some = arith.cmpf one, %double, %z : f16
    %both = arith.andi %close, %some : i1
    %l = arith.mulf %double, %large : f16
    %k = arith.mulf %l, %large : f16
    %zero = arith.subf %k, %k : f16
    %moved = arith.addf %double, %zero : f16
    %y = arith.select %both, %moved, %double : f16
    linalg.yield %y : f16
  } -> tensor<32xf16>
  return %r : tensor<32xf16>
}
// 0 where rounding decides the sign of an infinity.
func.func @zero_bits(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %small = arith.constant 0.015625 : f16
  %inf = arith.constant 0x7C00 : f16
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
    %m = math.absf %gain : f16
    %is = arith.cmpf oeq, %m, %inf : f16
    %size = math.absf %d : f16
    %close = arith.cmpf olt, %size, %small : f16
    %both = arith.andi %is, %close : i1
    %product = arith.mulf %d, %gain : f16
    %y = arith.select %both, %z, %product : f16
    %bits = arith.bitcast %y : f16 to i16
    %same = arith.bitcast %bits : i16 to f16
    linalg.yield %same : f16
  } -> tensor<32x331xf16>
  return %r : tensor<32x331xf16>
}
// The same in f16 only: 6e-08 times a small number is not 0 in f64.
func.func @narrow_zero(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %small = arith.constant 0.015625 : f16
  %inf = arith.constant 0x7C00 : f16
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
    %m = math.absf %gain : f16
    %is = arith.cmpf oeq, %m, %inf : f16
    %size = math.absf %d : f16
    %close = arith.cmpf olt, %size, %small : f16
    %both = arith.andi %is, %close : i1
    %tiny = arith.constant 6.0e-08 : f16
    %lost = arith.mulf %d, %tiny : f16
    %none = arith.cmpf oeq, %lost, %z : f16
    %some = arith.cmpf one, %d, %z : f16
    %one = arith.andi %none, %some : i1
    %all = arith.andi %both, %one : i1
    %product = arith.mulf %d, %gain : f16
    %y = arith.select %all, %z, %product : f16
    linalg.yield %y : f16
  } -> tensor<32x331xf16>
  return %r : tensor<32x331xf16>
}
// NaN, in f16 only, where rounding decides the sign of an infinity.
func.func @near_overflow(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
  %z = arith.constant 0.0 : f16
  %n = arith.constant 331.0 : f16
  %large = arith.constant 65504.0 : f16
  %small = arith.constant 0.015625 : f16
  %inf = arith.constant 0x7C00 : f16
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
    %m = math.absf %gain : f16
    %is = arith.cmpf oeq, %m, %inf : f16
    %size = math.absf %d : f16
    %close = arith.cmpf olt, %size, %small : f16
    %both = arith.andi %is, %close : i1
    %l = arith.mulf %d, %large : f16
    %k = arith.mulf %l, %large : f16
    %zero = arith.subf %k, %k : f16
    %moved = arith.addf %d, %zero : f16
    %d2 = arith.select %both, %moved, %d : f16
    %y = arith.mulf %d2, %gain : f16
    linalg.yield %y : f16
  } -> tensor<32x331xf16>
  return %r : tensor<32x331xf16>
}
// Right: each sum is taken from its last term to its first.
func.func @centered_bits(%a: tensor<32x331xf16>, %g: tensor<32xf16>, %o: tensor<32x331xf16>) -> tensor<32x331xf16> {
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
      %bits = arith.bitcast %y : f16 to i16
      %same = arith.bitcast %bits : i16 to f16
      %next = tensor.insert %same into %new[%i, %j] : tensor<32x331xf16>
      scf.yield %next : tensor<32x331xf16>
    }
    scf.yield %row : tensor<32x331xf16>
  }
  return %r : tensor<32x331xf16>
}
