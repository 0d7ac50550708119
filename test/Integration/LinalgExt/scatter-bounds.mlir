// RUN: heddle-opt %s --heddle-default-bufferize --generate-runtime-verification \
// RUN:   --canonicalize -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: heddle-opt %t.mlir --heddle-lower-to-llvm -o %t.outside.mlir
// RUN: not --crash mlir-runner %t.outside.mlir -e main \
// RUN:   --entry-point-result=void \
// RUN:   --shared-libs=%mlir_libs/libmlir_c_runner_utils.so
// RUN: sed 's/\[-1\]/[3]/' %s | heddle-opt --heddle-default-bufferize \
// RUN:   --generate-runtime-verification --heddle-lower-to-llvm \
// RUN:   | mlir-runner -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s --check-prefix=INSIDE

// Of the indices 2, -1 the second one is outside: the program stops. All are
// checked before anything is written. With 3 in its place it prints what is at 2.
// CHECK-LABEL: func @main(
// CHECK:         %[[FOUR:.*]] = arith.constant 4 : index
// CHECK:         scf.for %[[P:.*]] =
// CHECK:           %[[I:.*]] = memref.load %{{.*}}[%[[P]], %{{.*}}] : memref<2x1xi32>
// CHECK:           %[[X:.*]] = arith.index_cast %[[I]] : i32 to index
// CHECK:           %[[IN:.*]] = arith.cmpi ult, %[[X]], %[[FOUR]]
// CHECK:           cf.assert %[[IN]], "{{.*}}index out of bounds along dim 0 of the source
// CHECK:         linalg_ext.scatter ins(
// INSIDE: 1

func.func private @printF64(f64)
func.func private @printNewline()

func.func @main() {
  %i = arith.constant dense<[[2], [-1]]> : tensor<2x1xi32>
  %u = arith.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %e = tensor.empty() : tensor<4xf64>
  %c2 = arith.constant 2 : index
  %0 = linalg_ext.scatter ins(%i, %u : tensor<2x1xi32>, tensor<2xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%c: f64, %n: f64):
    linalg_ext.yield %n : f64
  } -> tensor<4xf64>
  %1 = tensor.extract %0[%c2] : tensor<4xf64>
  call @printF64(%1) : (f64) -> ()
  call @printNewline() : () -> ()
  return
}
