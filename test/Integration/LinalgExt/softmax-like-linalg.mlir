// RUN: heddle-opt %s --heddle-default-bufferize --heddle-lower-to-llvm \
// RUN:   | mlir-runner -e main --entry-point-result=void \
// RUN:     --shared-libs=%mlir_libs/libmlir_runner_utils.so,%mlir_libs/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// From a fresh start the op counts no element that differs from what
// 'linalg.softmax' gives, in three rows: plain numbers, one -inf, all -inf. The
// last one is NaN in both.
// CHECK: 0, 8

func.func private @printI64(i64)
func.func private @printNewline()
func.func private @printComma()

func.func @main() {
  %x = arith.constant dense<[[1.0, -2.0, 3.5, 0.1], [0xFF800000, 2.0, -70.0, 1.0], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000]]> : tensor<3x4xf32>
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4xf32>
  %r = tensor.empty() : tensor<3xf32>
  %m = linalg.fill ins(%inf : f32) outs(%r : tensor<3xf32>) -> tensor<3xf32>
  %l = linalg.fill ins(%zero : f32) outs(%r : tensor<3xf32>) -> tensor<3xf32>
  %a:4 = linalg_ext.softmax dimension(1) ins(%x : tensor<3x4xf32>) outs(%e, %m, %l, %r : tensor<3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) : tensor<3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  %b = linalg.softmax dimension(1) ins(%x : tensor<3x4xf32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %none = arith.constant dense<0> : tensor<i64>
  %counts:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%a#0, %b : tensor<3x4xf32>, tensor<3x4xf32>) outs(%none, %none : tensor<i64>, tensor<i64>) {
  ^bb0(%p: f32, %q: f32, %differing: i64, %numbers: i64):
    %same = arith.cmpf oeq, %p, %q : f32
    %pNaN = arith.cmpf uno, %p, %p : f32
    %qNaN = arith.cmpf uno, %q, %q : f32
    %bothNaN = arith.andi %pNaN, %qNaN : i1
    %equal = arith.ori %same, %bothNaN : i1
    %true = arith.constant true
    %unequal = arith.xori %equal, %true : i1
    %u = arith.extui %unequal : i1 to i64
    %s = arith.extui %same : i1 to i64
    %0 = arith.addi %differing, %u : i64
    %1 = arith.addi %numbers, %s : i64
    linalg.yield %0, %1 : i64, i64
  } -> (tensor<i64>, tensor<i64>)
  %differing = tensor.extract %counts#0[] : tensor<i64>
  %numbers = tensor.extract %counts#1[] : tensor<i64>
  call @printI64(%differing) : (i64) -> ()
  call @printComma() : () -> ()
  call @printI64(%numbers) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
