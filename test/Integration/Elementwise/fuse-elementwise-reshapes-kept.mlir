// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s
// RUN: heddle-opt %s --linalg-fuse-elementwise-ext | FileCheck %s

// A reshape is no obstacle where others use the value before or after it: that
// value is one more result of the merged op.

#id = affine_map<(d0, d1) -> (d0, d1)>

// The collapsed value is returned, too: it is collapsed from the second result.
// The first extent is dynamic.
// SAME: collapsed_is_returned: equal
// CHECK-LABEL: func.func @collapsed_is_returned(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x2x3xf32>
// CHECK-NOT:     linalg.
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[A]] : tensor<?x2x3xf32>)
// CHECK-NEXT:    ^bb0(%[[X:[a-z0-9_]+]]: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[S:.*]] = math.absf %[[X]]
// CHECK-NEXT:      %[[T:.*]] = arith.negf %[[S]]
// CHECK-NEXT:      linalg.yield %[[S]], %[[T]]
// CHECK-DAG:     %[[C0:.*]] = tensor.collapse_shape %[[R]]#0 {{\[\[}}0], [1, 2]]
// CHECK-DAG:     %[[C1:.*]] = tensor.collapse_shape %[[R]]#1 {{\[\[}}0], [1, 2]]
// CHECK:         return %[[C0]], %[[C1]]
func.func @collapsed_is_returned(%a: tensor<?x2x3xf32>, %e: tensor<?x2x3xf32>, %f: tensor<?x6xf32>) -> (tensor<?x6xf32>, tensor<?x6xf32>) {
  %0 = linalg.abs ins(%a : tensor<?x2x3xf32>) outs(%e : tensor<?x2x3xf32>) -> tensor<?x2x3xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<?x2x3xf32> into tensor<?x6xf32>
  %2 = linalg.negf ins(%1 : tensor<?x6xf32>) outs(%f : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %1, %2 : tensor<?x6xf32>, tensor<?x6xf32>
}

// The value before the reshape is returned, and only its extent is asked for
// between the two ops.
// SAME: producer_is_returned: equal
// CHECK-LABEL: func.func @producer_is_returned(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x2x3xf32>
// CHECK-NOT:     linalg.
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[A]] : tensor<?x2x3xf32>)
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[R]]#1 {{\[\[}}0], [1, 2]]
// CHECK-NOT:     linalg.
// CHECK:         return %[[R]]#0, %[[C]]
func.func @producer_is_returned(%a: tensor<?x2x3xf32>, %e: tensor<?x2x3xf32>) -> (tensor<?x2x3xf32>, tensor<?x6xf32>) {
  %c0 = arith.constant 0 : index
  %0 = linalg.exp ins(%a : tensor<?x2x3xf32>) outs(%e : tensor<?x2x3xf32>) -> tensor<?x2x3xf32>
  %d = tensor.dim %0, %c0 : tensor<?x2x3xf32>
  %f = tensor.empty(%d) : tensor<?x6xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<?x2x3xf32> into tensor<?x6xf32>
  %2 = linalg.negf ins(%1 : tensor<?x6xf32>) outs(%f : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %0, %2 : tensor<?x2x3xf32>, tensor<?x6xf32>
}

// Two ops read the collapsed value, one of them twice and one transposed, and a
// matmul reads it, too: it comes after the merged op.
// SAME: several_readers: equal
// CHECK-LABEL: func.func @several_readers(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3x6xf32>, %[[M:[a-z0-9]+]]: tensor<6x6xf32>)
// CHECK-NOT:     linalg.matmul
// CHECK:         %[[R:.*]]:3 = linalg.generic {{.*}} ins(%[[A]] :
// CHECK-NEXT:    ^bb0(%[[X:[a-z0-9_]+]]: f32,
// CHECK-NEXT:      %[[S:.*]] = math.absf %[[X]]
// CHECK-NEXT:      %[[T:.*]] = arith.mulf %[[S]], %[[S]]
// CHECK-NEXT:      %[[U:.*]] = arith.negf %[[S]]
// CHECK-NEXT:      linalg.yield %[[S]], %[[T]], %[[U]]
// CHECK-DAG:     %[[C:.*]] = tensor.collapse_shape %[[R]]#0 {{\[\[}}0, 1], [2]]
// CHECK-DAG:     linalg.matmul ins(%[[C]], %[[M]] :
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @several_readers(%a: tensor<2x3x6xf32>, %m: tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>) {
  %e = tensor.empty() : tensor<2x3x6xf32>
  %f = tensor.empty() : tensor<6x6xf32>
  %0 = linalg.abs ins(%a : tensor<2x3x6xf32>) outs(%e : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x6xf32> into tensor<6x6xf32>
  %2 = linalg.matmul ins(%1, %m : tensor<6x6xf32>, tensor<6x6xf32>) outs(%m : tensor<6x6xf32>) -> tensor<6x6xf32>
  %3 = linalg.mul ins(%1, %1 : tensor<6x6xf32>, tensor<6x6xf32>) outs(%f : tensor<6x6xf32>) -> tensor<6x6xf32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<6x6xf32>) outs(%f : tensor<6x6xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.negf %x : f32
    linalg.yield %s : f32
  } -> tensor<6x6xf32>
  return %2, %3, %4 : tensor<6x6xf32>, tensor<6x6xf32>, tensor<6x6xf32>
}

// The value is read as it is, and expanded: both readers get the loops of the
// expanded one, which reduces along a new dim.
// SAME: expanded_and_read: equal
// CHECK-LABEL: func.func @expanded_and_read(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<6x5xf32>, %[[C:[a-z0-9]+]]: tensor<2x5xf32>)
// CHECK:         %[[EA:.*]] = tensor.expand_shape %[[A]]
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[EA]] : tensor<2x3x5xf32>)
// CHECK-NEXT:    ^bb0(%[[X:[a-z0-9_]+]]: f32,
// CHECK:           %[[S:.*]] = math.absf %[[X]]
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @expanded_and_read(%a: tensor<6x5xf32>, %c: tensor<2x5xf32>) -> (tensor<6x5xf32>, tensor<2x5xf32>) {
  %f = tensor.empty() : tensor<6x5xf32>
  %0 = linalg.abs ins(%a : tensor<6x5xf32>) outs(%f : tensor<6x5xf32>) -> tensor<6x5xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 5] : tensor<6x5xf32> into tensor<2x3x5xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<2x3x5xf32>) outs(%c : tensor<2x5xf32>) dimensions = [1]
  %3 = linalg.negf ins(%0 : tensor<6x5xf32>) outs(%f : tensor<6x5xf32>) -> tensor<6x5xf32>
  return %3, %2 : tensor<6x5xf32>, tensor<2x5xf32>
}

