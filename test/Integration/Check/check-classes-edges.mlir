// Faults on pairs of zeros, next to a half, and where a product of two numbers overflows
// that the payload first makes smaller; and on the sign of zero in a result that
// accumulates nothing, next to one that does.
//
// RUN: split-file %s %t
// RUN: not heddle check %t/payload.mlir --scheduled %t/scheduled.mlir \
// RUN:   | FileCheck %s
// RUN: heddle check %t/payload.mlir --scheduled %t/payload.mlir \
// RUN:   --allow-unchanged | FileCheck %s --check-prefix=RIGHT

// CHECK:      max_zero_sign: different: {{.*}}[random data, pairs of zeros and of numbers whose products overflow,
// CHECK-NEXT: round_by_half: different: {{.*}}[random data, numbers next to a half,
// CHECK-NEXT: overflow_f16: different: {{.*}}[random data, pairs of zeros and of numbers whose products overflow,
// CHECK-NEXT: zero_next_to_sum: different: result 1[{{[0-9]+}}] is 0, expected -0 {{.*}}[random data, zeros and ties

// RIGHT-COUNT-4: equal

//--- payload.mlir
func.func @max_zero_sign(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%extent) : tensor<?xf32>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%xv: f32, %resultv: f32, %o: f32):
    %r = arith.maximumf %xv, %resultv : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %result : tensor<?xf32>
}

func.func @round_by_half(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%extent) : tensor<?xf32>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%xv: f32, %o: f32):
    %r = math.round %xv : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %result : tensor<?xf32>
}

func.func @overflow_f16(%x: tensor<?xf16>, %y: tensor<?xf16>) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xf16>
  %c = arith.constant 0.125 : f16
  %e = tensor.empty(%extent) : tensor<?xf16>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf16>, tensor<?xf16>) outs(%e : tensor<?xf16>) {
  ^bb0(%xv: f16, %resultv: f16, %o: f16):
    %p = arith.mulf %resultv, %c : f16
    %r = arith.mulf %xv, %p : f16
    linalg.yield %r : f16
  } -> tensor<?xf16>
  return %result : tensor<?xf16>
}

func.func @zero_next_to_sum(%x: tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %t = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> ()>],
      iterator_types = ["reduction"]} ins(%x : tensor<?xf32>) outs(%f : tensor<f32>) {
  ^bb0(%v: f32, %o: f32):
    %a = arith.addf %o, %v : f32
    linalg.yield %a : f32
  } -> tensor<f32>
  %y = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} outs(%x : tensor<?xf32>) {
  ^bb0(%v: f32):
    %s = arith.negf %v : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %t, %y : tensor<f32>, tensor<?xf32>
}

//--- scheduled.mlir
func.func @max_zero_sign(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%extent) : tensor<?xf32>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%xv: f32, %resultv: f32, %o: f32):
    %q = arith.cmpf oge, %xv, %resultv : f32
    %s = arith.select %q, %xv, %resultv : f32
    %n = arith.cmpf uno, %xv, %resultv : f32
    %t = arith.addf %xv, %resultv : f32
    %r = arith.select %n, %t, %s : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %result : tensor<?xf32>
}

func.func @round_by_half(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%extent) : tensor<?xf32>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%xv: f32, %o: f32):
    %h = arith.constant 0.5 : f32
    %s = math.copysign %h, %xv : f32
    %a = arith.addf %xv, %s : f32
    %r = math.trunc %a : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %result : tensor<?xf32>
}

func.func @overflow_f16(%x: tensor<?xf16>, %y: tensor<?xf16>) -> tensor<?xf16> {
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %x, %c0 : tensor<?xf16>
  %c = arith.constant 0.125 : f16
  %e = tensor.empty(%extent) : tensor<?xf16>
  %result = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf16>, tensor<?xf16>) outs(%e : tensor<?xf16>) {
  ^bb0(%xv: f16, %resultv: f16, %o: f16):
    %p = arith.mulf %xv, %resultv : f16
    %r = arith.mulf %p, %c : f16
    linalg.yield %r : f16
  } -> tensor<?xf16>
  return %result : tensor<?xf16>
}

func.func @zero_next_to_sum(%x: tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %t = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> ()>],
      iterator_types = ["reduction"]} ins(%x : tensor<?xf32>) outs(%f : tensor<f32>) {
  ^bb0(%v: f32, %o: f32):
    %a = arith.addf %o, %v : f32
    linalg.yield %a : f32
  } -> tensor<f32>
  %y = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} outs(%x : tensor<?xf32>) {
  ^bb0(%v: f32):
    %s = arith.subf %z, %v : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %t, %y : tensor<f32>, tensor<?xf32>
}
