// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s

// Each scheduled function is right on ordinary numbers.

// CHECK:      relu: different: {{.*}} is 0, expected nan {{.*}} [random data, NaN]
// CHECK-NEXT: negate: different: {{.*}} is 0, expected -0 {{.*}} [random data, zeros and ties]
// CHECK-NEXT: sign_of_zero: different: {{.*}} [random data, {{.*}}zeros and ties]
// CHECK-NEXT: exponentials: different: {{.*}} [random data, {{.*}}]
// CHECK-NEXT: mean: different: {{.*}} is {{-?}}inf, expected {{.*}} [random data, large numbers and denormals]
// CHECK-NEXT: cancelled: different: {{.*}} expected {{-?}}nan {{.*}} [random data, infinities]
// CHECK-NEXT: denormal: different: {{.*}} [random data, {{.*}}]
// CHECK-NEXT: denormal_sum: different: {{.*}} [random data, denormals alone]
// CHECK-NEXT: last_maximum: different:
// CHECK-NEXT: narrow: different: {{.*}} [random data, all integers]
// CHECK-NEXT: declared: equal: {{.*}}; no infinities, NaN, zeros alone, equal elements: 'arith.mulf' in line [[LINE:[0-9]+]] declares that there are none; no large numbers and denormals: 'arith.mulf' in line [[LINE]] declares that nothing overflows
// CHECK-NEXT: converted: equal: {{.*}}; no infinities, NaN, large numbers and denormals, zeros alone, equal elements: 'arith.fptosi' in line {{[0-9]+}} is undefined for them
// CHECK-NEXT: divided: equal: {{.*}}; no the integers 0, 1 and -1, all integers, zeros alone, equal elements: 'arith.divsi' in line {{[0-9]+}} is undefined for some
// CHECK-NEXT: gathered: equal: {{.*}}; {{[0-9]+}} runs on special values
// CHECK-NEXT: unsigned_zeros: equal: {{.*}}; no zeros and ties, zeros alone, equal elements: 'arith.addf' in line {{[0-9]+}} declares that their signs do not matter
// CHECK-NEXT: rounded: different: {{.*}} is {{-?[13]}}, expected {{.*}} [random data, zeros and ties]
// CHECK-NEXT: negative_zero: different: {{.*}} is 0, expected -0 {{.*}} [random data, zeros and ties]
// CHECK-NEXT: reordered: equal: {{.*}} on special values, where {{[0-9]+}} elements overflow in one order of a sum only

