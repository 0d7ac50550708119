// RUN: heddle-opt %s --heddle-lower-views | FileCheck %s

// The shapes say that the last dim is dropped; all strides are unknown, so that
// upstream would drop the first one.
// CHECK-LABEL: func.func @last(
// CHECK-SAME:      %[[M:.*]]: memref<4x4x4xf32, strided<[?, ?, ?], offset: ?>>)
// CHECK:         %[[WHOLE:.*]] = memref.subview %[[M]][3, 1, 0] [1, 3, 1] [1, 1, 1] : {{.*}} to memref<1x3x1xf32, strided<[?, ?, ?], offset: ?>>
// CHECK:         %[[ROW:.*]] = memref.collapse_shape %[[WHOLE]] {{\[\[}}0], [1, 2]] : {{.*}} into memref<1x3xf32, strided<[?, ?], offset: ?>>
// CHECK:         return %[[ROW]]
func.func @last(%m: memref<4x4x4xf32, strided<[?, ?, ?], offset: ?>>) -> memref<1x3xf32, strided<[?, ?], offset: ?>> {
  %v = memref.subview %m[3, 1, 0] [1, 3, 1] [1, 1, 1] : memref<4x4x4xf32, strided<[?, ?, ?], offset: ?>> to memref<1x3xf32, strided<[?, ?], offset: ?>>
  return %v : memref<1x3xf32, strided<[?, ?], offset: ?>>
}

// A dynamic size is not the one that is dropped.
// CHECK-LABEL: func.func @dynamic(
// CHECK:         memref.subview %{{.*}} to memref<1x?x1x1xf32, strided<[?, ?, ?, ?], offset: ?>>
// CHECK:         memref.collapse_shape %{{.*}} {{\[\[}}0], [1, 2, 3]] : {{.*}} into memref<1x?xf32, strided<[?, ?], offset: ?>>
func.func @dynamic(%m: memref<?x?x?x?xf32, strided<[?, ?, ?, ?], offset: ?>>, %n: index) -> memref<1x?xf32, strided<[?, ?], offset: ?>> {
  %v = memref.subview %m[3, 1, 0, 0] [1, %n, 1, 1] [1, 1, 1, 1] : memref<?x?x?x?xf32, strided<[?, ?, ?, ?], offset: ?>> to memref<1x?xf32, strided<[?, ?], offset: ?>>
  return %v : memref<1x?xf32, strided<[?, ?], offset: ?>>
}

// Upstream and the shapes agree, as far as it matters: the first dim, the only
// dim that can be dropped, and strides that tell the dims apart.
// CHECK-LABEL: func.func @first(
// CHECK-NOT:     memref.collapse_shape
// CHECK:         return
func.func @first(%m: memref<4x4x4xf32, strided<[?, ?, ?], offset: ?>>) -> (memref<3x1xf32, strided<[?, ?], offset: ?>>, memref<3xf32, strided<[?], offset: ?>>) {
  %v = memref.subview %m[3, 1, 0] [1, 3, 1] [1, 1, 1] : memref<4x4x4xf32, strided<[?, ?, ?], offset: ?>> to memref<3x1xf32, strided<[?, ?], offset: ?>>
  %w = memref.subview %m[3, 1, 0] [1, 3, 1] [1, 1, 1] : memref<4x4x4xf32, strided<[?, ?, ?], offset: ?>> to memref<3xf32, strided<[?], offset: ?>>
  return %v, %w : memref<3x1xf32, strided<[?, ?], offset: ?>>, memref<3xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: func.func @known(
// CHECK-NOT:     memref.collapse_shape
// CHECK:         return
func.func @known(%m: memref<4x4x4xf32>) -> memref<1x3xf32, strided<[16, 4], offset: 52>> {
  %v = memref.subview %m[3, 1, 0] [1, 3, 1] [1, 1, 1] : memref<4x4x4xf32> to memref<1x3xf32, strided<[16, 4], offset: 52>>
  return %v : memref<1x3xf32, strided<[16, 4], offset: 52>>
}

// Upstream's lowering crashes where a dim becomes several of dynamic extents. Their
// strides follow from the extents.
// CHECK-LABEL: func.func @expanded(
// CHECK-SAME:      %[[M:.*]]: memref<?x?xf32, strided<[?, 1], offset: ?>>, %[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index)
// CHECK:         %[[BASE:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[M]]
// CHECK:         %[[OUTER:.*]] = arith.muli %[[STRIDES]]#1, %[[C]] : index
// CHECK:         %[[VIEW:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%[[A]], %[[B]], %[[C]]], strides: [%[[STRIDES]]#0, %[[OUTER]], 1]
// CHECK:         return %[[VIEW]]
func.func @expanded(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>, %a: index, %b: index, %c: index) -> memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>> {
  %v = memref.expand_shape %m [[0], [1, 2]] output_shape [%a, %b, %c] : memref<?x?xf32, strided<[?, 1], offset: ?>> into memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>
  return %v : memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>
}
