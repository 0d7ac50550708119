// RUN: heddle-opt %s --transform-interpreter | FileCheck %s

// Loops of one nest that hold nothing else are perfectly nested, also where
// their sizes do not divide the extents. The results are compared in
// test/Integration.

// The sizes of both partial tiles are computed in the inner loop.
// CHECK-LABEL: func @plane(
// CHECK:       %[[R:.*]] = scf.for %[[I:[a-z0-9]+]] = {{.*}} iter_args(%[[C:.*]] = %{{.*}})
// CHECK-NEXT:    %[[S:.*]] = scf.for %[[J:[a-z0-9]+]] = {{.*}} iter_args(%[[D:.*]] = %[[C]])
// CHECK-DAG:       %[[H:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK-DAG:       %[[W:.*]] = affine.min #{{.*}}(%[[J]])
// CHECK:           %[[T:.*]] = linalg.add {plane} ins(
// CHECK:           %[[U:.*]] = tensor.insert_slice %[[T]] into %[[D]][%[[I]], %[[J]]] [%[[H]], %[[W]]]
// CHECK-NEXT:      scf.yield %[[U]]
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.yield %[[S]]
// CHECK-NEXT:  }
// CHECK-NEXT:  return %[[R]]
func.func @plane(%a: tensor<21x13xf32>, %b: tensor<21x13xf32>)
    -> tensor<21x13xf32> {
  %e = tensor.empty() : tensor<21x13xf32>
  %x = linalg.exp ins(%a : tensor<21x13xf32>) outs(%e : tensor<21x13xf32>)
      -> tensor<21x13xf32>
  %y = linalg.add {plane} ins(%x, %b : tensor<21x13xf32>, tensor<21x13xf32>)
      outs(%e : tensor<21x13xf32>) -> tensor<21x13xf32>
  return %y : tensor<21x13xf32>
}

