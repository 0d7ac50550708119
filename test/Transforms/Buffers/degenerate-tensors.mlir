// RUN: heddle-opt %s --heddle-simplify-degenerate-tensors \
// RUN:   --split-input-file | FileCheck %s

// Where one element is taken, its stride does not matter.
// CHECK-LABEL: func.func @unit_strides(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<1x9xf32>
// CHECK-NEXT:    %[[S:.*]] = tensor.extract_slice %[[A]][0, 0] [1, 3] [1, 2] : tensor<1x9xf32> to tensor<3xf32>
// CHECK-NEXT:    %[[R:.*]] = tensor.insert_slice %[[S]] into %[[A]][0, 1] [1, 3] [1, 3] : tensor<3xf32> into tensor<1x9xf32>
// CHECK-NEXT:    return %[[R]]
func.func @unit_strides(%a: tensor<1x9xf32>) -> tensor<1x9xf32> {
  %0 = tensor.extract_slice %a[0, 0] [1, 3] [5, 2] : tensor<1x9xf32> to tensor<3xf32>
  %1 = tensor.insert_slice %0 into %a[0, 1] [1, 3] [4, 3] : tensor<3xf32> into tensor<1x9xf32>
  return %1 : tensor<1x9xf32>
}

// -----

// Nothing is inserted into nothing, and nothing is padded to nothing.
// CHECK:       #[[MAP:.*]] = affine_map<()[s0] -> (s0 + 3)>
// CHECK-LABEL: func.func @no_elements(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<0x?xf32>, %[[B:[a-z0-9]*]]: tensor<0x2xf32>
// CHECK:         %[[D:.*]] = tensor.dim %[[A]], %{{.*}}
// CHECK:         %[[N:.*]] = affine.apply #[[MAP]]()[%[[D]]]
// CHECK:         %[[P:.*]] = tensor.empty(%[[N]]) : tensor<0x?xf32>
// CHECK:         return %[[A]], %[[P]]
func.func @no_elements(%a: tensor<0x?xf32>, %b: tensor<0x2xf32>, %n: index) -> (tensor<0x?xf32>, tensor<0x?xf32>) {
  %z = arith.constant 0.0 : f32
  %0 = tensor.insert_slice %b into %a[%n, 1] [0, 2] [1, 1] : tensor<0x2xf32> into tensor<0x?xf32>
  %1 = tensor.pad %a low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<0x?xf32> to tensor<0x?xf32>
  return %0, %1 : tensor<0x?xf32>, tensor<0x?xf32>
}

// -----

// The source of the pad has no elements: only the padding is left. Nothing to
// insert.
// CHECK-LABEL: func.func @source_without_elements(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<3x0xf32>, %[[B:[a-z0-9]*]]: tensor<4xf32>, %[[C:[a-z0-9]*]]: tensor<0xf32>
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<3x5xf32>
// CHECK-NEXT:    %[[K:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT:    %[[F:.*]] = linalg.fill ins(%[[K]] : f32) outs(%[[E]] :
// CHECK-NEXT:    return %[[F]], %[[B]]
func.func @source_without_elements(%a: tensor<3x0xf32>, %b: tensor<4xf32>, %c: tensor<0xf32>, %n: index) -> (tensor<3x5xf32>, tensor<4xf32>) {
  %0 = tensor.pad %a low[0, 5] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %z = arith.constant 2.0 : f32
    tensor.yield %z : f32
  } : tensor<3x0xf32> to tensor<3x5xf32>
  %1 = tensor.insert_slice %c into %b[%n] [0] [1] : tensor<0xf32> into tensor<4xf32>
  return %0, %1 : tensor<3x5xf32>, tensor<4xf32>
}

// -----

// The padding depends on the index, and that there is only padding follows from
// its amount.
// CHECK-LABEL: func.func @padding_by_index(
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4x5xindex>
// CHECK-NEXT:    %[[F:.*]] = linalg.generic {{.*}} outs(%[[E]] : tensor<4x5xindex>)
// CHECK:           %[[J:.*]] = linalg.index 1
// CHECK-NEXT:      linalg.yield %[[J]] : index
// CHECK:         return %[[F]]
func.func @padding_by_index(%a: tensor<?x3xindex>) -> tensor<4x5xindex> {
  %0 = tensor.pad %a low[4, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %j : index
  } : tensor<?x3xindex> to tensor<4x5xindex>
  return %0 : tensor<4x5xindex>
}

