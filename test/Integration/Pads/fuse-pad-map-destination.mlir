// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// The map adds to its destination, so the part of the padded tensor that it
// writes starts from the destination's elements, and not from the fill.
// SAME: adds_to_its_destination: equal
// CHECK-LABEL: func.func @adds_to_its_destination(
// CHECK-SAME:    %[[X:.*]]: tensor<13x7xf32>, %[[START:.*]]: tensor<13x7xf32>)
// CHECK:         %[[FILL:.*]] = linalg.fill
// CHECK:         %[[INSIDE:.*]] = tensor.extract_slice %[[FILL]][1, 1] [13, 7] [1, 1]
// CHECK:         %[[OLD:.*]] = linalg.copy ins(%[[START]] : {{.*}}) outs(%[[INSIDE]] :
// CHECK:         %[[SUM:.*]] = linalg.map ins(%[[X]] : {{.*}}) outs(%[[OLD]] :
// CHECK:         tensor.insert_slice %[[SUM]] into %[[FILL]][1, 1]
func.func @adds_to_its_destination(%x: tensor<13x7xf32>, %start: tensor<13x7xf32>) -> tensor<15x9xf32> {
  %zero = arith.constant 0.0 : f32
  %sum = linalg.map ins(%x : tensor<13x7xf32>) outs(%start : tensor<13x7xf32>)
    (%new: f32, %old: f32) {
      %0 = arith.addf %new, %old : f32
      linalg.yield %0 : f32
    }
  %padded = tensor.pad %sum low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<13x7xf32> to tensor<15x9xf32>
  return %padded : tensor<15x9xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %pad = transform.structured.match ops{["tensor.pad"]} in %module : (!transform.any_op) -> !transform.any_op
    %fill, %producer = transform.heddle.fuse_pad %pad {fill = "whole"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