// Dynamic extents: these are read before the nest, and two loops are empty
// but for the next one.
// CHECK-LABEL: func @space(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?x?xf32>,
// CHECK:       %[[M:.*]] = tensor.dim %[[A]], %{{.*}}
// CHECK:       %[[N:.*]] = tensor.dim %[[A]], %{{.*}}
// CHECK:       scf.for %[[I:[a-z0-9]+]] = %{{.*}} to %[[M]] step
// CHECK-NEXT:    %[[S:.*]] = scf.for %[[J:[a-z0-9]+]] = %{{.*}} to %[[N]] step
// CHECK-NEXT:      %[[T:.*]] = scf.for %[[K:[a-z0-9]+]] = %
// CHECK-DAG:         affine.min #{{.*}}(%[[I]])[%[[M]]]
// CHECK-DAG:         affine.min #{{.*}}(%[[J]])[%[[N]]]
// CHECK-DAG:         affine.min #{{.*}}(%[[K]])
// CHECK:             %[[U:.*]] = tensor.insert_slice
// CHECK-NEXT:        scf.yield %[[U]]
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield %[[T]]
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.yield %[[S]]
func.func @space(%a: tensor<?x?x?xf32>, %d: tensor<?x?x?xf32>)
    -> tensor<?x?x?xf32> {
  %x = linalg.abs ins(%a : tensor<?x?x?xf32>) outs(%a : tensor<?x?x?xf32>)
      -> tensor<?x?x?xf32>
  %y = linalg.negf {space} ins(%x : tensor<?x?x?xf32>)
      outs(%d : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// The tile of the accumulator is taken before the k loop. So the sizes are
// computed there, not once more in each step of k.
// CHECK-LABEL: func @product(
// CHECK:       scf.for %[[I:[a-z0-9]+]] = %
// CHECK-NEXT:    scf.for %[[J:[a-z0-9]+]] = {{.*}} iter_args(%[[C:.*]] = %{{.*}})
// CHECK-DAG:       %[[H:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK-DAG:       %[[W:.*]] = affine.min #{{.*}}(%[[J]])
// CHECK:           %[[T:.*]] = tensor.extract_slice %[[C]][%[[I]], %[[J]]] [%[[H]], %[[W]]]
// CHECK-NEXT:      scf.for %[[K:[a-z0-9]+]] = {{.*}} iter_args(%{{.*}} = %[[T]])
// CHECK-NOT:         affine.min #{{.*}}(%[[I]])
// CHECK-NOT:         affine.min #{{.*}}(%[[J]])
// CHECK:             linalg.matmul {product} ins(
func.func @product(%a: tensor<21x11xf32>, %b: tensor<11x13xf32>,
                   %c: tensor<21x13xf32>) -> tensor<21x13xf32> {
  %y = linalg.matmul {product} ins(%a, %b : tensor<21x11xf32>, tensor<11x13xf32>)
      outs(%c : tensor<21x13xf32>) -> tensor<21x13xf32>
  return %y : tensor<21x13xf32>
}

// With k outermost each loop carries the whole product, and nothing is
// between the three.
// CHECK-LABEL: func @outer_k(
// CHECK:       scf.for %[[K:[a-z0-9]+]] = %
// CHECK-NEXT:    scf.for %[[I:[a-z0-9]+]] = %
// CHECK-NEXT:      scf.for %[[J:[a-z0-9]+]] = %
// CHECK-DAG:         affine.min #{{.*}}(%[[K]])
// CHECK-DAG:         affine.min #{{.*}}(%[[I]])
// CHECK-DAG:         affine.min #{{.*}}(%[[J]])
// CHECK:             linalg.matmul {outer_k} ins(
func.func @outer_k(%a: tensor<21x11xf32>, %b: tensor<11x13xf32>,
                   %c: tensor<21x13xf32>) -> tensor<21x13xf32> {
  %y = linalg.matmul {outer_k} ins(%a, %b : tensor<21x11xf32>, tensor<11x13xf32>)
      outs(%c : tensor<21x13xf32>) -> tensor<21x13xf32>
  return %y : tensor<21x13xf32>
}

// In a forall, the sizes that its insertion needs are computed outside of the
// reduction loops, of which the outer one holds nothing but the inner one.
// CHECK-LABEL: func @rows(
// CHECK:       scf.forall (%[[I:[a-z0-9]+]]) =
// CHECK:         %[[H:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK:         %[[T:.*]] = tensor.extract_slice %{{.*}}[%[[I]]] [%[[H]]]
// CHECK-NEXT:    %[[R:.*]] = scf.for %[[J:[a-z0-9]+]] = {{.*}} iter_args(%{{.*}} = %[[T]])
// CHECK-NEXT:      scf.for %[[K:[a-z0-9]+]] = %
// CHECK-DAG:         affine.min #{{.*}}(%[[J]])
// CHECK-DAG:         affine.min #{{.*}}(%[[K]])
// CHECK:             linalg.reduce { arith.addf } ins(
// CHECK:           tensor.parallel_insert_slice %[[R]] into %{{.*}}[%[[I]]] [%[[H]]]
func.func @rows(%a: tensor<21x11x7xf32>, %c: tensor<21xf32>) -> tensor<21xf32> {
  %y = linalg.reduce {arith.addf} ins(%a : tensor<21x11x7xf32>)
      outs(%c : tensor<21xf32>) dimensions = [1, 2]
  return %y : tensor<21xf32>
}

// A producer that the inner loop does not slice is computed in the outer one,
// and the sizes of its tile with it.
// CHECK-LABEL: func @column(
// CHECK:       scf.for %[[I:[a-z0-9]+]] = %
// CHECK:         %[[L:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK:         %[[X:.*]] = linalg.exp ins(%{{.*}} : tensor<8xf32>)
// CHECK:         %[[P:.*]] = affine.max #{{.*}}(%[[I]])
// CHECK:         %[[H:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK-NEXT:    scf.for %[[J:[a-z0-9]+]] = %
// CHECK-NOT:       affine.{{min|max}} #{{.*}}(%[[I]])
// CHECK:           tensor.extract_slice %[[X]][%[[P]]] [%[[H]]]
func.func @column(%a: tensor<21xf32>, %d: tensor<21x13xf32>)
    -> tensor<21x13xf32> {
  %e = tensor.empty() : tensor<21xf32>
  %x = linalg.exp ins(%a : tensor<21xf32>) outs(%e : tensor<21xf32>)
      -> tensor<21xf32>
  %y = linalg.broadcast ins(%x : tensor<21xf32>) outs(%d : tensor<21x13xf32>)
      dimensions = [1]
  return %y : tensor<21x13xf32>
}

// Two results, of which one is complete before the inner loop: its insertion
// is after that loop, so the sizes stay in the outer one.
// CHECK-LABEL: func @two_results(
// CHECK:       scf.for %[[I:[a-z0-9]+]] = {{.*}} iter_args(%{{.*}}, %[[C:.*]] = %{{.*}})
// CHECK:         %[[H:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK:         %[[X:.*]] = linalg.exp ins(
// CHECK:         scf.for %[[J:[a-z0-9]+]] = %
// CHECK-NOT:       affine.min #{{.*}}(%[[I]])
// CHECK:           %[[U:.*]] = tensor.insert_slice
// CHECK-NEXT:      scf.yield %[[U]]
// CHECK-NEXT:    }
// CHECK-NEXT:    tensor.insert_slice %[[X]] into %[[C]][%[[I]]] [%[[H]]]
func.func @two_results(%a: tensor<21xf32>, %d: tensor<21x13xf32>)
    -> (tensor<21x13xf32>, tensor<21xf32>) {
  %e = tensor.empty() : tensor<21xf32>
  %x = linalg.exp ins(%a : tensor<21xf32>) outs(%e : tensor<21xf32>)
      -> tensor<21xf32>
  %y = linalg.broadcast ins(%x : tensor<21xf32>) outs(%d : tensor<21x13xf32>)
      dimensions = [1]
  return %y, %x : tensor<21x13xf32>, tensor<21xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %planes = transform.structured.match ops{["linalg.add", "linalg.broadcast"]}
        in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_ext %planes tile_sizes [8, 5]
        : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %spaces = transform.structured.match attributes {space} in %m
        : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_ext %spaces tile_sizes [3, 8, 5]
        : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op,
            !transform.any_op)
    %product = transform.structured.match attributes {product} in %m
        : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_ext %product tile_sizes [8, 5, 3]
        : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op,
            !transform.any_op)
    %outer_k = transform.structured.match attributes {outer_k} in %m
        : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_ext %outer_k tile_sizes [8, 5, 3]
        interchange [2, 0, 1]
        : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op,
            !transform.any_op)
    %rows = transform.structured.match ops{["linalg.reduce"]} in %m
        : (!transform.any_op) -> !transform.any_op
    transform.structured.fuse_ext %rows tile_sizes [8, 5, 3] {use_forall}
        : (!transform.any_op)
        -> (!transform.any_op, !transform.any_op, !transform.any_op,
            !transform.any_op)
    transform.yield
  }
}
