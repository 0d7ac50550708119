// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// A slice of lower rank does not say which dimensions it drops. As soon as another
// size before them becomes 1, or a cast becomes static, upstream's patterns drop
// that one, and take 5x1 for 1x5. The slice gets full rank first.

// CHECK-LABEL: func.func @extract(
// CHECK-SAME:    %[[A:.*]]: tensor<3x7x1xf32>, %[[N:.*]]: index
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[A]][0, 0, 0] [1, %[[N]], 1] [1, 1, 1] : tensor<3x7x1xf32> to tensor<1x?x1xf32>
// CHECK:         %[[C:.*]] = tensor.collapse_shape %[[S]] {{\[\[}}0], [1, 2]] : tensor<1x?x1xf32> into tensor<1x?xf32>
// CHECK:         %[[R:.*]] = tensor.cast %[[C]] : tensor<1x?xf32> to tensor<?x?xf32>
// CHECK:         return %[[R]]
func.func @extract(%a: tensor<3x7x1xf32>, %n: index) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %a[0, 0, 0] [%c1, %n, 1] [1, 1, 1]
      : tensor<3x7x1xf32> to tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// The type says 2, and the pattern of upstream made a cast that does not verify.
// CHECK-LABEL: func.func @extract_static(
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<1x2x1xf32> into tensor<1x2xf32>
func.func @extract_static(%a: tensor<3x7x1xf32>) -> tensor<?x2xf32> {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %a[0, 0, 0] [%c1, 2, 1] [1, 1, 1]
      : tensor<3x7x1xf32> to tensor<?x2xf32>
  return %s : tensor<?x2xf32>
}

// All sizes are known, but the offset becomes a constant.
// CHECK-LABEL: func.func @extract_offset(
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<1x2x1xf32> into tensor<1x2xf32>
func.func @extract_offset(%a: tensor<3x7x1xf32>) -> tensor<1x2xf32> {
  %c2 = arith.constant 2 : index
  %s = tensor.extract_slice %a[%c2, 0, 0] [1, 2, 1] [1, 1, 1]
      : tensor<3x7x1xf32> to tensor<1x2xf32>
  return %s : tensor<1x2xf32>
}

// Nothing becomes a constant, but the slice is taken from a cast.
// CHECK-LABEL: func.func @extract_of_cast(
// CHECK-SAME:    %[[A:.*]]: tensor<1x7x1xf32>
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[A]][0, 0, 0] [1, 2, 1] [1, 1, 1] : tensor<1x7x1xf32> to tensor<1x2x1xf32>
// CHECK:         tensor.collapse_shape %[[S]] {{\[\[}}0], [1, 2]] : tensor<1x2x1xf32> into tensor<1x2xf32>
func.func @extract_of_cast(%a: tensor<1x7x1xf32>) -> tensor<1x2xf32> {
  %c = tensor.cast %a : tensor<1x7x1xf32> to tensor<?x?x?xf32>
  %s = tensor.extract_slice %c[0, 0, 0] [1, 2, 1] [1, 1, 1]
      : tensor<?x?x?xf32> to tensor<1x2xf32>
  return %s : tensor<1x2xf32>
}

// The dropped dimension is collapsed with the one after it.
// CHECK-LABEL: func.func @extract_middle(
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<1x?x1x5xf32> into tensor<1x?x5xf32>
func.func @extract_middle(%a: tensor<3x7x2x5xf32>, %n: index) -> tensor<?x?x5xf32> {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %a[0, 0, 0, 0] [%c1, %n, 1, 5] [1, 1, 1, 1]
      : tensor<3x7x2x5xf32> to tensor<?x?x5xf32>
  return %s : tensor<?x?x5xf32>
}

// Dimensions that are dropped before all others are dropped by upstream, too: the
// slice stays one op.
// CHECK-LABEL: func.func @extract_first(
// CHECK:         tensor.extract_slice {{.*}} : tensor<3x7x2xf32> to tensor<1x?xf32>
// CHECK-NOT:     collapse_shape
func.func @extract_first(%a: tensor<3x7x2xf32>, %n: index) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %a[0, 0, 0] [1, %c1, %n] [1, 1, 1]
      : tensor<3x7x2xf32> to tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @insert(
// CHECK-SAME:    %[[P:.*]]: tensor<?x?xf32>, %[[A:.*]]: tensor<3x7x1xf32>, %[[N:.*]]: index
// CHECK:         %[[C:.*]] = tensor.cast %[[P]] : tensor<?x?xf32> to tensor<1x?xf32>
// CHECK:         %[[E:.*]] = tensor.expand_shape %[[C]] {{\[\[}}0], [1, 2]] output_shape [1, %[[N]], 1] : tensor<1x?xf32> into tensor<1x?x1xf32>
// CHECK:         %[[R:.*]] = tensor.insert_slice %[[E]] into %[[A]][0, 0, 0] [1, %[[N]], 1] [1, 1, 1]
// CHECK:         return %[[R]]
func.func @insert(%p: tensor<?x?xf32>, %a: tensor<3x7x1xf32>, %n: index) -> tensor<3x7x1xf32> {
  %c1 = arith.constant 1 : index
  %r = tensor.insert_slice %p into %a[0, 0, 0] [%c1, %n, 1] [1, 1, 1]
      : tensor<?x?xf32> into tensor<3x7x1xf32>
  return %r : tensor<3x7x1xf32>
}

// The inserted value of a forall is expanded before its terminator.
// CHECK-LABEL: func.func @insert_in_parallel(
// CHECK:         scf.forall (%[[I:.*]]) in
// CHECK:           %[[E:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]]
// CHECK:           scf.forall.in_parallel {
// CHECK-NEXT:        tensor.parallel_insert_slice %[[E]] into %{{.*}}[%[[I]], 0, 0]
func.func @insert_in_parallel(%p: tensor<?x?xf32>, %a: tensor<3x7x1xf32>, %n: index, %m: index) -> tensor<3x7x1xf32> {
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (%m) shared_outs(%o = %a) -> tensor<3x7x1xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i, 0, 0] [%c1, %n, 1] [1, 1, 1]
          : tensor<?x?xf32> into tensor<3x7x1xf32>
    }
  }
  return %r : tensor<3x7x1xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    transform.cleanup %m : !transform.any_op
    transform.yield
  }
}
