// RUN: heddle check %s | FileCheck %s

// Slices with steps that drop one of two dims of size 1: upstream's subview
// cannot tell which one, and crashes where a step makes its strides unlike those
// of the source.

// CHECK: extract: equal
func.func @extract(%a: tensor<3x7x1xf32>, %n: index) -> tensor<1x?xf32> {
  %s = tensor.extract_slice %a[2, 0, 0] [1, %n, 1] [1, 7, 1] : tensor<3x7x1xf32> to tensor<1x?xf32>
  return %s : tensor<1x?xf32>
}
// CHECK-NEXT: extract_last: equal
func.func @extract_last(%a: tensor<3x20x4xf32>) -> tensor<5x1xf32> {
  %s = tensor.extract_slice %a[1, 2, 3] [1, 5, 1] [1, 4, 1] : tensor<3x20x4xf32> to tensor<5x1xf32>
  return %s : tensor<5x1xf32>
}
// CHECK-NEXT: insert: equal
func.func @insert(%p: tensor<1x5xf32>, %a: tensor<3x20x4xf32>) -> tensor<3x20x4xf32> {
  %r = tensor.insert_slice %p into %a[1, 0, 2] [1, 5, 1] [1, 4, 1] : tensor<1x5xf32> into tensor<3x20x4xf32>
  return %r : tensor<3x20x4xf32>
}
// CHECK-NEXT: insert_in_parallel: equal
func.func @insert_in_parallel(%p: tensor<?x?xf32>, %a: tensor<3x7x1xf32>, %n: index) -> tensor<3x7x1xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.forall (%i) in (%c3) shared_outs(%o = %a) -> tensor<3x7x1xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i, 0, 0] [%c1, %n, 1] [1, 7, 1]
          : tensor<?x?xf32> into tensor<3x7x1xf32>
    }
  }
  return %r : tensor<3x7x1xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.bufferize %root : (!transform.any_op) -> !transform.any_op
}
