// RUN: heddle check %s > %t.checked 2> %t.noise
// RUN: FileCheck %s --check-prefix=CHECKED --input-file %t.checked
// RUN: heddle apply %s | FileCheck %s

!bf16 = tensor<5x7xbf16>
!f16 = tensor<5x7xf16>

// In one body the square is rounded to bf16 before it is subtracted from, as it
// is when it is stored between two ops.
// CHECKED: square_then_sub_bf16: equal: {{.*}}random data bit for bit
// CHECK-LABEL: func @square_then_sub_bf16(
// CHECK:         linalg.generic {{.*}} outs(
// CHECK:           %[[SQUARE:.*]] = arith.mulf %[[X:.*]], %[[X]] : bf16
// CHECK:           arith.subf %[[SQUARE]], %[[X]] : bf16
// CHECK-NOT:     linalg.generic
func.func @square_then_sub_bf16(%a: !bf16) -> !bf16 {
  %e = tensor.empty() : !bf16
  %0 = linalg.mul ins(%a, %a : !bf16, !bf16) outs(%e : !bf16) -> !bf16
  %1 = linalg.sub ins(%0, %a : !bf16, !bf16) outs(%e : !bf16) -> !bf16
  return %1 : !bf16
}

// The same in f16, which the machine may compute by itself.
// CHECKED: square_then_sub_f16: equal: {{.*}}random data bit for bit
// CHECK-LABEL: func @square_then_sub_f16(
// CHECK:         linalg.generic {{.*}} outs(
// CHECK:           %[[SQUARE:.*]] = arith.mulf %[[X:.*]], %[[X]] : f16
// CHECK:           arith.subf %[[SQUARE]], %[[X]] : f16
// CHECK-NOT:     linalg.generic
func.func @square_then_sub_f16(%a: !f16) -> !f16 {
  %e = tensor.empty() : !f16
  %0 = linalg.mul ins(%a, %a : !f16, !f16) outs(%e : !f16) -> !f16
  %1 = linalg.sub ins(%0, %a : !f16, !f16) outs(%e : !f16) -> !f16
  return %1 : !f16
}

// The result of a math function is rounded before it is used.
// CHECKED: exp_then_sub_bf16: equal: {{.*}}random data bit for bit
// CHECK-LABEL: func @exp_then_sub_bf16(
// CHECK:         linalg.generic {{.*}} outs(
// CHECK:           %[[EXP:.*]] = math.exp %[[X:.*]] : bf16
// CHECK:           arith.subf %[[EXP]], %[[X]] : bf16
// CHECK-NOT:     linalg.generic
func.func @exp_then_sub_bf16(%a: !bf16) -> !bf16 {
  %e = tensor.empty() : !bf16
  %0 = linalg.exp ins(%a : !bf16) outs(%e : !bf16) -> !bf16
  %1 = linalg.sub ins(%0, %a : !bf16, !bf16) outs(%e : !bf16) -> !bf16
  return %1 : !bf16
}

// An author's own conversions stay two as well.
// CHECKED: converted_twice: equal: {{.*}}random data bit for bit
// CHECK-LABEL: func @converted_twice(
// CHECK:         linalg.generic {{.*}} outs(
// CHECK:           %[[SUM:.*]] = arith.addf %[[X:.*]], %[[Y:.*]] : f32
// CHECK:           %[[NARROW:.*]] = arith.truncf %[[SUM]] : f32 to bf16
// CHECK:           %[[WIDE:.*]] = arith.extf %[[NARROW]] : bf16 to f32
// CHECK:           arith.subf %[[WIDE]], %[[X]] : f32
// CHECK-NOT:     linalg.generic
func.func @converted_twice(%a: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %e = tensor.empty() : !bf16
  %f = tensor.empty() : tensor<5x7xf32>
  %0 = linalg.map ins(%a, %b : tensor<5x7xf32>, tensor<5x7xf32>) outs(%e : !bf16)
    (%x: f32, %y: f32, %o: bf16) {
      %s = arith.addf %x, %y : f32
      %t = arith.truncf %s : f32 to bf16
      linalg.yield %t : bf16
    }
  %1 = linalg.map ins(%0, %a : !bf16, tensor<5x7xf32>) outs(%f : tensor<5x7xf32>)
    (%x: bf16, %y: f32, %o: f32) {
      %s = arith.extf %x : bf16 to f32
      %t = arith.subf %s, %y : f32
      linalg.yield %t : f32
    }
  return %1 : tensor<5x7xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %merged = transform.heddle.fuse_elementwise %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