//--- payload.mlir
func.func @relu(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>)
    (%in: f32, %out: f32) {
      %zero = arith.constant 0.0 : f32
      %1 = arith.maximumf %in, %zero : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<64xf32>
}
func.func @negate(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.negf ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func @sign_of_zero(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map { math.absf } ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>)
  return %0 : tensor<64xf32>
}
func.func @exponentials(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @mean(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%a : tensor<64xf32>)
    (%x: f32, %y: f32, %out: f32) {
      %c = arith.constant 0.125 : f32
      %1 = arith.mulf %x, %c : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<64xf32>
}
func.func @cancelled(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.sub ins(%a, %a : tensor<64xf32>, tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  %1 = linalg.sub ins(%b, %0 : tensor<64xf32>, tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}
func.func @denormal(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>)
    (%in: f32, %out: f32) {
      %1 = arith.addf %in, %in : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<64xf32>
}
func.func @denormal_sum(%a: tensor<64xf32>, %o: tensor<f32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                       iterator_types = ["reduction"]}
      ins(%a : tensor<64xf32>) outs(%f : tensor<f32>) {
  ^bb0(%x: f32, %sum: f32):
    %s = arith.addf %sum, %x : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @last_maximum(%a: tensor<8x9xf32>, %m: tensor<8xf32>, %at: tensor<8xi64>) -> tensor<8xi64> {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %m0 = linalg.fill ins(%low : f32) outs(%m : tensor<8xf32>) -> tensor<8xf32>
  %at0 = linalg.fill ins(%none : i64) outs(%at : tensor<8xi64>) -> tensor<8xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x9xf32>) outs(%m0, %at0 : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%x: f32, %best: f32, %where: i64):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i64
    %better = arith.cmpf ogt, %x, %best : f32
    %1 = arith.select %better, %x, %best : f32
    %2 = arith.select %better, %here, %where : i64
    linalg.yield %1, %2 : f32, i64
  } -> (tensor<8xf32>, tensor<8xi64>)
  return %r#1 : tensor<8xi64>
}
func.func @narrow(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = linalg.add ins(%a, %b : tensor<64xi32>, tensor<64xi32>) outs(%a : tensor<64xi32>) -> tensor<64xi32>
  return %0 : tensor<64xi32>
}
func.func @declared(%x: f32, %y: f32) -> f32 {

  %0 = arith.mulf %x, %y fastmath<nnan, ninf> : f32
  return %0 : f32
}
func.func @converted(%x: f32) -> i32 {


  %0 = arith.fptosi %x : f32 to i32
  return %0 : i32
}
func.func @divided(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
  %1 = arith.addi %0, %a : i32
  return %1 : i32
}
func.func @gathered(%a: tensor<8xf32>, %at: i32) -> f32 {
  %0 = arith.index_cast %at : i32 to index
  %1 = tensor.extract %a[%0] : tensor<8xf32>
  return %1 : f32
}
func.func @unsigned_zeros(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b fastmath<nsz> : f32
  return %0 : f32
}
func.func @rounded(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map { math.roundeven } ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>)
  return %0 : tensor<64xf32>
}
func.func @negative_zero(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.add ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func @reordered(%a: tensor<8x600xf32>, %m: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<8x600xf32>) outs(%m : tensor<8xf32>) dimensions = [1]
  return %0 : tensor<8xf32>
}

//--- scheduled.mlir
// 'max' of a number and NaN is the number here.
func.func @relu(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>)
    (%in: f32, %out: f32) {
      %zero = arith.constant 0.0 : f32
      %1 = arith.maxnumf %in, %zero : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<64xf32>
}
// 0 - 0 is 0.
func.func @negate(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>)
    (%in: f32, %out: f32) {
      %zero = arith.constant 0.0 : f32
      %1 = arith.subf %zero, %in : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<64xf32>
}
// -0 is not below 0.
func.func @sign_of_zero(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>)
    (%in: f32, %out: f32) {
      %zero = arith.constant 0.0 : f32
      %less = arith.cmpf olt, %in, %zero : f32
      %minus = arith.negf %in : f32
      %1 = arith.select %less, %minus, %in : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<64xf32>
}
// The maximum is not subtracted.
func.func @exponentials(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = linalg.exp ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  %none = tensor.empty() : tensor<8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%none : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.reduce { arith.addf } ins(%e : tensor<8x8xf32>) outs(%s0 : tensor<8xf32>) dimensions = [1]
  %b = linalg.broadcast ins(%s : tensor<8xf32>) outs(%a : tensor<8x8xf32>) dimensions = [1]
  %0 = linalg.div ins(%e, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// The product with 8 overflows before the division by 64.
func.func @mean(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%a : tensor<64xf32>)
    (%x: f32, %y: f32, %out: f32) {
      %eight = arith.constant 8.0 : f32
      %c = arith.constant 64.0 : f32
      %1 = arith.mulf %x, %eight : f32
      %2 = arith.divf %1, %c : f32
      linalg.yield %2 : f32
    }
  return %0 : tensor<64xf32>
}
// inf - inf is NaN.
func.func @cancelled(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  return %b : tensor<64xf32>
}
// Denormals are flushed.
func.func @denormal(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>)
    (%in: f32, %out: f32) {
      %none = arith.constant 0 : i32
      %exponent_mask = arith.constant 0x7F800000 : i32
      %sign_mask = arith.constant 0x80000000 : i32
      %bits = arith.bitcast %in : f32 to i32
      %exponent = arith.andi %bits, %exponent_mask : i32
      %sign = arith.andi %bits, %sign_mask : i32
      %is_tiny = arith.cmpi eq, %exponent, %none : i32
      %kept = arith.select %is_tiny, %sign, %bits : i32
      %x = arith.bitcast %kept : i32 to f32
      %1 = arith.addf %x, %x : f32
      linalg.yield %1 : f32
    }
  return %0 : tensor<64xf32>
}
// Of equal numbers the last one counts.
func.func @denormal_sum(%a: tensor<64xf32>, %o: tensor<f32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                       iterator_types = ["reduction"]}
      ins(%a : tensor<64xf32>) outs(%f : tensor<f32>) {
  ^bb0(%x: f32, %sum: f32):
    %tiny = arith.constant 1.17549435E-38 : f32
    %m = math.absf %x : f32
    %isTiny = arith.cmpf olt, %m, %tiny : f32
    %y = arith.select %isTiny, %zero, %x : f32
    %s = arith.addf %sum, %y : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @last_maximum(%a: tensor<8x9xf32>, %m: tensor<8xf32>, %at: tensor<8xi64>) -> tensor<8xi64> {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i64
  %m0 = linalg.fill ins(%low : f32) outs(%m : tensor<8xf32>) -> tensor<8xf32>
  %at0 = linalg.fill ins(%none : i64) outs(%at : tensor<8xi64>) -> tensor<8xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x9xf32>) outs(%m0, %at0 : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%x: f32, %best: f32, %where: i64):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i64
    %better = arith.cmpf oge, %x, %best : f32
    %1 = arith.select %better, %x, %best : f32
    %2 = arith.select %better, %here, %where : i64
    linalg.yield %1, %2 : f32, i64
  } -> (tensor<8xf32>, tensor<8xi64>)
  return %r#1 : tensor<8xi64>
}
// The sum has 16 bits.
func.func @narrow(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = linalg.map ins(%a, %b : tensor<64xi32>, tensor<64xi32>) outs(%a : tensor<64xi32>)
    (%x: i32, %y: i32, %out: i32) {
      %x16 = arith.trunci %x : i32 to i16
      %y16 = arith.trunci %y : i32 to i16
      %sum = arith.addi %x16, %y16 : i16
      %1 = arith.extsi %sum : i16 to i32
      linalg.yield %1 : i32
    }
  return %0 : tensor<64xi32>
}
func.func @declared(%x: f32, %y: f32) -> f32 {
  %0 = arith.mulf %y, %x fastmath<nnan, ninf> : f32
  return %0 : f32
}
func.func @converted(%x: f32) -> i32 {
  %1 = arith.extf %x : f32 to f64
  %0 = arith.fptosi %1 : f64 to i32
  return %0 : i32
}
func.func @divided(%a: i32, %b: i32) -> i32 {
  %x = arith.extsi %a : i32 to i64
  %y = arith.extsi %b : i32 to i64
  %0 = arith.divsi %x, %y : i64
  %1 = arith.trunci %0 : i64 to i32
  %2 = arith.addi %1, %a : i32
  return %2 : i32
}
func.func @gathered(%a: tensor<8xf32>, %at: i32) -> f32 {
  %0 = arith.index_castui %at : i32 to index
  %1 = tensor.extract %a[%0] : tensor<8xf32>
  return %1 : f32
}
func.func @unsigned_zeros(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %b, %a fastmath<nsz> : f32
  return %0 : f32
}
// The halves of a sum may overflow where the whole does not.
func.func @rounded(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.map { math.round } ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>)
  return %0 : tensor<64xf32>
}
// Both numbers have to be -0 for a sum that is.
func.func @negative_zero(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.map ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%a : tensor<64xf32>)
    (%x: f32, %y: f32, %out: f32) {
      %1 = arith.addf %x, %y : f32
      %2 = arith.addf %1, %zero : f32
      linalg.yield %2 : f32
    }
  return %0 : tensor<64xf32>
}
func.func @reordered(%a: tensor<8x600xf32>, %m: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %left = tensor.extract_slice %a[0, 0] [8, 300] [1, 1] : tensor<8x600xf32> to tensor<8x300xf32>
  %right = tensor.extract_slice %a[0, 300] [8, 300] [1, 1] : tensor<8x600xf32> to tensor<8x300xf32>
  %0 = linalg.reduce { arith.addf } ins(%right : tensor<8x300xf32>) outs(%m : tensor<8xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addf } ins(%left : tensor<8x300xf32>) outs(%0 : tensor<8xf32>) dimensions = [1]
  return %1 : tensor<8xf32>
}