// The expanded value is returned, with an extent of 1.
// SAME: expanded_is_returned: equal
// CHECK-LABEL: func.func @expanded_is_returned(
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%{{.*}} : tensor<1x5xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @expanded_is_returned(%a: tensor<5xf32>) -> (tensor<1x5xf32>, tensor<1x5xf32>) {
  %e = tensor.empty() : tensor<1x5xf32>
  %f = tensor.empty() : tensor<5xf32>
  %0 = linalg.abs ins(%a : tensor<5xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [1, 5] : tensor<5xf32> into tensor<1x5xf32>
  %2 = linalg.negf ins(%1 : tensor<1x5xf32>) outs(%e : tensor<1x5xf32>) -> tensor<1x5xf32>
  return %1, %2 : tensor<1x5xf32>, tensor<1x5xf32>
}

// An extent of 0 is split like any other one.
// CHECK-LABEL: func.func private @nothing_in_it(
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%{{.*}} : tensor<0x3x?xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func private @nothing_in_it(%a: tensor<0x3x?xf32>, %b: tensor<0x?xf32>) -> (tensor<0x3x?xf32>, tensor<0x?xf32>) {
  %0 = linalg.abs ins(%a : tensor<0x3x?xf32>) outs(%a : tensor<0x3x?xf32>) -> tensor<0x3x?xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<0x3x?xf32> into tensor<0x?xf32>
  %2 = linalg.negf ins(%1 : tensor<0x?xf32>) outs(%b : tensor<0x?xf32>) -> tensor<0x?xf32>
  return %0, %2 : tensor<0x3x?xf32>, tensor<0x?xf32>
}

// One empty tensor is the destination of two results of the reader.
// SAME: one_destination_twice: equal
// CHECK-LABEL: func.func @one_destination_twice(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3xf32>)
// CHECK:         %[[R:.*]]:2 = linalg.generic {{.*}} ins(%[[A]] :
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @one_destination_twice(%a: tensor<2x3xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<2x3xf32>
  %f = tensor.empty() : tensor<6xf32>
  %0 = linalg.abs ins(%a : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %2:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%1 : tensor<6xf32>) outs(%f, %f : tensor<6xf32>, tensor<6xf32>) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %s = arith.negf %x : f32
    linalg.yield %s, %x : f32, f32
  } -> (tensor<6xf32>, tensor<6xf32>)
  return %2#0, %2#1 : tensor<6xf32>, tensor<6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %merged = transform.heddle.fuse_elementwise %module : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
