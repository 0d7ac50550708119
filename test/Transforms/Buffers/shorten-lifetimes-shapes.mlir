// RUN: heddle-opt %s --heddle-shorten-lifetimes | FileCheck %s

// The shape of a reshape is read, so it is freed after it; the source is only viewed,
// so it is freed after the last use of the view.
// CHECK-LABEL: func.func @shape(
// CHECK-SAME:    %[[X:.*]]: memref<6xf32>, %[[Y:.*]]: memref<?xf32>
// CHECK:         %[[A:.*]] = memref.alloc() : memref<6xf32>
// CHECK:         memref.store %{{.*}}, %[[S:.*]][%{{.*}}] : memref<1xindex>
// CHECK-NEXT:    %[[R:.*]] = memref.reshape %[[A]](%[[S]])
// CHECK-NEXT:    memref.dealloc %[[S]]
// CHECK-NEXT:    memref.copy %[[R]], %[[Y]]
// CHECK-NEXT:    memref.dealloc %[[A]]
// CHECK-NEXT:    linalg.exp ins(%[[X]]
func.func @shape(%x: memref<6xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<6xf32>
  linalg.exp ins(%x : memref<6xf32>) outs(%a : memref<6xf32>)
  %s = memref.alloc() : memref<1xindex>
  memref.store %n, %s[%c0] : memref<1xindex>
  %r = memref.reshape %a(%s) : (memref<6xf32>, memref<1xindex>) -> memref<?xf32>
  memref.copy %r, %y : memref<?xf32> to memref<?xf32>
  linalg.exp ins(%x : memref<6xf32>) outs(%x : memref<6xf32>)
  memref.dealloc %a : memref<6xf32>
  memref.dealloc %s : memref<1xindex>
  return
}

// The shape is a view of the buffer: the buffer is read, too.
// CHECK-LABEL: func.func @view_as_shape(
// CHECK:         %[[S:.*]] = memref.alloc() : memref<1xindex>
// CHECK:         %[[R:.*]] = memref.reshape
// CHECK-NEXT:    memref.dealloc %[[S]]
// CHECK-NEXT:    return %[[R]]
func.func @view_as_shape(%x: memref<6xf32>, %n: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : memref<1xindex>
  %v = memref.expand_shape %s [[0, 1]] output_shape [1, 1] : memref<1xindex> into memref<1x1xindex>
  %w = memref.collapse_shape %v [[0, 1]] : memref<1x1xindex> into memref<1xindex>
  memref.store %n, %w[%c0] : memref<1xindex>
  %r = memref.reshape %x(%w) : (memref<6xf32>, memref<1xindex>) -> memref<?xf32>
  memref.dealloc %s : memref<1xindex>
  return %r : memref<?xf32>
}

// A reshape that is computed only to be freed stays after the write of its shape.
// CHECK-LABEL: func.func @freed_reshape(
// CHECK:         linalg.exp ins(%{{.*}} outs(%[[A:.*]] :
// CHECK-NEXT:    memref.store %{{.*}}, %[[S:.*]][%{{.*}}]
// CHECK-NEXT:    %[[R:.*]] = memref.reshape %[[A]](%[[S]])
// CHECK-NEXT:    memref.dealloc %[[R]]
func.func @freed_reshape(%x: memref<6xf32>, %s: memref<1xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<6xf32>
  linalg.exp ins(%x : memref<6xf32>) outs(%a : memref<6xf32>)
  memref.store %n, %s[%c0] : memref<1xindex>
  %r = memref.reshape %a(%s) : (memref<6xf32>, memref<1xindex>) -> memref<?xf32>
  memref.dealloc %r : memref<?xf32>
  return
}

// Numbers that come from a descriptor are no views: their uses do not keep the buffer.
// CHECK-LABEL: func.func @metadata(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         memref.extract_strided_metadata %[[A]]
// CHECK:         memref.dealloc %[[A]]
// CHECK-NEXT:    linalg.exp ins(%arg0
func.func @metadata(%x: memref<6xf32>) -> index {
  %a = memref.alloc() : memref<6xf32>
  linalg.exp ins(%x : memref<6xf32>) outs(%a : memref<6xf32>)
  %base, %offset, %size, %stride = memref.extract_strided_metadata %a : memref<6xf32> -> memref<f32>, index, index, index
  memref.copy %a, %x : memref<6xf32> to memref<6xf32>
  linalg.exp ins(%x : memref<6xf32>) outs(%x : memref<6xf32>)
  memref.dealloc %a : memref<6xf32>
  return %size : index
}