// -----

// Everything else stays.
// CHECK-LABEL: func.func @others(
// CHECK:         tensor.extract_slice %{{.*}}[0, 0] [1, %{{.*}}] [%{{.*}}, 2]
// CHECK:         tensor.pad %{{.*}} low[0] high[1] {
func.func @others(%a: tensor<?x?xf32>, %n: index, %s: index) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %a[0, 0] [1, %n] [%s, 2] : tensor<?x?xf32> to tensor<?xf32>
  %1 = tensor.pad %0 low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Which of two dims of size 1 a slice drops is told by strides; upstream's
// subview compares them without the steps. The first slice drops all such dims,
// the second one has no steps.
// CHECK-LABEL: func.func @stepped(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<3x7x1xf32>, %[[N:[a-z0-9]*]]: index
// CHECK-NEXT:    %[[D:.*]] = tensor.extract_slice %[[A]][0, 0, 0] [1, %[[N]], 1] [1, 7, 1] : tensor<3x7x1xf32> to tensor<?xf32>
// CHECK-NEXT:    %[[P:.*]] = tensor.extract_slice %[[A]][0, 0, 0] [1, %[[N]], 1] [1, 1, 1] : tensor<3x7x1xf32> to tensor<1x?xf32>
// CHECK-NEXT:    %[[W:.*]] = tensor.extract_slice %[[A]][0, 0, 0] [1, %[[N]], 1] [1, 7, 1] : tensor<3x7x1xf32> to tensor<1x?x1xf32>
// CHECK-NEXT:    %[[C:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0], [1, 2]] : tensor<1x?x1xf32> into tensor<1x?xf32>
// CHECK-NEXT:    %[[E:.*]] = tensor.expand_shape %[[C]] {{\[\[}}0], [1, 2]] output_shape [1, %[[N]], 1] : tensor<1x?xf32> into tensor<1x?x1xf32>
// CHECK-NEXT:    %[[I:.*]] = tensor.insert_slice %[[E]] into %[[A]][0, 0, 0] [1, %[[N]], 1] [1, 5, 1] : tensor<1x?x1xf32> into tensor<3x7x1xf32>
// CHECK-NEXT:    return %[[D]], %[[P]], %[[I]]
func.func @stepped(%a: tensor<3x7x1xf32>, %n: index) -> (tensor<?xf32>, tensor<1x?xf32>, tensor<3x7x1xf32>) {
  %0 = tensor.extract_slice %a[0, 0, 0] [1, %n, 1] [1, 7, 1] : tensor<3x7x1xf32> to tensor<?xf32>
  %1 = tensor.extract_slice %a[0, 0, 0] [1, %n, 1] [1, 1, 1] : tensor<3x7x1xf32> to tensor<1x?xf32>
  %2 = tensor.extract_slice %a[0, 0, 0] [1, %n, 1] [1, 7, 1] : tensor<3x7x1xf32> to tensor<1x?xf32>
  %3 = tensor.insert_slice %2 into %a[0, 0, 0] [1, %n, 1] [1, 5, 1] : tensor<1x?xf32> into tensor<3x7x1xf32>
  return %0, %1, %3 : tensor<?xf32>, tensor<1x?xf32>, tensor<3x7x1xf32>
}

// -----

// Upstream allocates the wrong number of extents for a reshape of nothing.
// CHECK:       #[[ZERO:.*]] = affine_map<()[s0] -> (0)>
// CHECK-LABEL: func.func @reshapes_of_nothing(
// CHECK:         %[[N:.*]] = affine.apply #[[ZERO]]()
// CHECK-NEXT:    %[[C:.*]] = tensor.empty(%[[N]]) : tensor<?xf32>
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<2x0xf32>
// CHECK-NEXT:    return %[[C]], %[[E]]
func.func @reshapes_of_nothing(%a: tensor<0x?xf32>, %b: tensor<0xf32>) -> (tensor<?xf32>, tensor<2x0xf32>) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<0x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %b [[0, 1]] output_shape [2, 0] : tensor<0xf32> into tensor<2x0xf32>
  return %0, %1 : tensor<?xf32>, tensor<2x0xf32>
}
