// RUN: heddle check %s | FileCheck %s

// A reduction that may have no element keeps its destination, also if its body
// does not read it: a copy of the destination needs its contents.
// CHECK-DAG: last: equal: whole numbers bit for bit
// CHECK-DAG: reduced: equal: whole numbers bit for bit
// CHECK-DAG: never: equal: whole numbers bit for bit

// The last element of each row; both destinations are still needed.
func.func @last(%x: tensor<?x?xf32>, %o: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %q = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%o : tensor<?xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<?xf32>
  return %q, %o : tensor<?xf32>, tensor<?xf32>
}

// As a linalg.reduce.
func.func @reduced(%x: tensor<?x?xf32>, %o: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %q = linalg.reduce ins(%x : tensor<?x?xf32>) outs(%o : tensor<?xf32>)
      dimensions = [1]
    (%a: f32, %out: f32) {
      linalg.yield %a : f32
    }
  return %q, %o : tensor<?xf32>, tensor<?xf32>
}

// There is no element in any row.
func.func @never(%x: tensor<7x0xf32>, %o: tensor<7xf32>)
    -> (tensor<7xf32>, tensor<7xf32>) {
  %q = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x0xf32>) outs(%o : tensor<7xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<7xf32>
  return %q, %o : tensor<7xf32>, tensor<7xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %m: !transform.any_op {transform.consumed}) {
    %b = transform.heddle.bufferize %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
