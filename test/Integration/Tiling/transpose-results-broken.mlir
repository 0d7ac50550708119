// transpose_results with a deliberate mistake in it: heddle check notices each. Without
// a mistake the schedule passes. Rows and columns are as many, so that only the numbers
// tell the two orders apart.
//
// RUN: heddle check %s | FileCheck %s --check-prefix=NONE
// RUN: not heddle check %s --test-break=reader_not_transposed \
// RUN:   | FileCheck %s --check-prefix=READER
// RUN: not heddle check %s --test-break=softmax_along_old_dim \
// RUN:   | FileCheck %s --check-prefix=SOFTMAX

// NONE: weights: equal: {{.*}}equal as formulas

// The product reads rows where columns are now.
// READER: weights: different: result 0[{{[0-6]}}, {{[0-5]}}] is

// Columns add up to 1 instead of rows.
// SOFTMAX: weights: different: result 0[{{[0-6]}}, {{[0-5]}}] is
func.func @weights(%a: tensor<7x7xf32>, %v: tensor<7x6xf32>, %o: tensor<7x6xf32>) -> tensor<7x6xf32> {
  %e = tensor.empty() : tensor<7x7xf32>
  %0 = linalg.negf {chain} ins(%a : tensor<7x7xf32>) outs(%e : tensor<7x7xf32>) -> tensor<7x7xf32>
  %p = linalg.softmax {chain} dimension(1) ins(%0 : tensor<7x7xf32>) outs(%e : tensor<7x7xf32>) -> tensor<7x7xf32>
  %r = linalg.matmul ins(%p, %v : tensor<7x7xf32>, tensor<7x6xf32>) outs(%o : tensor<7x6xf32>) -> tensor<7x6xf32>
  return %r : tensor<7x6xf32>
}

transform.sequence failures(propagate) {
^bb0(%module: !transform.any_op):
  %chain = transform.structured.match attributes {chain} in %module : (!transform.any_op) -> !transform.any_op
  %turned = transform.heddle.transpose_results %chain permutation = [1, 0] : (!transform.any_op) -> !transform.any_op
}
