// RUN: heddle-opt %s --canonicalize | heddle-opt | FileCheck %s
// RUN: heddle-opt %s --one-shot-bufferize="bufferize-function-boundaries" \
// RUN:   | FileCheck %s --check-prefix=BUFFER
// RUN: heddle-opt %s --heddle-lower-linalg-ext | FileCheck %s --check-prefix=LOWER

// Canonicalization keeps it, on tensors and on numbers. After bufferization both
// names are one buffer; the lowering removes what is left.
// CHECK-LABEL: func @kept(
// CHECK-SAME:    %[[X:.*]]: tensor<8xf32>)
// CHECK:         %[[A:.*]] = linalg_ext.alias %[[X]] {mine} : tensor<8xf32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]] :
// CHECK:         ^bb0(%[[E:.*]]: f32, %{{.*}}: f32):
// CHECK:           %[[B:.*]] = linalg_ext.alias %[[E]] : f32
// CHECK:           arith.mulf %[[B]], %[[E]]
// BUFFER-LABEL: func @kept(
// BUFFER-SAME:    %[[X:.*]]: memref<8xf32,
// BUFFER-NOT:     memref.alloc
// BUFFER:         linalg.generic {{.*}} ins(%[[X]] : {{.*}}) outs(%[[X]] :
// LOWER-LABEL: func @kept(
// LOWER-NOT:     linalg_ext
// LOWER:         return
func.func @kept(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = linalg_ext.alias %x {mine} : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%e: f32, %o: f32):
    %b = linalg_ext.alias %e : f32
    %m = arith.mulf %b, %e : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// On memrefs, too.
// CHECK-LABEL: func @memref(
// CHECK-SAME:    %[[X:.*]]: memref<?x4xf16, strided<[?, 1]>>)
// CHECK:         %[[A:.*]] = linalg_ext.alias %[[X]] : memref<?x4xf16, strided<[?, 1]>>
// CHECK:         memref.load %[[A]]
// LOWER-LABEL: func @memref(
// LOWER-SAME:    %[[X:.*]]: memref<?x4xf16, strided<[?, 1]>>)
// LOWER-NOT:     linalg_ext
// LOWER:         memref.load %[[X]]
func.func @memref(%x: memref<?x4xf16, strided<[?, 1]>>) -> f16 {
  %c0 = arith.constant 0 : index
  %a = linalg_ext.alias %x : memref<?x4xf16, strided<[?, 1]>>
  %0 = memref.load %a[%c0, %c0] : memref<?x4xf16, strided<[?, 1]>>
  return %0 : f16
}
