// RUN: heddle check %s --allow-unchanged | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

#cab = affine_map<(a, b, c) -> (c, a, b)>
#ca = affine_map<(a, b, c) -> (c, a)>
#abc = affine_map<(a, b, c) -> (a, b, c)>

// CHECK-DAG: #[[$ABC:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[$AC:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>

// The dims of a constant get the order of the loops that read it: by a rotation
// of three, which is not its own inverse, and where one loop is not read.
// SAME: elementwise: equal
// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x3x2xi32>
// CHECK-DAG:     %[[K:.*]] = arith.constant dense<{{\[\[}}[1, 4], [2, 5], [3, 6]]]> : tensor<1x3x2xi32>
// CHECK-DAG:     %[[L:.*]] = arith.constant dense<{{\[\[}}7, 8]]> : tensor<1x2xi32>
// CHECK:         linalg.generic {indexing_maps = [#[[$ABC]], #[[$ABC]], #[[$AC]], #[[$ABC]]]
// CHECK-SAME:      ins(%[[X]], %[[K]], %[[L]] :
func.func @elementwise(%x: tensor<1x3x2xi32>, %o: tensor<1x3x2xi32>) -> tensor<1x3x2xi32> {
  %k = arith.constant dense<[[[1, 2, 3]], [[4, 5, 6]]]> : tensor<2x1x3xi32>
  %l = arith.constant dense<[[7], [8]]> : tensor<2x1xi32>
  %0 = linalg.generic {indexing_maps = [#abc, #cab, #ca, #abc], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %k, %l : tensor<1x3x2xi32>, tensor<2x1x3xi32>, tensor<2x1xi32>) outs(%o : tensor<1x3x2xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %s = arith.muli %a, %b : i32
    %t = arith.subi %s, %c : i32
    linalg.yield %t : i32
  } -> tensor<1x3x2xi32>
  return %0 : tensor<1x3x2xi32>
}

// A product keeps the layout of its operands.
// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x3xi32>
// CHECK:         %[[K:.*]] = arith.constant dense<{{.*}}> : tensor<3x2xi32>
// CHECK:         linalg.generic {{.*}} ins(%[[X]], %[[K]] :
func.func @product(%x: tensor<4x3xi32>, %o: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %k = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %k : tensor<4x3xi32>, tensor<3x2xi32>) outs(%o : tensor<4x2xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %s = arith.muli %a, %b : i32
    %t = arith.addi %s, %c : i32
    linalg.yield %t : i32
  } -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    transform.cleanup
    transform.yield
  }
}
