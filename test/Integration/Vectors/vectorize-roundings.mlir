// What a schedule rounds once. The sums of an op that reduces have no order, so each
// product may be added to one in one operation. An elementwise body is computed as it is
// written, also where it is such a sum: its results keep their bits.
// RUN: heddle check %s | FileCheck %s --check-prefix=SAME
// RUN: heddle-opt %s --apply-schedule | FileCheck %s

// SAME: products: equal: {{.*}}random data bit for bit ({{[0-9]+}} run{{s?}}); equal as formulas
// CHECK-LABEL: func @products(
// CHECK-NOT:     fma
// CHECK:         %[[P:.*]] = arith.mulf {{.*}} : vector<
// CHECK-NOT:     fma
// CHECK:         arith.addf %{{.*}}, %[[P]] : vector<
// CHECK-NOT:     fma
// CHECK:         return
func.func @products(%a: tensor<37xf32>, %b: tensor<37xf32>, %c: tensor<37xf32>) -> tensor<37xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<37xf32>, tensor<37xf32>) outs(%c : tensor<37xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<37xf32>
  return %r : tensor<37xf32>
}

// Three weights, which are constants.
// SAME: window: equal
// CHECK-LABEL: func @window(
// CHECK:         math.fma {{.*}} : vector<
// CHECK:         return
func.func @window(%a: tensor<39xf32>, %c: tensor<37xf32>) -> tensor<37xf32> {
  %w = arith.constant dense<[0.3, 0.4, 0.3]> : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a, %w : tensor<39xf32>, tensor<3xf32>) outs(%c : tensor<37xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  } -> tensor<37xf32>
  return %r : tensor<37xf32>
}

transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  transform.heddle.vectorize %root : !transform.any_op
}
