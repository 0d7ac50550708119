// RUN: heddle-opt %s --heddle-expand-index-switches | FileCheck %s

// The cases are tested in order; the default is the last else.
// CHECK-LABEL: func @two_cases(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>, %[[I:.*]]: index)
// CHECK:         %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[IS2:.*]] = arith.cmpi eq, %[[I]], %[[C2]]
// CHECK:         %[[R:.*]]:2 = scf.if %[[IS2]] -> (tensor<4xf32>, index) {
// CHECK-NEXT:      scf.yield %[[A]], %[[I]]
// CHECK-NEXT:    } else {
// CHECK:           %[[C5:.*]] = arith.constant 5 : index
// CHECK:           %[[IS5:.*]] = arith.cmpi eq, %[[I]], %[[C5]]
// CHECK:           %[[INNER:.*]]:2 = scf.if %[[IS5]]
// CHECK-NEXT:        %[[V:.*]] = linalg.exp
// CHECK-NEXT:        scf.yield %[[V]], %[[I]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %[[B]], %[[I]]
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield %[[INNER]]#0, %[[INNER]]#1
// CHECK:         return %[[R]]#0, %[[R]]#1
func.func @two_cases(%a: tensor<4xf32>, %b: tensor<4xf32>, %i: index) -> (tensor<4xf32>, index) {
  %r:2 = scf.index_switch %i -> tensor<4xf32>, index
  case 2 {
    scf.yield %a, %i : tensor<4xf32>, index
  }
  case 5 {
    %v = linalg.exp ins(%b : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %v, %i : tensor<4xf32>, index
  }
  default {
    scf.yield %b, %i : tensor<4xf32>, index
  }
  return %r#0, %r#1 : tensor<4xf32>, index
}

// Without cases only the default is left.
// CHECK-LABEL: func @no_case(
// CHECK-SAME:    %[[A:.*]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @no_case(%a: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %r = scf.index_switch %i -> tensor<4xf32>
  default {
    scf.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A switch without tensors stays.
// CHECK-LABEL: func @no_tensors(
// CHECK-SAME:    %[[I:.*]]: index)
// CHECK:         scf.index_switch %[[I]]
func.func @no_tensors(%i: index) -> index {
  %c7 = arith.constant 7 : index
  %r = scf.index_switch %i -> index
  case 1 {
    scf.yield %i : index
  }
  default {
    scf.yield %c7 : index
  }
  return %r : index
}
