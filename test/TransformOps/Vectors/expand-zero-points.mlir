// RUN: heddle-opt %s --split-input-file --verify-diagnostics \
// RUN:   --test-apply-schedule-refused | FileCheck %s

// The sums of rows and columns, times the zero points, are what the product starts from.
// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[A:.*]]: tensor<5x7xi8>, %[[B:.*]]: tensor<7x9xi8>, %[[C:.*]]: tensor<5x9xi32>, %[[ZA:.*]]: i32, %[[ZB:.*]]: i8)
// CHECK:         %[[WIDE:.*]] = arith.extsi %[[ZB]] : i8 to i32
// CHECK:         %[[ROWS:.*]] = linalg.generic {{.*}}["parallel", "reduction"]{{.*}} ins(%[[A]] :
// CHECK:         %[[COLUMNS:.*]] = linalg.generic {{.*}}["reduction", "parallel"]{{.*}} ins(%[[B]] :
// CHECK:         %[[POINTS:.*]] = arith.muli %[[ZA]], %[[WIDE]] : i32
// CHECK:         %[[BOTH:.*]] = arith.muli %{{.*}}, %[[POINTS]] : i32
// CHECK:         %[[START:.*]] = linalg.generic {{.*}} ins(%[[ROWS]], %[[COLUMNS]], %[[ZA]], %[[WIDE]], %[[BOTH]] : {{.*}}) outs(%[[C]] :
// CHECK:           %[[ROW:.*]] = arith.muli
// CHECK:           %[[COLUMN:.*]] = arith.muli
// CHECK:           %[[SUM:.*]] = arith.addi
// CHECK:           %[[LESS:.*]] = arith.subi %[[SUM]], %[[ROW]]
// CHECK:           %[[REST:.*]] = arith.subi %[[LESS]], %[[COLUMN]]
// CHECK:           linalg.yield %[[REST]]
// CHECK:         %[[R:.*]] = linalg.matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[START]] :
// CHECK:         return %[[R]]
// expected-remark @below {{applied}}
module {
func.func @product(%a: tensor<5x7xi8>, %b: tensor<7x9xi8>, %c: tensor<5x9xi32>, %za: i32, %zb: i8) -> tensor<5x9xi32> {
  %r = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<5x7xi8>, tensor<7x9xi8>, i32, i8) outs(%c : tensor<5x9xi32>) -> tensor<5x9xi32>
  return %r : tensor<5x9xi32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.quantized_matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.expand_zero_points %0
}
}

// -----

// Other products stay.
// CHECK-LABEL: func.func @plain(
// CHECK-NEXT:    %[[R:.*]] = linalg.matmul
// CHECK-NEXT:    return %[[R]]
// expected-remark @below {{applied}}
module {
func.func @plain(%a: tensor<5x7xf32>, %b: tensor<7x9xf32>, %c: tensor<5x9xf32>) -> tensor<5x9xf32> {
  // expected-remark @below {{still here}}
  %r = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x9xf32>) outs(%c : tensor<5x9xf32>) -> tensor<5x9xf32>
  return %r : tensor<5x9xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1 = transform.heddle.expand_zero_points %0
  transform.debug.emit_remark_at %1, "still here" : !transform.any_op
}
}
