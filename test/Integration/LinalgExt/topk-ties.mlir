// RUN: heddle-opt %s --heddle-default-bufferize --heddle-lower-to-llvm \
// RUN:   | mlir-runner -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_runner_utils.so,%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// The largest of 3, 7, 7, 5, NaN, 7: of the slots 7, 1, -inf the first precedes
// its equals, then the 7 at 1 and the 7 at 2; the 7 at 5 has no place.
// CHECK: 9, 1, 2, 5

func.func private @printI64(i64)
func.func private @printNewline()
func.func private @printComma()
func.func @main() {
  %x = arith.constant dense<[3.0, 7.0, 7.0, 5.0, 0x7FC00000, 7.0]> : tensor<6xf32>
  %v = arith.constant dense<[7.0, 1.0, 0xFF800000, 0xFF800000]> : tensor<4xf32>
  %i = arith.constant dense<[9, 8, 0, 0]> : tensor<4xi64>
  %0:2 = linalg_ext.topk dimension(0) ins(%x : tensor<6xf32>) outs(%v, %i : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    linalg_ext.yield %c : i1
  } -> tensor<4xf32>, tensor<4xi64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %i0 = tensor.extract %0#1[%c0] : tensor<4xi64>
  %i1 = tensor.extract %0#1[%c1] : tensor<4xi64>
  %i2 = tensor.extract %0#1[%c2] : tensor<4xi64>
  %i3 = tensor.extract %0#1[%c3] : tensor<4xi64>
  func.call @printI64(%i0) : (i64) -> ()
  func.call @printComma() : () -> ()
  func.call @printI64(%i1) : (i64) -> ()
  func.call @printComma() : () -> ()
  func.call @printI64(%i2) : (i64) -> ()
  func.call @printComma() : () -> ()
  func.call @printI64(%i3) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}
