// Rows without elements: the scale of linalg_ext.softmax divides by their sum, which
// is 0, but no result depends on that.
// RUN: not heddle check %s -s %S/../Inputs/raise.mlir | FileCheck %s
// CHECK: softmax: inconclusive: {{.*}}: result 0 has no elements
func.func @softmax(%x: tensor<5x0xf32>, %o: tensor<5x0xf32>) -> tensor<5x0xf32> {
  %y = linalg.softmax dimension(1)
    ins(%x : tensor<5x0xf32>) outs(%o : tensor<5x0xf32>) -> tensor<5x0xf32>
  return %y : tensor<5x0xf32>
}
