// RUN: heddle check %s
// RUN: heddle-opt %s --transform-interpreter | FileCheck %s

// A body that refers to a value of outside needs all of it: what computes it
// is not merged with a group of that body, though other ops of the group read
// it element by element.

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func @captured(
// CHECK:       %[[X:.*]] = linalg.negf ins(
// CHECK:       linalg.generic {{.*}} ins(%{{.*}}, %[[X]] :
// CHECK:         tensor.extract %[[X]][
// CHECK-NOT:   linalg.generic
func.func @captured(%a: tensor<13x7xf32>)
    -> (tensor<13x7xf32>, tensor<13x7xf32>) {
  %e = tensor.empty() : tensor<13x7xf32>
  %x = linalg.negf ins(%a : tensor<13x7xf32>) outs(%e : tensor<13x7xf32>)
      -> tensor<13x7xf32>
  %y = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<13x7xf32>) outs(%e : tensor<13x7xf32>) {
  ^bb0(%p: f32, %o: f32):
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%j, %j] : tensor<13x7xf32>
    %s = arith.addf %p, %v : f32
    linalg.yield %s : f32
  } -> tensor<13x7xf32>
  %z = linalg.generic {indexing_maps = [#id, #id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%y, %x : tensor<13x7xf32>, tensor<13x7xf32>)
      outs(%e : tensor<13x7xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<13x7xf32>
  return %z, %x : tensor<13x7xf32>, tensor<13x7xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m
        : (!transform.any_op) -> !transform.any_op
    %r = transform.heddle.fuse_elementwise %f
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
